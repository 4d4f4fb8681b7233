import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { findSameMoney, isDebitBooked, lockMessage, type MessageRow } from '../rails/index.ts'
import { COLUMNS, type PaymentRow } from '../record/queries.ts'
import { withoutBookedFunds } from './booked-before.ts'
import { isListed } from './contradiction-queries.ts'
import { type Effect, effectOf, EXPLANATIONS, newAgainst } from './report-rules.ts'
import { decideReversal } from './reversals.ts'

/** Returns true for a booked debit of a payment of which another one was booked before. */
export const isSecondDebit = async (tx: Tx, message: MessageRow): Promise<boolean> =>
  isBooking(message) && isDebitBooked(tx, message)

const isBooking = ({ status, amountMinor }: Pick<MessageRow, 'status' | 'amountMinor'>): boolean =>
  status === 'Sent' && amountMinor !== null

/** Returns the effect of a report that reverses no debit of the work list. */
export const plainEffect = (tx: Tx, payment: PaymentRow, message: MessageRow, isSecond: boolean): Promise<Effect> =>
  withoutBookedFunds(tx, payment, message, effectOf(payment, { ...message, isSecondDebit: isSecond }))

/** A report that will be on the work list, or a rejection without effect, for the answer to its bank's file. */
interface Contradiction {
  explanation: string
  /** Status of the payment after the reports before it. */
  paymentStatus: PaymentRow['status']
  /** True if the report also moves the payment: only a part of its money contradicts it. */
  isMoved: boolean
  /** False if the report has no effect. */
  isListed: boolean
}

const IN_VAIN = 'The rejection changes nothing: its payer has the money already.'

/**
 * Predicts the contradiction of a report that the transaction stored: its job applies it, after the waiting reports about its payment.
 * A return after a waiting return may be the same money over another channel, so that nothing is predicted of it.
 */
export async function predictContradiction(
  tx: Tx,
  entityId: string,
  messageId: string,
): Promise<Contradiction | undefined> {
  const message = await lockMessage(tx, entityId, messageId)
  invariant(message, 'the transaction stored the message')
  const [waiting, stored] = await Promise.all([
    listWaiting(tx, message), // before the payment: one that takes effect meanwhile is counted twice, not lost
    readPayment(tx, message),
  ])
  if (message.status === 'Returned' && waiting.some(({ status }) => status === 'Returned' || status === 'Failed'))
    return
  const { payment, listed } = afterWaiting(stored, waiting)
  if ((await findSameMoney(tx, message, payment)) !== undefined) return
  const reversed = await decideReversal(tx, payment, message)
  if (reversed && !reversed.effect) return
  const isSecond = (isBooking(message) && waiting.some(isBooking)) || (await isSecondDebit(tx, message))
  const effect = reversed?.effect ?? (await plainEffect(tx, payment, message, isSecond))
  const isMoved = effect.path.length > 0 || effect.returnMinor > 0n
  const isInVain = message.status === 'Failed' && payment.status !== 'Failed' && !isMoved
  if (!effect.against)
    return isInVain ? { explanation: IN_VAIN, paymentStatus: payment.status, isMoved, isListed: false } : undefined
  const { kind, isOnce } = effect.against
  const isKnown = isOnce && (listed.has(kind) || (await isListed(tx, payment, kind)))
  const against = newAgainst(payment, message, effect, isKnown) ?? effect.against // listed before: it contradicts again
  return {
    explanation: [EXPLANATIONS[against.kind], against.detail].filter(Boolean).join(' '),
    paymentStatus: payment.status,
    isMoved,
    isListed: true,
  }
}

type Waiting = Pick<MessageRow, 'status' | 'amountMinor' | 'currency' | 'alters'>

/** Returns the messages about the payment of a message that were stored before it and did not take effect yet, in their order. */
async function listWaiting(tx: Tx, { entityId, paymentId, messageId }: MessageRow): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>({
    name: 'list-waiting-rail-messages', // rail_messages_entity_id_payment_id_rail_ref_key
    text: `select status, amount_minor as "amountMinor", currency, alters from rail_messages
      where entity_id = $1 and payment_id = $2 and message_id < $3 and applied_at is null order by message_id`,
    values: [entityId, paymentId, messageId],
  })
  return rows
}

async function readPayment(tx: Tx, { entityId, paymentId }: MessageRow): Promise<PaymentRow> {
  const { rows } = await tx.query<PaymentRow>({
    name: 'read-payment-of-message',
    text: `select ${COLUMNS} from payments where entity_id = $1 and payment_id = $2`,
    values: [entityId, paymentId],
  })
  return rows[0]!
}

/** Returns a payment as it is after the waiting reports, and the kinds of entries that they put on the work list. */
function afterWaiting(stored: PaymentRow, waiting: readonly Waiting[]) {
  let payment = stored
  const listed = new Set<string>()
  for (const each of waiting) {
    const { path, returnMinor, against } = effectOf(payment, { ...each, isSecondDebit: false })
    const returnedMinor = returnMinor > 0n ? (payment.returnedMinor ?? 0n) + returnMinor : payment.returnedMinor
    payment = { ...payment, status: path.at(-1) ?? payment.status, returnedMinor }
    if (against) listed.add(against.kind)
  }
  return { payment, listed }
}
