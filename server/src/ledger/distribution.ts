import type { Act } from '../kernel/values/act.ts'
import { inSavepoint, type Tx } from '../kernel/db/db.ts'
import { scheduleWork, type WorkHandler } from '../kernel/jobs/work.ts'
import {
  type AwaitedAccount,
  type AwaitedBalance,
  DISTRIBUTE_FUNDS,
  findAwaited,
  type Funding,
  type FundingClass,
  stopAwaiting,
} from './book/awaited.ts'
import { lockBalances } from './book/queries.ts'

/**
 * Handles the job `account.distributeFunds`: pays one item waiting for an account's money and runs again until no item
 * waits or the money is used up. In each class the first unaffordable item stops the queue, so that smaller later ones
 * cannot starve it; the rest goes to the next class. Each transaction pays one item and failed attempts are undone, so
 * that locks follow the usual order.
 */
export const distributionHandler =
  (classes: readonly FundingClass[]): WorkHandler =>
  async (tx, { entityId, resourceId: accountId }, act) => {
    const { at } = act
    const account = { entityId, accountId }
    const before = await findAwaited(tx, account)
    if (!before) return
    const again = () => scheduleWork(tx, { entityId, kind: DISTRIBUTE_FUNDS, resourceId: accountId, dueAt: at })
    for (const each of classes) if (await payFirst(tx, each, { ...account, ...before }, act)) return again()
    if (await hasChanged(tx, account, before)) return again()
    if (!(await isAwaited(tx, classes, account, at))) await stopAwaiting(tx, account)
  }

/** Pays the first that can be paid. @returns whether one was */
async function payFirst(
  tx: Tx,
  queue: FundingClass,
  account: AwaitedAccount & AwaitedBalance,
  act: Act,
): Promise<boolean> {
  for (const id of await queue.waiting(tx, account, act.at)) {
    const funding = await paidOrUndone(tx, () => queue.pay(tx, account, id, act))
    if (funding !== 'Passed') return funding === 'Paid'
  }
  return false
}

/** Carries the outcome of an attempt out of its savepoint. */
class Undone {
  readonly funding: Funding
  constructor(funding: Funding) {
    this.funding = funding
  }
}

const paidOrUndone = (tx: Tx, pay: () => Promise<Funding>): Promise<Funding> =>
  inSavepoint(tx, async () => {
    const funding = await pay()
    if (funding !== 'Paid') throw new Undone(funding)
    return funding
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error.funding
    throw error
  })

/** Locks the balance and compares it. A transaction that adds money or begins to wait afterwards schedules its own distribution. */
async function hasChanged(tx: Tx, account: AwaitedAccount, before: AwaitedBalance): Promise<boolean> {
  await lockBalances(tx, account.entityId, [account.accountId])
  const now = (await findAwaited(tx, account))!
  return now.awaited !== before.awaited || now.availableMinor > before.availableMinor
}

async function isAwaited(
  tx: Tx,
  classes: readonly FundingClass[],
  account: AwaitedAccount,
  at: Date,
): Promise<boolean> {
  for (const queue of classes) if ((await queue.waiting(tx, account, at)).length > 0) return true
  return false
}
