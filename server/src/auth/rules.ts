import { SCOPES } from '../kernel/http/http.ts'
import { refusals } from '../kernel/values/refusals.ts'

/** RFC 6749 section 5.2, RFC 7009; rendered as `{ error, error_description, error_uri }`. */
export const refuse = refusals({
  invalid_request: { status: 400, message: '{reason}' },
  invalid_client: { status: 401, message: '{reason}' },
  unauthorized_client: {
    status: 400,
    message: 'The client is blocked or has no active entity. Ask the operator.',
  },
  unsupported_grant_type: { status: 400, message: 'The grant_type must be client_credentials.' },
  invalid_scope: {
    status: 400,
    message: 'This client lacks the scopes {refused}. It has: {granted}. Omit `scope` to get them all.',
  },
  ip_not_allowed: { status: 403, message: 'The address {address} is not on the allow-list of this client.' },
})

/** Refusals of the operator's commands. */
export const refuseClient = refusals({
  client_not_found: { status: 404, message: 'The API client does not exist.' },
  client_grant_not_found: {
    status: 404,
    message: 'The client has no grant for this entity. Its entities: {entityIds}.',
  },
  client_last_entity: {
    status: 409,
    message: 'This is the only entity of the client. Grant another one first, or block the client.',
  },
  scope_unknown: { status: 422, message: 'Unknown scope {scope}. Known scopes: {known}.' },
  ip_range_invalid: { status: 422, message: '{range} is neither an address nor a CIDR range such as 192.0.2.0/24.' },
  jwks_invalid: { status: 422, message: 'The keys are not a JWK set of public keys: {reason}.' },
})

/** Creates the common response for an unknown id, a wrong secret and a locked client, which it does not distinguish. */
export const authenticationFailed = () =>
  refuse.invalid_client({
    reason:
      'The client could not be authenticated. Check client_id and secret or key; ' +
      `after ${MAX_FAILURES} failures in a row from one address, that address has to wait ${LOCK_MINUTES} minutes.`,
  })

export const TOKEN_LIFE_SECONDS = 3600
export const MAX_FAILURES = 10
export const LOCK_MINUTES = 15

/**
 * Returns the scopes of a new token: the requested ones, or all grants by default.
 *
 * @param grants the client's
 * @throws invalid_scope when one is not granted, so that a client learns of it here and not at the first call
 */
export function grantScopes(requested: string | undefined, grants: readonly string[]): string[] {
  if (requested === undefined) return inOrder(grants)
  const wanted = new Set(requested.split(' ').filter((scope) => scope !== ''))
  const refused = [...wanted].filter((scope) => !grants.includes(scope))
  if (refused.length > 0 || wanted.size === 0) {
    throw refuse.invalid_scope({ refused: refused.length > 0 ? refused : ['(none named)'], granted: inOrder(grants) })
  }
  return inOrder([...wanted])
}

const inOrder = (scopes: readonly string[]): string[] => SCOPES.filter((scope) => scopes.includes(scope))
