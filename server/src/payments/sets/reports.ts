import { cancelWork, type SetHandler } from '../../kernel/jobs/work.ts'
import { lockMessages, markAllApplied, type MessageRow, REPORT_WORK } from '../rails/index.ts'
import { lockPayments, type PaymentRow } from '../record/queries.ts'
import { advanceAll } from './advance-all.ts'
import { crossSent } from './sent.ts'

/** Reports that move a payment by one step: each with the state that it follows. */
const FOLLOWS = { Sent: 'Submitted', Completed: 'Sent' } as const
type Plain = keyof typeof FOLLOWS

/** A payment with the plain reports that take it on, in the order of their states. */
interface Reported {
  payment: PaymentRow
  messages: MessageRow[]
}

/**
 * Applies reports of debits and settlements in the expected order, as `reportWork` does with one; with them the other due
 * ones of the same payments, so that a payment that is debited and settled is written once. It leaves all others: those
 * with a reason, out of order, or about returns.
 */
export const reportSet: SetHandler = async (tx, works, act) => {
  const [{ entityId }] = works as [(typeof works)[number]]
  const given = new Set(works.map(({ resourceId }) => resourceId))
  const messages = await lockMessages(tx, entityId, [...given], act.at)
  const open = messages.filter(({ appliedAt }) => appliedAt === null)
  const ids = [...new Set(open.map(({ paymentId }) => paymentId))]
  const moving = movesOf(await lockPayments(tx, entityId, ids), open)
  if (moving.length === 0) return new Set()
  const moves = moving.map(({ payment, messages: taken }) => ({
    payment,
    path: taken.map(({ status }) => status as Plain),
  }))
  const done = moving.flatMap(({ messages: taken }) => taken.map(({ messageId }) => messageId))
  await Promise.all([markAllApplied(tx, entityId, done, act.at), advanceAll(tx, moves, act)]) // one round trip
  for (const resourceId of done.filter((id) => !given.has(id)))
    await cancelWork(tx, { entityId, kind: REPORT_WORK, resourceId })
  const sent = moves.filter(({ path }) => path[0] === 'Sent').map(({ payment }) => payment)
  if (sent.length > 0) await crossSent(tx, sent, act.at) // last: its balances are locked for few statements
  return new Set(done)
}

/** Returns the payments that plain reports move, each with those reports. */
function movesOf(payments: readonly PaymentRow[], open: readonly MessageRow[]): Reported[] {
  const reported = new Map(payments.map((payment) => [payment.paymentId, { payment, messages: [] as MessageRow[] }]))
  for (const status of ['Sent', 'Completed'] as const) {
    for (const message of open) {
      const about = reported.get(message.paymentId)
      const current = about && (about.messages.at(-1)?.status ?? about.payment.status)
      if (isPlain(message, status) && current === FOLLOWS[status]) about!.messages.push(message)
    }
  }
  return [...reported.values()].filter(({ messages }) => messages.length > 0)
}

const isPlain = ({ status, reason, alters }: MessageRow, expected: Plain): boolean =>
  status === expected && reason === null && alters === null
