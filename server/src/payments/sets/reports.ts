import type { Tx } from '../../kernel/db/db.ts'
import type { SetHandler } from '../../kernel/jobs/work.ts'
import { crossAll, sentMove } from '../lifecycle/money.ts'
import type { Step } from '../lifecycle/transitions.ts'
import { lockMessages, markAllApplied, type MessageRow } from '../rails/index.ts'
import { lockPayments, type PaymentRow } from '../record/queries.ts'
import { advanceAll } from './advance-all.ts'

/** Reports that move a payment by one step: each with the state that it follows. */
const FOLLOWS = { Sent: 'Submitted', Completed: 'Sent' } as const
type Plain = keyof typeof FOLLOWS

/**
 * Applies reports of debits and settlements in the expected order, as `reportWork` does with one. It leaves all others:
 * those with a reason, out of order, or about returns.
 */
export const reportSet: SetHandler = async (tx, works, act) => {
  const [{ entityId }] = works as [(typeof works)[number]]
  const messages = await lockMessages(
    tx,
    entityId,
    works.map(({ resourceId }) => resourceId),
  )
  const open = messages.filter(({ appliedAt }) => appliedAt === null)
  const ids = [...new Set(open.map(({ paymentId }) => paymentId))]
  const payments = new Map((await lockPayments(tx, entityId, ids)).map((payment) => [payment.paymentId, payment]))
  const done: string[] = []
  for (const status of ['Sent', 'Completed'] as const) {
    const plain = open.filter((message) => isPlain(message, status, payments.get(message.paymentId)))
    if (plain.length === 0) continue
    const moving = plain.map(({ paymentId }) => payments.get(paymentId)!)
    for (const row of await moved(tx, entityId, status, moving, act)) payments.set(row.paymentId, row)
    done.push(...plain.map(({ messageId }) => messageId))
  }
  if (done.length > 0) await markAllApplied(tx, entityId, done, act.at)
  return new Set(done)
}

const isPlain = (message: MessageRow, status: Plain, payment: PaymentRow | undefined): boolean =>
  message.status === status && message.reason === null && message.alters === null && payment?.status === FOLLOWS[status]

/** Moves payments to the state of a report, with their money. */
async function moved(tx: Tx, entityId: string, to: Plain, payments: readonly PaymentRow[], step: Step) {
  const post = to === 'Sent' && { post: () => crossAll(tx, payments.map(sentMove), step.at) }
  return advanceAll(tx, { entityId, to, payments, ...post }, step)
}
