import type { Queryable } from '../kernel/db/db.ts'
import { balanceAt, type BalanceRow, findBalances, getBalance, heldByPurpose } from '../ledger/index.ts'
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

/** Balances of accounts of one entity as they are now, in the order of the accounts. One read, and one more for each account with holds. */
export async function balancesNow(
  db: Queryable,
  accounts: readonly Account[],
  pending: ReadonlyMap<string, bigint>,
  now: Date,
): Promise<BalanceOut[]> {
  const rows = await readBalances(db, accounts)
  const found = new Map(rows.map((row) => [row.accountId, row]))
  return Promise.all(
    accounts.map(async (account) => {
      const figures = await figuresNow(db, found.get(account.accountId))
      return presentBalance(account, { ...figures, pendingInMinor: pending.get(account.accountId) ?? 0n }, now)
    }),
  )
}

async function readBalances(db: Queryable, accounts: readonly Account[]): Promise<BalanceRow[]> {
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

const NOTHING_HELD = { payment: 0n, trade: 0n, margin: 0n }

async function figuresNow(db: Queryable, row: BalanceRow | undefined): Promise<Omit<BalanceFigures, 'pendingInMinor'>> {
  if (!row) return { bookedMinor: 0n, held: NOTHING_HELD, sequence: 0n }
  const held = row.heldMinor === 0n ? {} : await heldByPurpose(db, row.entityId, row.accountId)
  return { bookedMinor: row.balanceMinor, held: { ...NOTHING_HELD, ...held }, sequence: row.sequence }
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
