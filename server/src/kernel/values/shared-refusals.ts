import { refusals } from './refusals.ts'

/** Refusals that several modules give, declared once so that a code has one status and one sentence everywhere. */
export const refuseShared = refusals({
  account_not_found: { status: 404, message: 'The entity has no account {accountId} that this client may see.' },
  account_permission_missing: {
    status: 403,
    message: 'The account {accountId} lacks the permission {permission}; an operator can grant it.',
  },
  currency_mismatch: { status: 422, message: 'The currencies differ: {expected} is needed here, {actual} was given.' },
  owner_mismatch: { status: 422, message: 'The accounts belong to different entities; use accounts of one entity.' },
  duplicate_client_reference: {
    status: 409,
    message: 'The client reference {clientReference} is taken by {existingId}; use another or read that one.',
  },
  confirmation_not_ready: {
    status: 409,
    message: 'The {resource} is {status}; its confirmation can be had once it is one of: {confirmed}.',
    retryable: true,
  },
  date_range_invalid: { status: 400, message: 'The range cannot be used: {reason}.' },
  trade_not_found: { status: 404, message: 'There is no such trade among those this client may see.' },
  beneficiary_not_found: { status: 404, message: 'There is no such beneficiary among those this client may see.' },
})
