import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { availableOf } from './rules.ts'
import { BALANCE } from './queries.ts'
import type { BalanceRow } from './types.ts'

/**
 * Kind of the job that gives the money of an account to what waits for it; the resource is the account. The database
 * schedules it (trigger balances_distribute) whenever the available balance of an awaited account rises.
 */
export const DISTRIBUTE_FUNDS = 'account.distributeFunds'

/** An account that something waits for. */
export interface AwaitedAccount {
  entityId: string
  accountId: string
}

/**
 * Marks an account as awaited, from now until its distribution finds that nothing waits any more. Call it in the
 * transaction that makes something wait for money, after the posting that was refused. It locks the account's balance, and
 * schedules one distribution, which sees whatever arrived meanwhile.
 *
 * @param at business time
 */
export async function awaitMoney(tx: Tx, { entityId, accountId }: AwaitedAccount, at: Date): Promise<void> {
  await tx.query({
    name: 'await-money',
    text: 'update balances set awaited = awaited + 1, awaited_at = $3 where entity_id = $1 and account_id = $2',
    values: [entityId, accountId, at],
  })
}

/** What a distribution compares at its beginning and its end. */
export interface AwaitedBalance {
  /** Minor units, without holds and floor; 0 while the account is blocked. */
  availableMinor: bigint
  awaited: bigint
}

/** Reads what an account has available, and whether something waits for it; undefined when no such account is open. */
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

/** What came of paying one of those that wait: done with (paid, or ended), short of money, or not payable for another reason. */
export type Funding = 'Paid' | 'Short' | 'Passed'

/** Things of one class that wait for the money of an account, as a distribution sees them. */
export interface FundingClass {
  /** Their ids, those first that get money first; a page of them is enough. */
  waiting(tx: Tx, account: AwaitedAccount, at: Date): Promise<string[]>
  /** Pays one. What it wrote is undone unless it returns `Paid`. */
  pay(tx: Tx, account: AwaitedAccount & AwaitedBalance, id: string, at: Date): Promise<Funding>
}
