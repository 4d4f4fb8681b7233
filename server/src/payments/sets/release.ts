import { type PayeeOrder, payeeOf } from '../../beneficiaries/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { SetHandler } from '../../kernel/jobs/work.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { postJournals } from '../../ledger/index.ts'
import { instructionOf } from '../lifecycle/instruction.ts'
import { releaseCommand } from '../lifecycle/money.ts'
import { frozen } from '../lifecycle/progress.ts'
import type { Step } from '../lifecycle/transitions.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import { heldBackOf } from '../record/batch-queries.ts'
import { lockPayments, type PaymentRow } from '../record/queries.ts'
import { instructAll } from '../rails/index.ts'
import { advanceAll } from './advance-all.ts'
import { type Candidate, candidatesOf, present } from './candidates.ts'

type Deps = Pick<PaymentWorkDeps, 'policies' | 'calendars' | 'rails'>

/**
 * Screens payments and releases those that nothing stops, as `screen` does with one, and hands them over: it leaves those that are late, need
 * approvals or a review, wait for their batch, or whose payee changed.
 */
export const releaseSet =
  (deps: Deps): SetHandler =>
  async (tx, works, act) => {
    const [{ entityId }] = works as [(typeof works)[number]]
    const ids = works.map(({ resourceId }) => resourceId)
    const locked = await lockPayments(tx, entityId, ids)
    const heldBack = await heldBackOf(tx, entityId, present(locked.map(({ batchId }) => batchId)))
    // The batch makes the jobs of its payments due again when it is whole.
    const isDue = ({ status, batchId }: PaymentRow) =>
      status === 'Screening' && (batchId === null || !heldBack.has(batchId))
    const due = new Map(locked.filter(isDue).map((payment) => [payment.paymentId, payment]))
    const ready: Candidate[] = []
    for (const candidate of await candidatesOf(tx, entityId, [...due.values()], deps, act))
      if (await passes(tx, candidate, deps, act)) ready.push(candidate)
    if (ready.length > 0) await releaseAll(tx, deps.rails, { entityId, ready }, act)
    return new Set([...ids.filter((id) => !due.has(id)), ...ready.map(({ payment }) => payment.paymentId)])
  }

async function passes(tx: Tx, { payment, payee }: Candidate, { policies }: Deps, { at, wall }: Step): Promise<boolean> {
  const details = payee ? payeeOf(payee) : (payment.beneficiarySnapshot as unknown as PayeeOrder)
  return (await policies.screen(tx, payment, details, { stage: 'Release', at, wall })) === 'Pass'
}

/** Releases payments, and hands them over to adapters that make no external call, with one statement per table. */
async function releaseAll(
  tx: Tx,
  rails: Deps['rails'],
  { entityId, ready }: { entityId: string; ready: readonly Candidate[] },
  step: Step,
): Promise<void> {
  const payments = ready.map(({ payment }) => payment)
  const snapshots = ready.map(({ payee }) => payee && frozen(payee))
  const commands = payments.map((payment, i) => ({ ...releaseCommand(payment, snapshots[i]), journalId: newUuid() }))
  const moves = payments.map((payment, i) => ({
    payment,
    path: ['Submitted'] as const,
    changes: {
      holdId: null,
      releaseJournalId: commands[i]!.journalId,
      beneficiarySnapshot: snapshots[i] ?? payment.beneficiarySnapshot,
    },
  }))
  const orders = (await advanceAll(tx, moves, step)).map((row) => ({
    paymentId: row.paymentId,
    accountId: row.accountId,
    instruction: instructionOf(row, row.beneficiarySnapshot!),
    at: step.at,
  }))
  await instructAll(tx, rails, entityId, orders)
  await postJournals(tx, commands, step.at) // last: its balances are locked for few statements; events show them
}
