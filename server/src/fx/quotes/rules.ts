import { formatId, parseId } from '../../kernel/values/ids.ts'
import { refusals } from '../../kernel/values/refusals.ts'
import { accountClosed, refuseLedger } from '../../ledger/index.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'

export const refuse = refusals({
  quote_not_found: { status: 404, message: 'The quote does not exist or is not visible to this client.' },
  quote_already_booked: {
    status: 409,
    message: 'The quote is already booked as trade {tradeId}. Request a new quote.',
  },
  quote_expired: { status: 410, message: 'The quote expired at {expiredAt}. Request a new one and book it in time.' },
  currency_account_missing: {
    status: 422,
    message: 'The entity has no default {currency} account to settle with; name an account or have one opened.',
  },
  spot_not_enabled: {
    status: 422,
    message: 'Spot deals are not enabled for this entity; an operator can enable them.',
  },
})

/** Account requirements of a deal. */
export interface DealAccount {
  accountId: string
  currency: string
  status: 'Active' | 'Blocked' | 'Closed'
  isDefault: boolean
  permissions: readonly string[]
}

/**
 * The account a side of a deal settles on: the one named, else the default of its currency.
 *
 * @param accounts all accounts of the entity; another entity's is answered like a missing one
 * @throws account_not_found, currency_account_missing, currency_mismatch, account_permission_missing, account_blocked,
 *   account_closed
 */
export function pickAccount<A extends DealAccount>(
  accounts: readonly A[],
  wireId: string | undefined,
  currency: string,
): A {
  const account = wireId === undefined ? defaultOf(accounts, currency) : named(accounts, wireId)
  if (account.currency !== currency)
    throw refuseShared.currency_mismatch({ expected: currency, actual: account.currency })
  return checkUsable(account)
}

/**
 * Checks that the accounts that an order names exist, before any rule decides about the order.
 *
 * @param accounts all accounts of the entity
 * @throws account_not_found
 */
export function checkAccountsExist(
  accounts: readonly Pick<DealAccount, 'accountId'>[],
  order: { buyAccountId?: string; sellAccountId?: string },
): void {
  for (const wireId of [order.buyAccountId, order.sellAccountId]) if (wireId !== undefined) named(accounts, wireId)
}

/** An account still as a deal needs it. @throws account_permission_missing, account_blocked, account_closed */
function checkUsable<A extends DealAccount>(account: A): A {
  const { permissions, status } = account
  if (permissions.includes('Fx') && status === 'Active') return account
  const accountId = formatId('acc', account.accountId)
  if (!permissions.includes('Fx')) throw refuseShared.account_permission_missing({ accountId, permission: 'Fx' })
  throw status === 'Closed' ? accountClosed(account.accountId) : refuseLedger.account_blocked({ accountId, status })
}

function named<A extends Pick<DealAccount, 'accountId'>>(accounts: readonly A[], wireId: string): A {
  const accountId = parseId('acc', wireId)
  const found = accounts.find((account) => account.accountId === accountId)
  if (!found) throw refuseShared.account_not_found({ accountId: wireId })
  return found
}

function defaultOf<A extends DealAccount>(accounts: readonly A[], currency: string): A {
  const found = accounts.find((account) => account.isDefault && account.currency === currency)
  if (!found) throw refuse.currency_account_missing({ currency })
  return found
}

/**
 * Checks that a quote can be booked at an instant of receipt. A quote whose expiry was announced cannot, whenever the
 * booking was received.
 *
 * @throws quote_already_booked, quote_expired
 */
export function checkBookable(
  quote: { tradeId: string | null; expiresAt: Date; announcedAt?: Date | null },
  receivedAt: Date,
): void {
  if (quote.tradeId) throw refuse.quote_already_booked({ tradeId: formatId('trd', quote.tradeId) })
  if (receivedAt >= quote.expiresAt || quote.announcedAt)
    throw refuse.quote_expired({ expiredAt: quote.expiresAt.toISOString() })
}
