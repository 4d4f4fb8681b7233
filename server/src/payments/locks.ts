import { lockBeneficiaries } from '../beneficiaries/index.ts'
import { lockTrade } from '../fx/trades/index.ts'
import type { Tx } from '../kernel/db.ts'
import { parseId } from '../kernel/ids.ts'
import { lockBalances } from '../ledger/index.ts'

/** Orders as far as they can be read: what is no id names nothing. */
type Named = Partial<Record<'tradeId' | 'beneficiaryId' | 'creditorAccountId' | 'accountId', unknown>>

/**
 * Locks all that several payments made in one transaction need, in the lock order: the trades that they pay out, their
 * saved payees, the accounts. Made one by one, the second would lock a payee after the first has held money.
 *
 * @param accountIds stored ids of other accounts on which the transaction posts
 */
export async function lockForOrders(
  tx: Tx,
  entityId: string,
  orders: readonly Named[],
  accountIds: readonly string[] = [],
): Promise<void> {
  const ids = (prefix: 'trd' | 'ben' | 'acc', ...names: (keyof Named)[]): string[] => {
    const named = orders.flatMap((order) => names.map((name) => order[name])).filter((id) => typeof id === 'string')
    return [...new Set(named.map((id) => parseId(prefix, id)).filter((id) => id !== undefined))].sort()
  }
  for (const tradeId of ids('trd', 'tradeId')) await lockTrade(tx, entityId, tradeId)
  const beneficiaryIds = ids('ben', 'beneficiaryId', 'creditorAccountId')
  if (beneficiaryIds.length > 0) await lockBeneficiaries(tx, entityId, beneficiaryIds)
  await lockAccounts(
    tx,
    entityId,
    [...ids('acc', 'accountId'), ...accountIds].map((accountId) => ({ accountId })),
  )
}

/** Locks the balances of several accounts in one statement, for a transaction that posts more than once. */
export async function lockAccounts(tx: Tx, entityId: string, of: readonly { accountId: string }[]): Promise<void> {
  const accountIds = new Set(of.map(({ accountId }) => accountId))
  if (accountIds.size > 1) await lockBalances(tx, entityId, [...accountIds])
}
