import type { Queryable } from '../kernel/db/db.ts'
import { balanceAt, findBalances, getBalance, type HeldBalanceRow } from '../ledger/index.ts'
import { type BalanceFigures, presentBalance } from './present.ts'
import type { Account } from './queries.ts'
import type { BalanceOut } from './schema.ts'

/** Announced credits that are not booked yet, in minor units by account; never part of the available balance. */
export interface PendingCredits {
  /** Returns the current pending credits of an entity's accounts; accounts without any are absent. */
  now(entityId: string): ReadonlyMap<string, bigint> | Promise<ReadonlyMap<string, bigint>>
  /** Returns the pending credits at an instant of business time. */
  at(entityId: string, at: Date): Promise<ReadonlyMap<string, bigint>>
}

/** Balances of accounts of one entity as they are now, in the order of the accounts; one read. */
export async function balancesNow(
  db: Queryable,
  accounts: readonly Account[],
  pending: ReadonlyMap<string, bigint>,
  now: Date,
): Promise<BalanceOut[]> {
  const rows = await readBalances(db, accounts)
  const found = new Map(rows.map((row) => [row.accountId, row]))
  return accounts.map((account) => {
    const figures = figuresOf(found.get(account.accountId))
    return presentBalance(account, { ...figures, pendingInMinor: pending.get(account.accountId) ?? 0n }, now)
  })
}

async function readBalances(db: Queryable, accounts: readonly Account[]): Promise<HeldBalanceRow[]> {
  const [first] = accounts
  if (!first) return []
  if (accounts.length > 1)
    return findBalances(
      db,
      first.entityId,
      accounts.map(({ accountId }) => accountId),
    )
  const row = await getBalance(db, first.entityId, first.accountId)
  return row ? [row] : []
}

function figuresOf(row: HeldBalanceRow | undefined): Omit<BalanceFigures, 'pendingInMinor'> {
  if (!row) return { bookedMinor: 0n, held: { payment: 0n, trade: 0n, margin: 0n }, sequence: 0n }
  const { balanceMinor, heldMinor, heldTradeMinor: trade, heldMarginMinor: margin, sequence } = row
  return { bookedMinor: balanceMinor, held: { payment: heldMinor - trade - margin, trade, margin }, sequence }
}

/** Balances as they were at an instant, from the ledger. */
export const balancesAt = (
  db: Queryable,
  accounts: readonly Account[],
  pending: ReadonlyMap<string, bigint>,
  at: Date,
): Promise<BalanceOut[]> =>
  Promise.all(
    accounts.map(async (account) => {
      const { balanceMinor, held, sequence } = await balanceAt(db, account.entityId, account.accountId, at)
      const pendingInMinor = pending.get(account.accountId) ?? 0n
      return presentBalance(account, { bookedMinor: balanceMinor, held, sequence, pendingInMinor }, at)
    }),
  )
