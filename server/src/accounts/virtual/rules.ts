import { refusals } from '../../kernel/values/refusals.ts'

/** Most open virtual accounts of one account. */
export const MOST_OPEN = 10_000

export const refuseVirtual = refusals({
  virtual_account_not_found: {
    status: 404,
    message: 'The virtual account does not exist or is not visible to this client.',
  },
  virtual_account_closed: { status: 409, message: 'The virtual account was closed at {closedAt}.' },
  virtual_account_limit_reached: {
    status: 409,
    message: 'The account has {limit} open virtual accounts, the most it can have. Close some that are not used.',
  },
})
