import { refuse } from '../rules.ts'

/** Credentials of a client; exactly one form per request. */
export type Credentials =
  | { method: 'secret'; clientId: string; secret: string }
  | { method: 'assertion'; assertion: string; clientId: string | undefined }

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * The credentials of a request: body, HTTP Basic, or private_key_jwt.
 *
 * @param authorization the Authorization header
 * @throws invalid_request when there is more than one, or half of one; invalid_client when there is none
 */
export function readCredentials(form: Map<string, string>, authorization: string | undefined): Credentials {
  const secret = form.get('client_secret')
  const assertion = form.get('client_assertion') ?? form.get('client_assertion_type')
  const ways = [authorization, secret, assertion].filter((way) => way !== undefined)
  if (ways.length > 1) {
    throw refuse.invalid_request({ reason: 'Authenticate in one way: HTTP Basic, client_secret or client_assertion.' })
  }
  const clientId = form.get('client_id')
  if (authorization !== undefined) return fromBasic(authorization, clientId)
  if (assertion !== undefined) return fromAssertion(form, clientId)
  if (secret === undefined || clientId === undefined) {
    throw refuse.invalid_client({
      reason: 'Send client_id and client_secret in the form, HTTP Basic, or a client_assertion (private_key_jwt).',
    })
  }
  return { method: 'secret', clientId, secret }
}

function fromAssertion(form: Map<string, string>, clientId: string | undefined): Credentials {
  const assertion = form.get('client_assertion')
  if (assertion === undefined) throw refuse.invalid_request({ reason: 'The parameter client_assertion is missing.' })
  if (form.get('client_assertion_type') !== ASSERTION_TYPE) {
    throw refuse.invalid_request({ reason: `client_assertion_type must be ${ASSERTION_TYPE}.` })
  }
  return { method: 'assertion', assertion, clientId }
}

/** RFC 6749 2.3.1: both parts are form-encoded before they are joined. */
function fromBasic(header: string, clientId: string | undefined): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header)?.[1]
  const text = Buffer.from(encoded ?? '', 'base64').toString()
  const colon = text.indexOf(':')
  const id = decode(text.slice(0, colon))
  const secret = decode(text.slice(colon + 1))
  if (colon < 1 || id === undefined || secret === undefined) {
    throw refuse.invalid_request({ reason: 'The Authorization header must be: Basic base64(client_id:client_secret).' })
  }
  if (clientId !== undefined && clientId !== id) {
    throw refuse.invalid_request({ reason: 'The client_id of the form is not that of the Authorization header.' })
  }
  return { method: 'secret', clientId: id, secret }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
