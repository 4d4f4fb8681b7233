// Writes samples of the documents for third parties: with the helper of our SDK, and with requests in Python.
import { SIGNED, urlOf } from './call.mjs'
import { literalOf, PYTHON, SCRIPT } from './literals.mjs'

/** @typedef {import('./call.mjs').SampleCall} SampleCall */

/** Methods of the helper for operations on the registration, which is signed. */
const REGISTRATION = {
  POST: 'const clientId = await party.register()\nconsole.log(clientId)',
  GET: 'const registration = await party.registration()\nconsole.log(registration)',
  PUT: "const registration = await party.replaceRegistration({ scope: 'openid accounts' })\nconsole.log(registration)",
  DELETE: 'await party.unregister()',
}

/** Returns the call with `@cambist/sdk/third-party`. */
export function typeScriptSample(/** @type {SampleCall} */ call) {
  const isNew = call.path === '/register'
  return [
    "import { readThirdPartyFolder, ThirdParty } from '@cambist/sdk/third-party'",
    '',
    "const identity = readThirdPartyFolder('./third-party')",
    isNew
      ? 'const party = await ThirdParty.connect(identity)'
      : 'const party = await ThirdParty.connect({ ...identity, clientId: process.env.CLIENT_ID })',
    call.path.startsWith('/register') ? REGISTRATION[call.method] : partyCall(call),
    'party.close()',
  ].join('\n')
}

function partyCall(/** @type {SampleCall} */ call) {
  const { method, body, needsUser, accept } = call
  const path = urlOf({ ...call, server: '' }).replace(/^\/open-banking\//, '')
  const options = [
    ...(needsUser ? ['token: process.env.USER_TOKEN'] : []),
    ...(accept ? [`headers: { accept: '${accept}' }`] : []),
    ...(body === undefined ? [] : [`body: ${literalOf(body, SCRIPT, 2)}`]),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each},`).join('\n')}\n}`
  const called = `await party.call('${method}', '${path}'${given})`
  return method === 'DELETE' ? called : `const answer = ${called}\nconsole.log(answer)`
}

/** Returns the call with requests. Values that only the caller has are variables. */
export function pythonSample(/** @type {SampleCall} */ call) {
  const headers = [
    ...(call.needsToken ? [`"Authorization": f"Bearer {${call.needsUser ? 'user_token' : 'token'}}",`] : []),
    ...(call.isRepeatable ? ['"x-idempotency-key": str(uuid.uuid4()),'] : []),
    ...call.headers.map(({ name, value }) => `"${name}": ${value.slice(1).toLowerCase()},`),
    ...(call.accept ? [`"Accept": "${call.accept}",`] : []),
    ...(call.type === SIGNED ? [`"Content-Type": "${SIGNED}",`] : []),
  ]
  const body = call.type === SIGNED ? 'data=claims' : `json=${literalOf(call.body, PYTHON, 4)}`
  const result = call.accept ? 'text' : 'json()'
  return [
    ...(call.isRepeatable ? ['import uuid', ''] : []),
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(`,
    `    "${urlOf(call)}",`,
    '    cert=("transport.pem", "transport-key.pem"),',
    '    verify="ca.pem",',
    ...(headers.length > 0 ? ['    headers={', ...headers.map((line) => `        ${line}`), '    },'] : []),
    ...(call.body === undefined ? [] : [`    ${body},`]),
    ')',
    'response.raise_for_status()',
    ...(call.method === 'DELETE' ? [] : [`print(response.${result})`]),
  ].join('\n')
}
