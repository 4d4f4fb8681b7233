import { checkIfMatch } from '../kernel/http/routing/if-match.ts'
import { refusals } from '../kernel/values/refusals.ts'

/** Rejections of webhook endpoints and their deliveries. */
export const refuse = refusals({
  webhook_endpoint_not_found: {
    status: 404,
    message: 'The webhook endpoint does not exist or is not visible to this client.',
  },
  webhook_delivery_not_found: {
    status: 404,
    message: 'The delivery does not exist at this endpoint, or is older than 30 days.',
  },
  webhook_endpoint_version_conflict: {
    status: 412,
    message: 'The webhook endpoint is at version {current}, not {given}. Read it and try again.',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    message: 'The entity has {limit} webhook endpoints. Delete one first.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    message: 'The webhook endpoint is Disabled. Set its status to Active first.',
  },
  webhook_url_invalid: {
    status: 400,
    message: 'Must be an https address without user, password and fragment.',
  },
  webhook_url_not_https: {
    status: 400,
    message: 'Must be an https address. An operator can allow http with WEBHOOK_ALLOW_PRIVATE_TARGETS.',
  },
  webhook_host_not_found: {
    status: 422,
    message: 'The host of the address was not found in DNS. Check its name, or try again.',
    retryable: true,
  },
  webhook_address_not_allowed: {
    status: 422,
    message:
      'The host has a private or otherwise special address. Use a public one; an operator can allow others with WEBHOOK_ALLOW_PRIVATE_TARGETS.',
  },
})

/**
 * Checks that an endpoint may be changed at the version the caller has seen.
 *
 * @param ifMatch header If-Match: absent or "*" means any version
 * @throws webhook_endpoint_version_conflict, if_match_invalid
 */
export const checkVersion = (current: number, ifMatch?: string): void =>
  checkIfMatch(ifMatch, current, refuse.webhook_endpoint_version_conflict)

interface Reachable {
  url: string
  status: string
}

/** Returns true if an endpoint was repaired: it has another address or is active again. Its deliveries then need not wait. */
export const isRepaired = (before: Reachable, after: Reachable): boolean =>
  after.url !== before.url || (after.status === 'Active' && before.status !== 'Active')
