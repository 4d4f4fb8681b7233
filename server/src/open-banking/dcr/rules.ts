import { refusals } from '../../kernel/values/refusals.ts'
import type { ClientCertificate } from './certificates/certificate.ts'
import { isSameName, parseName } from './certificates/distinguished-name.ts'
import { isOwnCertificate, ownerIn } from './certificates/owner.ts'
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

const metadata = (reason: string) => refuse.invalid_client_metadata({ reason })

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

/**
 * Applies the registration rules that need no key: subject and coverage of the statement, and the owner of the
 * certificate. Signatures, lifetimes and the audience were checked before.
 *
 * @throws invalid_software_statement, unapproved_software_statement, invalid_client_metadata, invalid_redirect_uri
 */
export function checkRegistration(
  request: RegistrationRequest,
  statement: SoftwareStatement,
  certificate: ClientCertificate,
): Registered {
  checkStatement(statement)
  if (request.iss !== statement.software_id) throw metadata('iss must be the software_id of the software statement.')
  if (request.software_id !== undefined && request.software_id !== statement.software_id)
    throw metadata('software_id must be that of the software statement.')
  checkOwner(certificate, statement)
  checkRedirects(request.redirect_uris, statement.software_redirect_uris)
  return {
    redirect_uris: request.redirect_uris,
    ...checkAuthentication(request, certificate),
    grant_types: checkGrants(request.grant_types),
    response_types: checkResponseTypes(request.response_types),
    scope: checkScope(request.scope, statement.software_roles),
    application_type: request.application_type,
    ...checkAlgorithms(request),
  }
}

function checkStatement({ org_status: status }: SoftwareStatement): void {
  if (status.toLowerCase() !== 'active')
    throw refuse.unapproved_software_statement({ reason: `The organisation's status is ${status}; it must be Active.` })
}

function checkOwner(certificate: ClientCertificate, statement: SoftwareStatement): void {
  if (isOwnCertificate(certificate, ownerIn(statement))) return
  const reason = `The client certificate (${certificate.subject}) is not one of the organisation ${statement.org_id}.`
  throw refuse.unapproved_software_statement({ reason })
}

function checkRedirects(uris: readonly string[], registered: readonly string[]): void {
  for (const uri of uris) {
    const reason = redirectFault(uri, registered)
    if (reason !== undefined) throw refuse.invalid_redirect_uri({ reason: `${uri.slice(0, 200)}: ${reason}` })
  }
}

function redirectFault(uri: string, registered: readonly string[]): string | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'https:') return 'a redirect URI begins with https://.'
  if (url.hash !== '' || uri.includes('#')) return 'a redirect URI has no fragment.'
  if (/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(url.hostname))
    return 'it is a loopback address.'
  if (url.username !== '' || url.password !== '') return 'a redirect URI holds no credentials.'
  return registered.includes(uri) ? undefined : 'the software statement does not list it.'
}

function checkAuthentication(
  request: RegistrationRequest,
  certificate: ClientCertificate,
): Pick<Registered, 'token_endpoint_auth_method' | 'token_endpoint_auth_signing_alg' | 'tls_client_auth_subject_dn'> {
  const method = request.token_endpoint_auth_method
  const dn = request.tls_client_auth_subject_dn
  if (method === 'private_key_jwt') {
    if (dn !== undefined) throw metadata('tls_client_auth_subject_dn goes with tls_client_auth only.')
    const alg = request.token_endpoint_auth_signing_alg ?? OUR_ALGORITHM
    checkAlgorithm('token_endpoint_auth_signing_alg', alg, CLIENT_ALGORITHMS)
    return { token_endpoint_auth_method: method, token_endpoint_auth_signing_alg: alg }
  }
  if (method !== 'tls_client_auth') {
    throw metadata(
      'token_endpoint_auth_method must be private_key_jwt or tls_client_auth: FAPI allows no shared secrets.',
    )
  }
  if (dn === undefined) throw metadata('With tls_client_auth, send tls_client_auth_subject_dn.')
  if (!parseName(dn)) throw metadata('tls_client_auth_subject_dn is not a distinguished name in RFC 4514 form.')
  if (!isSameName(dn, certificate.subject))
    throw metadata(`tls_client_auth_subject_dn is not the subject of the certificate, ${certificate.subject}.`)
  return { token_endpoint_auth_method: method, tls_client_auth_subject_dn: dn }
}

function checkGrants(asked: readonly string[]): string[] {
  const grants = GRANTS.filter((grant) => asked.includes(grant))
  if (!grants.includes('client_credentials')) throw metadata('grant_types must include client_credentials.')
  return grants
}

function checkResponseTypes(asked: readonly string[] = ['code id_token']): string[] {
  const types = ['code id_token', 'code'].filter((type) => asked.includes(type))
  if (types.length === 0)
    throw metadata('response_types must include "code id_token" (or "code", with a JWT response).')
  return types
}

function checkScope(asked: string, roles: readonly string[]): string {
  const words = new Set(asked.split(' ').filter((word) => word !== ''))
  const scopes = Object.keys(SCOPE_ROLES).filter((scope) => words.has(scope))
  if (scopes.length === 0) throw metadata('scope must include accounts or payments.')
  const uncovered = scopes.find((scope) => !roles.includes(SCOPE_ROLES[scope]!))
  if (uncovered !== undefined) {
    const reason = `The scope ${uncovered} needs the role ${SCOPE_ROLES[uncovered]}; the software statement has ${roles.join(', ')}.`
    throw metadata(reason)
  }
  return ['openid', ...scopes].join(' ')
}

function checkAlgorithms(
  request: RegistrationRequest,
): Pick<Registered, 'id_token_signed_response_alg' | 'request_object_signing_alg'> {
  checkAlgorithm('id_token_signed_response_alg', request.id_token_signed_response_alg, [OUR_ALGORITHM])
  checkAlgorithm('request_object_signing_alg', request.request_object_signing_alg, CLIENT_ALGORITHMS)
  return {
    id_token_signed_response_alg: request.id_token_signed_response_alg,
    request_object_signing_alg: request.request_object_signing_alg,
  }
}

function checkAlgorithm(claim: string, given: string, allowed: readonly string[]): void {
  if (!allowed.includes(given)) throw metadata(`${claim} must be ${allowed.join(' or ')}.`)
}
