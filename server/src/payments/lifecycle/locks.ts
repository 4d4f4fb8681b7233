import { lockBeneficiaries } from '../../beneficiaries/index.ts'
import { lockTrade } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { lockBalances } from '../../ledger/index.ts'

/** Object ids named by an order; invalid ids are ignored. */
type Named = Partial<Record<'tradeId' | 'beneficiaryId' | 'creditorAccountId' | 'accountId', unknown>>

/**
 * Locks the trades that several orders pay out and their saved payees, in the lock order. Looked at one by one, the second
 * order would lock a trade after the first has locked a payee.
 */
export async function lockNamed(tx: Tx, entityId: string, orders: readonly Named[]): Promise<void> {
  for (const tradeId of idsIn('trd', orders, 'tradeId')) await lockTrade(tx, entityId, tradeId)
  const beneficiaryIds = idsIn('ben', orders, 'beneficiaryId', 'creditorAccountId')
  if (beneficiaryIds.length > 0) await lockBeneficiaries(tx, entityId, beneficiaryIds)
}

/**
 * Locks everything that several payments in one transaction need: the rows of `lockNamed`, then the accounts.
 *
 * @param accountIds stored ids of other accounts on which the transaction posts
 */
export async function lockForOrders(
  tx: Tx,
  entityId: string,
  orders: readonly Named[],
  accountIds: readonly string[] = [],
): Promise<void> {
  await lockNamed(tx, entityId, orders)
  const paying = [...idsIn('acc', orders, 'accountId'), ...accountIds]
  if (paying.length > 0) await lockBalances(tx, entityId, paying)
}

/** Returns the stored ids named by the orders, ascending. */
function idsIn(prefix: 'trd' | 'ben' | 'acc', orders: readonly Named[], ...names: (keyof Named)[]): string[] {
  const named = orders.flatMap((order) => names.map((name) => order[name])).filter((id) => typeof id === 'string')
  return [...new Set(named.map((id) => parseId(prefix, id)).filter((id) => id !== undefined))].sort()
}

/** Locks the balances from which several payments are made, in one statement. */
export async function lockAccounts(tx: Tx, entityId: string, of: readonly { accountId: string }[]): Promise<void> {
  if (of.length < 2) return
  await lockBalances(
    tx,
    entityId,
    of.map(({ accountId }) => accountId),
  )
}
