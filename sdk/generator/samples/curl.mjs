// Writes samples in curl.
import { SIGNED, urlOf } from './call.mjs'

/** @typedef {import('./call.mjs').SampleCall} SampleCall */

/** Files of a third party, as `create-third-party` names them. */
const CERTIFICATE = '--cert transport.pem --key transport-key.pem --cacert ca.pem'

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the call in curl. Values that only the caller has are variables of the shell. */
export function curlSample(/** @type {SampleCall} */ call) {
  const isPlain = call.method === 'GET' || (call.method === 'POST' && call.body !== undefined)
  const lines = [`curl ${isPlain ? '' : `-X ${call.method} `}${quoted(urlOf(call))}`]
  if (call.needsCertificate) lines.push(CERTIFICATE)
  if (call.needsToken) lines.push(`-H "Authorization: Bearer $${call.needsUser ? 'USER_TOKEN' : 'TOKEN'}"`)
  if (call.isRepeatable)
    lines.push(`-H "${call.needsCertificate ? 'x-idempotency-key' : 'Idempotency-Key'}: $(uuidgen)"`)
  for (const { name, value } of call.headers) lines.push(`-H "${name}: ${value}"`)
  if (call.accept) lines.push(`-H ${quoted(`Accept: ${call.accept}`)}`)
  if (call.type === 'application/x-www-form-urlencoded')
    for (const [name, value] of Object.entries(call.body)) lines.push(`--data-urlencode ${quoted(`${name}=${value}`)}`)
  else if (call.type === SIGNED) lines.push(`-H 'Content-Type: ${SIGNED}'`, '-d "$CLAIMS"')
  else if (call.body !== undefined)
    lines.push(`-H ${quoted(`Content-Type: ${call.type}`)}`, `-d ${quoted(textOf(call.body))}`)
  return lines.join(' \\\n  ')
}

const textOf = (/** @type {unknown} */ body) =>
  typeof body === 'string' ? body : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
