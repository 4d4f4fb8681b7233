import type { Tx } from '../../kernel/db/db.ts'
import type { Day } from '../../kernel/values/days.ts'
import type { MessageRow, ReportedPayment, StoredReport } from './queries.ts'

/**
 * Channels by which a bank reports a return: the message between banks, and the booking on our account. Each reports every
 * return once, so a return of one channel is the same money as one of the other with its amount.
 */
const CHANNELS = ['pacs.004', 'camt.054'] as const
const BOOKING = 'camt.054'

const channelOf = (railRef: string) => CHANNELS.find((channel) => railRef.startsWith(`${channel} `))

/**
 * The message by which the money of a return was reported before: over the other channel, or by a rejection of a debit that
 * the bank had booked, which it books back. Each such message is matched once.
 *
 * @param payment locked
 * @returns the id of the earlier message
 */
export async function findSameMoney(
  tx: Tx,
  message: MessageRow,
  payment: { status: string; amountMinor: bigint; sentAt: Date | null },
): Promise<string | undefined> {
  const channel = channelOf(message.railRef)
  if (message.status !== 'Returned' || !channel || message.alters) return undefined
  const amountMinor = message.amountMinor ?? payment.amountMinor
  const isBookedBack =
    channel === BOOKING && payment.status === 'Failed' && payment.sentAt !== null && amountMinor === payment.amountMinor
  if (isBookedBack && message.currency === null) {
    const rejection = await unmatched(tx, message, { status: 'Failed', amountMinor: null, channel: '' })
    if (rejection) return rejection
  }
  const other = CHANNELS.find((each) => each !== channel)!
  return unmatched(tx, message, { status: 'Returned', amountMinor, channel: `${other} ` })
}

async function unmatched(
  tx: Tx,
  { entityId, paymentId, currency, messageId }: MessageRow,
  wanted: { status: 'Failed' | 'Returned'; amountMinor: bigint | null; channel: string },
): Promise<string | undefined> {
  const { rows } = await tx.query<{ messageId: string }>({
    name: 'find-unmatched-rail-message',
    text: `select m.message_id as "messageId" from rail_messages m
      where m.entity_id = $1 and m.payment_id = $2 and m.status = $3 and m.amount_minor is not distinct from $4
        and m.currency is not distinct from $5 and starts_with(m.rail_ref, $6) and m.message_id <> $7
        and m.outcome in ('Applied', 'Contradictory') and m.alters is null and m.same_as is null
        and not exists (select 1 from rail_messages s where s.entity_id = m.entity_id and s.same_as = m.message_id)
      order by m.applied_at, m.message_id limit 1`,
    values: [entityId, paymentId, wanted.status, wanted.amountMinor, currency, wanted.channel, messageId],
  })
  return rows[0]?.messageId
}

/**
 * Returns true if another booked debit of the payment of a message took effect before. Earlier releases stored bookings
 * without their amount; an operator's report without one is not a booking.
 */
export async function isDebitBooked(
  tx: Tx,
  { entityId, paymentId, messageId }: Pick<MessageRow, 'entityId' | 'paymentId' | 'messageId'>,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'find-booked-debit',
    text: `select 1 from rail_messages where entity_id = $1 and payment_id = $2 and message_id <> $3 and status = 'Sent'
        and (amount_minor is not null or rail_ref like 'camt.054 %') and alters is null and applied_at is not null
      limit 1`,
    values: [entityId, paymentId, messageId],
  })
  return rowCount === 1
}

/**
 * Returns the parts of an entry of a bank that are stored as debits or returns of payments, on its value date if it has one.
 * Earlier releases stored them without their day: the sums without them come first, then those with them.
 */
export async function reportedOfEntry(
  tx: Tx,
  entry: {
    adapter: string
    entryReference: string
    currency: string
    status: 'Sent' | 'Returned'
    valueDate: Day | null
  },
): Promise<{ count: number; sums: [bigint, bigint] }> {
  const { adapter, entryReference, currency, status, valueDate } = entry
  const { rows } = await tx.query<{ count: number; dated: bigint; undated: bigint }>({
    name: 'sum-rail-messages-of-entry', // rail_messages_of_entries
    text: `select count(*)::int as count, coalesce(sum(m.amount_minor) filter (where m.value_date is not null), 0)::bigint as dated,
        coalesce(sum(m.amount_minor) filter (where m.value_date is null), 0)::bigint as undated
      from rail_messages m join payments p on p.entity_id = m.entity_id and p.payment_id = m.payment_id
      where m.entry_reference = $1 and m.adapter = $2 and m.status = $3 and coalesce(m.currency, p.currency) = $4
        and ($5::date is null or m.value_date is null or m.value_date = $5)`,
    values: [entryReference, adapter, status, currency, valueDate],
  })
  const { count, dated, undated } = rows[0]!
  return { count, sums: [dated, dated + undated] }
}

/** Returns the messages about a payment that are stored under the place of a part in an entry. */
export async function listMessagesOfEntry(
  tx: Tx,
  { entityId, paymentId }: Pick<ReportedPayment, 'entityId' | 'paymentId'>,
  { start, end }: { start: string; end: string },
): Promise<StoredReport[]> {
  const { rows } = await tx.query<StoredReport>({
    name: 'list-rail-messages-of-entry',
    text: `select message_id as "messageId", status, reason, amount_minor as "amountMinor", currency
      from rail_messages where entity_id = $1 and payment_id = $2 and starts_with(rail_ref, $3)
        and ltrim(substr(rail_ref, length($3) + 1), '0123456789') = $4 and length(rail_ref) > length($3) + length($4)`,
    values: [entityId, paymentId, start, end],
  })
  return rows
}

/** Returns the messages about a payment that report a return with an id of the bank, with any contents, in their order. */
export async function listReturnsOfId(
  tx: Tx,
  { entityId, paymentId }: Pick<ReportedPayment, 'entityId' | 'paymentId'>,
  returnId: string,
): Promise<StoredReport[]> {
  const { rows } = await tx.query<StoredReport>({
    name: 'list-returns-of-id',
    text: `select message_id as "messageId", status, reason, amount_minor as "amountMinor", currency
      from rail_messages where entity_id = $1 and payment_id = $2 and status = 'Returned' and rail_ref like 'pacs.004 %'
        and (right(rail_ref, length($3) + 1) = '/' || $3 or strpos(rail_ref, '/' || $3 || ' (Returned ') > 0)
      order by received_at, message_id`,
    values: [entityId, paymentId, returnId],
  })
  return rows
}
