import type { Tx } from '../../kernel/db/db.ts'
import type { SetHandler } from '../../kernel/jobs/work.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { postAtCommit } from '../../ledger/index.ts'
import { holdCommand } from '../lifecycle/money.ts'
import { isUsable } from '../lifecycle/progress.ts'
import type { Step } from '../lifecycle/transitions.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import { lockPayments, type PaymentRow } from '../record/queries.ts'
import { advanceAll } from './advance-all.ts'
import { candidatesOf, present } from './candidates.ts'

type Deps = Pick<PaymentWorkDeps, 'calendars' | 'findAccount'>

/**
 * Holds the money of scheduled payments whose date has come, as `proceed` does with one: it leaves those that pay out a trade, are
 * late, need approvals, or whose account or payee changed. The set fails if money is missing for one of them.
 */
export const scheduledSet =
  (deps: Deps): SetHandler =>
  async (tx, works, act) => {
    const [{ entityId }] = works as [(typeof works)[number]]
    const ids = works.map(({ resourceId }) => resourceId)
    const waiting = (await lockPayments(tx, entityId, ids)).filter(({ status }) => status === 'Scheduled')
    const funded = waiting.filter(({ tradeId }) => tradeId === null)
    const usable = await usableOf(tx, deps, funded)
    const candidates = await candidatesOf(tx, entityId, funded, deps, act)
    const ready = candidates.map(({ payment }) => payment).filter(({ accountId }) => usable.has(accountId))
    if (ready.length > 0) await holdAll(tx, ready, act)
    const left = new Set(waiting.map(({ paymentId }) => paymentId))
    return new Set([...ids.filter((id) => !left.has(id)), ...ready.map(({ paymentId }) => paymentId)])
  }

/** Returns the accounts that payments may leave from now. */
async function usableOf(tx: Tx, { findAccount }: Deps, payments: readonly PaymentRow[]): Promise<Set<string>> {
  const usable = new Set<string>()
  for (const accountId of present(payments.map((payment) => payment.accountId)))
    if (isUsable(await findAccount(tx, payments[0]!.entityId, accountId))) usable.add(accountId)
  return usable
}

/** Takes payments to screening, and holds the money of those that have no hold yet: one that was moved to a later date kept its own. */
async function holdAll(tx: Tx, payments: readonly PaymentRow[], step: Step): Promise<void> {
  const held = payments.map((payment) => ({ ...payment, holdId: payment.holdId ?? newUuid() }))
  const moves = held.map(({ holdId }, i) => ({
    payment: payments[i]!,
    path: ['Screening'] as const,
    changes: { holdId },
  }))
  await advanceAll(tx, moves, step)
  const unheld = held.filter((_, i) => payments[i]!.holdId === null)
  postAtCommit(
    tx,
    unheld.map((payment) => holdCommand(payment)),
    step.at,
  )
}
