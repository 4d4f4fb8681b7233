import { refusals } from './refusals.ts'

/** Refusals that several modules give, declared once so that a code has one status and one sentence everywhere. */
export const refuseShared = refusals({
  account_not_found: {
    status: 404,
    message: 'The account {accountId} does not exist or is not visible to this client.',
  },
  account_permission_missing: {
    status: 403,
    message: 'The account {accountId} lacks the permission {permission}; an operator can grant it.',
  },
  currency_mismatch: { status: 422, message: 'Currency mismatch: expected {expected}, received {actual}.' },
  owner_mismatch: { status: 422, message: 'The accounts belong to different entities; use accounts of one entity.' },
  duplicate_client_reference: {
    status: 409,
    message:
      'The client reference {clientReference} already belongs to {existingId}. Use another reference or read that object.',
  },
  confirmation_not_ready: {
    status: 409,
    message: 'The {resource} is {status}. A confirmation requires one of these statuses: {confirmed}.',
    retryable: true,
  },
  amount_range_invalid: {
    status: 400,
    message:
      '`minAmount` {minAmount} is more than `maxAmount` {maxAmount}. Use a minimum that does not exceed the maximum.',
  },
  date_range_invalid: { status: 400, message: 'The range cannot be used: {reason}.' },
  trade_not_found: { status: 404, message: 'The trade does not exist or is not visible to this client.' },
  beneficiary_not_found: { status: 404, message: 'The beneficiary does not exist or is not visible to this client.' },
})
