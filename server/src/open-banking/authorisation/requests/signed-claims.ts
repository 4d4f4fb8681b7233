import { jsonErrorOfJws } from '../../../kernel/http/bodies/jws.ts'
import { unstorableTexts } from '../../../kernel/http/storable-text.ts'

/** Latest time a token may name: the end of the year 9999, in seconds. */
const LATEST_SECONDS = 253_402_300_799

type Expected =
  | 'a text'
  | 'a text or a whole number'
  | 'a whole number of seconds since 1970'
  | 'a text or a list of texts'
  | 'an object'

const IS: Record<Expected, (value: unknown) => boolean> = {
  'a text': (value) => typeof value === 'string',
  'a text or a whole number': (value) => typeof value === 'string' || Number.isSafeInteger(value),
  'a whole number of seconds since 1970': (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LATEST_SECONDS,
  'a text or a list of texts': (value) =>
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string')),
  'an object': (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const all = (names: string, expected: Expected) => names.split(' ').map((name) => [name, expected] as const)

/** Claims of RFC 7519 that every token may carry. The times of a request object are checked with its signature. */
const REGISTERED = [...all('iss sub jti', 'a text'), ...all('aud', 'a text or a list of texts')]
const TIMES = all('exp iat nbf', 'a whole number of seconds since 1970')

/** Parameters of an authorisation request, which a request object carries as claims (RFC 9101). */
const PARAMETERS = [
  ...all(
    'client_id redirect_uri response_type response_mode scope state nonce prompt display login_hint id_token_hint ' +
      'acr_values ui_locales claims_locales code_challenge code_challenge_method dpop_jkt registration request request_uri',
    'a text',
  ),
  ...all('max_age', 'a text or a whole number'),
  ...all('resource', 'a text or a list of texts'),
  ...all('claims', 'an object'),
]

const OF_ASSERTIONS = new Map<string, Expected>([...REGISTERED, ...TIMES])
const OF_REQUESTS = new Map<string, Expected>([...REGISTERED, ...PARAMETERS])

/**
 * Claims without which no answer can be returned to the third party; an empty one counts as missing (RFC 6749 3.1). A redirect outside the signature does not count (FAPI 1
 * Advanced 5.2.2).
 */
const NEEDED_OF_REQUESTS = ['response_type', 'redirect_uri']

/**
 * Returns why the claims of a client assertion cannot be used; undefined if they can, or if the text is not a JWT. Only
 * their form is checked, and repeated names: the signature is checked later.
 */
export const errorOfAssertion = (jwt: string): string | undefined => errorOf(jwt, OF_ASSERTIONS, [])

/** Returns the same for a request object. */
export const errorOfRequest = (jwt: string): string | undefined => errorOf(jwt, OF_REQUESTS, NEEDED_OF_REQUESTS)

function errorOf(jwt: string, expected: ReadonlyMap<string, Expected>, needed: readonly string[]): string | undefined {
  const error = jsonErrorOfJws(jwt)
  if (error !== undefined) return `Its ${error}.`
  const claims = claimsOf(jwt)
  if (claims === undefined) return undefined
  if (!IS['an object'](claims)) return 'The payload of the token must be a JSON object.'
  for (const [name, value] of Object.entries(claims as object)) {
    const form = expected.get(name)
    if (form !== undefined && !IS[form](value)) return `The claim ${name} must be ${form}.`
    if (unstorableTexts(value).length > 0)
      return `The claim ${name.slice(0, 50)} contains unsupported characters, or is nested too deeply.`
  }
  const missing = needed.find((name) => !Object.hasOwn(claims as object, name) || (claims as Claims)[name] === '')
  return missing === undefined ? undefined : `The claim ${missing} is missing.`
}

type Claims = Record<string, unknown>

/** The payload of a compact JWT, unverified; undefined for any other text. */
function claimsOf(jwt: string): unknown {
  const parts = jwt.split('.')
  if (parts.length !== 3) return undefined
  try {
    return JSON.parse(Buffer.from(parts[1]!, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
