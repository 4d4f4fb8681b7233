import { type Refusal, refusals } from '../../kernel/values/refusals.ts'
import type { ClientCertificate } from './certificates/certificate.ts'
import { isSameName, parseName } from './certificates/distinguished-name.ts'
import { isOwnCertificate, ownerIn } from './certificates/owner.ts'
import type { Sound } from './request/claims.ts'
import type { RegistrationRequest, SoftwareStatement } from './schema.ts'

/** Named as RFC 7591 names them; the message is the error_description. */
export const refuse = refusals({
  invalid_redirect_uri: { status: 400, message: '{reason}' },
  invalid_client_metadata: { status: 400, message: '{reason}' },
  invalid_software_statement: { status: 400, message: '{reason}' },
  unapproved_software_statement: { status: 400, message: '{reason}' },
  registration_certificate_missing: {
    status: 401,
    message: 'Registration requires a TLS client certificate issued by a trusted authority.',
  },
  registration_certificate_rejected: { status: 401, message: 'The client certificate is rejected. {reason}' },
  registration_token_invalid: {
    status: 401,
    message: 'Send the access token (client_credentials) of this client, over the certificate it is bound to.',
  },
  registration_of_another_client: { status: 403, message: 'The token belongs to another client.' },
})

/** Codes of RFC 7591 for a registration that is rejected. */
export type RegistrationCode =
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'invalid_software_statement'
  | 'unapproved_software_statement'

/** Error of a registration: a sentence with the valid value. */
export interface RegistrationError {
  code: RegistrationCode
  reason: string
}

/** Most characters of the errors in one description of 500. The rest is for their number and the address of an example. */
const MOST_CHARACTERS = 350

/** Combines errors into the one of the standard: its code is that of the first, its description names all of them. */
export function refuseErrors(found: readonly RegistrationError[]): Refusal {
  const [first, ...others] = found
  let reason = first!.reason.slice(0, MOST_CHARACTERS)
  const fitting = others.findIndex((each) => (reason = `${reason} ${each.reason}`).length > MOST_CHARACTERS)
  if (fitting < 0) return refuse[first!.code]({ reason })
  const left = others.length - fitting
  reason = [first, ...others.slice(0, fitting)]
    .map((each) => each!.reason)
    .join(' ')
    .slice(0, MOST_CHARACTERS)
  return refuse[first!.code]({
    reason: `${reason} There ${left === 1 ? 'is 1 more error' : `are ${left} more errors`}.`,
  })
}

/** Algorithms of signatures that third parties make; FAPI leaves these two. */
export const CLIENT_ALGORITHMS = ['PS256', 'ES256']
/** Ours. */
export const OUR_ALGORITHM = 'PS256'

const GRANTS = ['client_credentials', 'authorization_code', 'refresh_token']
const SCOPE_ROLES: Record<string, string> = { accounts: 'AISP', payments: 'PISP' }

/** Registered claims of a client: the request's claims without those we do not offer. */
export interface Registered {
  redirect_uris: string[]
  token_endpoint_auth_method: 'private_key_jwt' | 'tls_client_auth'
  grant_types: string[]
  response_types: string[]
  scope: string
  application_type: string
  id_token_signed_response_alg: string
  request_object_signing_alg: string
  token_endpoint_auth_signing_alg?: string
  tls_client_auth_subject_dn?: string
}

/** Data that decides on a registration; signatures were verified before. */
interface Submitted {
  /** Claims of the right form. */
  request: Sound<RegistrationRequest>
  /** Claims of the wrong form, whose errors are known already. */
  invalid: ReadonlySet<string>
  statement: SoftwareStatement
  certificate: ClientCertificate
  /** Values of `aud` that name us. */
  audiences: readonly string[]
  /** `nbf` of the request, as it was sent. */
  notBefore: unknown
  /** Seconds since 1970. */
  now: number
  /** The client that an update replaces. */
  known?: { clientId: string; softwareId: string; organisationId: string } | undefined
}

interface Rule {
  code: RegistrationCode
  /** Returns the errors, each a sentence. */
  find: (submitted: Submitted) => string | undefined | (string | undefined)[]
}

/** Returns all errors of a registration, those that decide on its code first. */
export const findErrors = (submitted: Submitted): RegistrationError[] =>
  RULES.flatMap(({ code, find }) =>
    [find(submitted)].flat().flatMap((reason) => (reason === undefined ? [] : [{ code, reason }])),
  )

const RULES: readonly Rule[] = [
  { code: 'unapproved_software_statement', find: findStanding },
  { code: 'unapproved_software_statement', find: findOwner },
  { code: 'invalid_software_statement', find: findOtherSoftware },
  { code: 'invalid_redirect_uri', find: findRedirects },
  ...[
    findIds,
    findTimes,
    findAudience,
    findClientId,
    findAuthentication,
    findGrants,
    findResponseTypes,
    findScope,
    findAlgorithms,
  ].map((find): Rule => ({ code: 'invalid_client_metadata', find })),
]

function findStanding({ statement: { org_status: status } }: Submitted) {
  if (status.toLowerCase() === 'active') return undefined
  return `org_status of software_statement is ${status.slice(0, 40)}; it must be Active.`
}

function findOwner({ certificate, statement }: Submitted) {
  if (isOwnCertificate(certificate, ownerIn(statement))) return undefined
  return `The client certificate (${certificate.subject.slice(0, 150)}) must be one of the organisation ${statement.org_id}.`
}

function findOtherSoftware({ statement, known }: Submitted) {
  if (!known || (statement.software_id === known.softwareId && statement.org_id === known.organisationId))
    return undefined
  return 'software_statement is about another software or organisation than the registered one. Register that with POST.'
}

function findRedirects({ request, statement }: Submitted) {
  return (request.redirect_uris ?? []).map((uri) => {
    const reason = redirectError(uri, statement.software_redirect_uris)
    return reason === undefined ? undefined : `${uri.slice(0, 200)}: ${reason}`
  })
}

function redirectError(uri: string, registered: readonly string[]): string | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'https:') return 'a redirect URI must begin with https://.'
  if (url.hash !== '' || uri.includes('#')) return 'a redirect URI must have no fragment.'
  if (/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(url.hostname))
    return 'a redirect URI must not be a loopback address.'
  if (url.username !== '' || url.password !== '') return 'a redirect URI must contain no credentials.'
  return registered.includes(uri) ? undefined : 'use a redirect URI that the software statement lists.'
}

function findIds({ request, statement }: Submitted) {
  return (['iss', 'software_id'] as const).map((claim) => {
    const given = request[claim]
    if (given === undefined || given === statement.software_id) return undefined
    return `${claim} must be ${statement.software_id}, the software_id of the software statement.`
  })
}

const SKEW_SECONDS = 10
const MOST_LIFE_SECONDS = 3600

/** Returns true for a time that is sent and is not a number up to now. */
const isLater = (time: unknown, now: number): boolean =>
  time !== undefined && !(typeof time === 'number' && time <= now + SKEW_SECONDS)

function findTimes({ request: { iat, exp }, notBefore, now }: Submitted) {
  return [
    isLater(notBefore, now) ? 'nbf must be seconds since 1970 that are not in the future.' : undefined,
    iat !== undefined && iat > now + SKEW_SECONDS ? 'iat must not be in the future.' : undefined,
    exp !== undefined && exp <= now - SKEW_SECONDS
      ? 'exp has passed; use a time at most 60 minutes after iat.'
      : undefined,
    iat !== undefined && exp !== undefined && exp - iat > MOST_LIFE_SECONDS + SKEW_SECONDS
      ? 'exp must be at most 60 minutes after iat.'
      : undefined,
  ]
}

function findAudience({ request: { aud }, audiences }: Submitted) {
  if (aud === undefined || [aud].flat().some((each) => audiences.includes(each))) return undefined
  return `aud must be ${audiences.filter((each) => !each.endsWith('/')).join(' or ')}.`
}

function findClientId({ request: { client_id: given }, known }: Submitted) {
  if (given === undefined || given === known?.clientId) return undefined
  return known ? 'client_id must be that of the address.' : 'Omit client_id: a registration gets a new one.'
}

function findAuthentication(submitted: Submitted) {
  const { token_endpoint_auth_method: method } = submitted.request
  if (method === 'private_key_jwt') return findAssertions(submitted)
  if (method === 'tls_client_auth') return findName(submitted)
  if (method === undefined) return undefined
  return 'token_endpoint_auth_method must be private_key_jwt or tls_client_auth.'
}

function findAssertions({ request, invalid }: Submitted) {
  const isNamed = request.tls_client_auth_subject_dn !== undefined || invalid.has('tls_client_auth_subject_dn')
  return [
    isNamed ? 'Omit tls_client_auth_subject_dn: it belongs to tls_client_auth.' : undefined,
    wrongAlgorithm('token_endpoint_auth_signing_alg', request.token_endpoint_auth_signing_alg, CLIENT_ALGORITHMS),
  ]
}

function findName({ request: { tls_client_auth_subject_dn: dn }, invalid, certificate }: Submitted) {
  const subject = certificate.subject.slice(0, 200)
  if (invalid.has('tls_client_auth_subject_dn')) return undefined
  if (dn === undefined) return `With tls_client_auth, send tls_client_auth_subject_dn: ${subject}.`
  if (parseName(dn) && isSameName(dn, certificate.subject)) return undefined
  return `tls_client_auth_subject_dn must be the subject of the client certificate in RFC 4514 form, ${subject}.`
}

function findGrants({ request: { grant_types: asked } }: Submitted) {
  return asked && !asked.includes('client_credentials') ? 'grant_types must include client_credentials.' : undefined
}

function findResponseTypes({ request: { response_types: asked } }: Submitted) {
  if (!asked || knownResponseTypes(asked).length > 0) return undefined
  return 'response_types must include code id_token, or code for a signed response.'
}

function findScope({ request: { scope }, statement: { software_roles: roles } }: Submitted) {
  if (scope === undefined) return undefined
  const scopes = knownScopes(scope)
  if (scopes.length === 0) return 'scope must include accounts or payments.'
  const missing = scopes.filter((each) => !roles.includes(SCOPE_ROLES[each]!))
  return missing.map(
    (each) =>
      `The scope ${each} requires the role ${SCOPE_ROLES[each]} in software_statement, which has ${roles.join(', ').slice(0, 100)}.`,
  )
}

function findAlgorithms({ request }: Submitted) {
  return [
    wrongAlgorithm('id_token_signed_response_alg', request.id_token_signed_response_alg, [OUR_ALGORITHM]),
    wrongAlgorithm('request_object_signing_alg', request.request_object_signing_alg, CLIENT_ALGORITHMS),
  ]
}

const wrongAlgorithm = (claim: string, given: string | undefined, allowed: readonly string[]) =>
  given === undefined || allowed.includes(given) ? undefined : `${claim} must be ${allowed.join(' or ')}.`

/** Returns the values to register from claims without errors. */
export function registeredFrom(request: RegistrationRequest): Registered {
  return {
    redirect_uris: request.redirect_uris,
    ...authenticationFrom(request),
    grant_types: GRANTS.filter((grant) => request.grant_types.includes(grant)),
    response_types: knownResponseTypes(request.response_types ?? ['code id_token']),
    scope: ['openid', ...knownScopes(request.scope)].join(' '),
    application_type: request.application_type,
    id_token_signed_response_alg: request.id_token_signed_response_alg,
    request_object_signing_alg: request.request_object_signing_alg,
  }
}

const authenticationFrom = (request: RegistrationRequest) =>
  request.token_endpoint_auth_method === 'tls_client_auth'
    ? {
        token_endpoint_auth_method: 'tls_client_auth' as const,
        tls_client_auth_subject_dn: request.tls_client_auth_subject_dn!,
      }
    : {
        token_endpoint_auth_method: 'private_key_jwt' as const,
        token_endpoint_auth_signing_alg: request.token_endpoint_auth_signing_alg ?? OUR_ALGORITHM,
      }

const knownResponseTypes = (asked: readonly string[]) =>
  ['code id_token', 'code'].filter((type) => asked.includes(type))

function knownScopes(asked: string): string[] {
  const words = new Set(asked.split(' '))
  return Object.keys(SCOPE_ROLES).filter((scope) => words.has(scope))
}

/** Returns the errors of a software statement, whose signature was verified. */
export function findStatementErrors(
  { iss, iat, exp, nbf }: Sound<SoftwareStatement> & { nbf?: unknown },
  { issuer, now }: { issuer: string; now: number },
): string[] {
  return [
    iss !== undefined && iss !== issuer && `iss of software_statement must be ${issuer}.`,
    iat !== undefined && iat > now + SKEW_SECONDS && 'iat of software_statement must not be in the future.',
    isLater(nbf, now) && 'nbf of software_statement must be seconds since 1970 that are not in the future.',
    exp !== undefined &&
      exp <= now - SKEW_SECONDS &&
      'software_statement has expired; send a new one of the directory.',
  ].filter((each) => each !== false)
}
