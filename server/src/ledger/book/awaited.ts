import type { Act } from '../../kernel/values/act.ts'
import { type Queryable, raiseAtCommit, type Tx } from '../../kernel/db/db.ts'
import { availableOf } from './rules.ts'
import { BALANCE } from './queries.ts'
import type { BalanceRow } from './types.ts'

/**
 * Kind of the job that distributes an account's money to waiting items; the resource is the account. The database
 * schedules it (trigger balances_distribute) whenever the available balance of an awaited account rises.
 */
export const DISTRIBUTE_FUNDS = 'account.distributeFunds'

/** An account that something waits for. */
export interface AwaitedAccount {
  entityId: string
  accountId: string
}

/**
 * Marks an account as awaited until its distribution finds no waiting item. Call it in the transaction that makes an
 * item wait for money, after the rejected posting. It locks the account's balance and schedules one distribution, which
 * sees all money that arrived meanwhile.
 *
 * @param at business time
 */
export async function awaitMoney(tx: Tx, { entityId, accountId }: AwaitedAccount, at: Date): Promise<void> {
  const text = 'update balances set awaited = awaited + 1, awaited_at = $3 where entity_id = $1 and account_id = $2'
  await raiseAtCommit(tx, () => tx.query({ name: 'await-money', text, values: [entityId, accountId, at] }))
}

/** Values that a distribution compares at its start and end. */
export interface AwaitedBalance {
  /** Minor units, without holds and floor; 0 while the account is blocked. */
  availableMinor: bigint
  awaited: bigint
}

/** Reads an account's available balance and its awaited mark; undefined if no such account is open. */
export async function findAwaited(db: Queryable, account: AwaitedAccount): Promise<AwaitedBalance | undefined> {
  const { rows } = await db.query<BalanceRow & { awaited: bigint }>({
    name: 'find-awaited',
    text: `select ${BALANCE}, awaited from balances where entity_id = $1 and account_id = $2`,
    values: [account.entityId, account.accountId],
  })
  const [balance] = rows
  return balance && { availableMinor: balance.blocked ? 0n : availableOf(balance), awaited: balance.awaited }
}

/** Takes the mark of `awaitMoney` off; the caller has locked the balance and found that nothing waits. */
export async function stopAwaiting(tx: Tx, { entityId, accountId }: AwaitedAccount): Promise<void> {
  await tx.query({
    name: 'stop-awaiting',
    text: 'update balances set awaited = 0 where entity_id = $1 and account_id = $2',
    values: [entityId, accountId],
  })
}

/** Outcome of paying a waiting item: done (paid or ended), short of money, or not payable for another reason. */
export type Funding = 'Paid' | 'Short' | 'Passed'

/** Things of one class that wait for the money of an account, as a distribution sees them. */
export interface FundingClass {
  /** Their ids, those first that get money first; a page of them is enough. */
  waiting(tx: Tx, account: AwaitedAccount, at: Date): Promise<string[]>
  /** Pays one item. Its changes are undone unless it returns `Paid`. */
  pay(tx: Tx, account: AwaitedAccount & AwaitedBalance, id: string, act: Act): Promise<Funding>
}
