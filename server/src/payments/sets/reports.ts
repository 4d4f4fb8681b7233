import { cancelWork, type SetHandler } from '../../kernel/jobs/work.ts'
import { lockMessages, markAllApplied, type MessageRow, REPORT_WORK } from '../rails/index.ts'
import { lockPayments, type PaymentRow } from '../record/queries.ts'
import { advanceAll } from './advance-all.ts'
import { crossSent } from './sent.ts'

/** Reports that move a payment by one step: each with the state that it follows. */
const FOLLOWS = { Sent: 'Submitted', Completed: 'Sent' } as const
type Plain = keyof typeof FOLLOWS

/** A payment with the plain reports that take it on, in the order of their receipt. */
interface Reported {
  payment: PaymentRow
  messages: MessageRow[]
}

/**
 * Applies reports of debits and settlements in the expected order, as `reportWork` does with one; with them the other due
 * ones of the same payments, so that a payment that is debited and settled is written once. It leaves the first report of a
 * payment that has a reason, is out of order or about a return, and all that were received after it.
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

/**
 * Returns the payments that plain reports move, each with those reports: its open reports in the order of their receipt, up
 * to the first that is not plain.
 */
function movesOf(payments: readonly PaymentRow[], open: readonly MessageRow[]): Reported[] {
  const received = open.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || byId(a, b))
  const ofPayment = new Map<string, MessageRow[]>(payments.map(({ paymentId }) => [paymentId, []]))
  for (const message of received) ofPayment.get(message.paymentId)?.push(message)
  return payments
    .map((payment) => ({ payment, messages: plainFirst(payment, ofPayment.get(payment.paymentId)!) }))
    .filter(({ messages }) => messages.length > 0)
}

/** Reports that count from the same instant are applied in the order in which they were stored. */
const byId = (a: MessageRow, b: MessageRow): number => (a.messageId < b.messageId ? -1 : 1)

/** Returns the reports before the first that is not plain, or not the next step of the payment. */
function plainFirst(payment: PaymentRow, messages: readonly MessageRow[]): MessageRow[] {
  let current: string = payment.status
  const end = messages.findIndex((message) => {
    if (!isPlain(message, payment) || current !== FOLLOWS[message.status]) return true
    current = message.status
    return false
  })
  return messages.slice(0, end < 0 ? undefined : end)
}

const isPlain = (
  message: MessageRow,
  { amountMinor }: Pick<PaymentRow, 'amountMinor'>,
): message is MessageRow & { status: Plain } =>
  message.status in FOLLOWS &&
  message.reason === null &&
  message.alters === null &&
  (message.amountMinor ?? amountMinor) === amountMinor
