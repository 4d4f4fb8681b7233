import { bool, date, instant, minor, nullable, oneOf, type Row, table, text, uuid } from '../../kernel/db/table.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Day } from '../../kernel/values/days.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { columnOf } from '../../kernel/db/arrays.ts'
import { asSent } from './as-sent.ts'
import type { RailInstruction, RailReport } from './rail.ts'

export interface InstructionRow {
  entityId: string
  paymentId: string
  body: RailInstruction
  /** The adapter that it is handed to; null before it is chosen. */
  adapter: string | null
  submittedAt: Date | null
  /** True while its payment is Submitted: no report has moved it on, so that it is still to be handed over. */
  isDue: boolean
  /** The client's instruction for a payment that misses its date. */
  ifDateMissed: string | null
}

export interface MessageRow {
  entityId: string
  messageId: string
  paymentId: string
  uetr: string
  /** The bank's reference. */
  railRef: string
  status: RailReport['status']
  reason: string | null
  /** Amount of a return, null for the full unreturned amount; or of a debit that the bank booked. */
  amountMinor: bigint | null
  /** Currency of `amountMinor`, if it differs from the payment's. */
  currency: string | null
  /** The earlier message whose reference the bank used again for another amount. */
  alters: string | null
  /** True of a return that is only the reversal of a booking. */
  isReversal: boolean
  receivedAt: Date
  appliedAt: Date | null
}

export async function insertInstruction(
  tx: Tx,
  row: { entityId: string; paymentId: string; body: RailInstruction; at: Date },
): Promise<void> {
  await tx.query({
    name: 'insert-rail-instruction',
    text: `insert into rail_instructions (entity_id, payment_id, uetr, rail, body, created_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [row.entityId, row.paymentId, row.body.uetr, row.body.rail, JSON.stringify(row.body), row.at],
  })
}

/** Stores an instruction for each payment of an entity, with the adapter that has it. */
export async function insertInstructions(
  tx: Tx,
  entityId: string,
  rows: readonly { paymentId: string; body: RailInstruction; adapter: string; at: Date }[],
): Promise<void> {
  await tx.query({
    name: 'insert-rail-instructions',
    text: `insert into rail_instructions (entity_id, payment_id, uetr, rail, body, adapter, created_at, submitted_at)
      select $1, payment_id, (body->>'uetr')::uuid, body->>'rail', body, adapter, at, at
      from unnest($2::uuid[], $3::jsonb[], $4::text[], $5::timestamptz[]) as given (payment_id, body, adapter, at)`,
    values: [
      entityId,
      columnOf('uuid', rows, ({ paymentId }) => paymentId),
      columnOf('jsonb', rows, ({ body }) => JSON.stringify(body)),
      columnOf('text', rows, ({ adapter }) => adapter),
      columnOf('timestamptz', rows, ({ at }) => at),
    ],
  })
}

/** Locks several payments of an entity with their instructions, by id ascending, and reads their accounts. */
export async function lockInstructions(
  tx: Tx,
  entityId: string,
  paymentIds: readonly string[],
): Promise<(InstructionRow & { accountId: string })[]> {
  const { rows } = await tx.query<InstructionRow & { accountId: string }>({
    name: 'lock-rail-instructions',
    text: `select i.entity_id as "entityId", i.payment_id as "paymentId", p.account_id as "accountId", i.body, i.adapter,
        i.submitted_at as "submittedAt", p.status = 'Submitted' as "isDue", p.details->>'ifDateMissed' as "ifDateMissed"
      from payments p join rail_instructions i on i.entity_id = p.entity_id and i.payment_id = p.payment_id
      where p.entity_id = $1 and p.payment_id = any($2) order by p.payment_id for no key update of p, i`,
    values: [entityId, paymentIds],
  })
  return rows
}

/** Locks a payment with its instruction. Each step of the payment holds the first lock. */
export async function lockInstruction(
  tx: Tx,
  entityId: string,
  paymentId: string,
): Promise<InstructionRow | undefined> {
  const found = await tx.query<InstructionRow>({
    name: 'lock-rail-instruction',
    text: `select i.entity_id as "entityId", i.payment_id as "paymentId", i.body, i.adapter, i.submitted_at as "submittedAt",
        p.status = 'Submitted' as "isDue", p.details->>'ifDateMissed' as "ifDateMissed"
      from payments p join rail_instructions i on i.entity_id = p.entity_id and i.payment_id = p.payment_id
      where p.entity_id = $1 and p.payment_id = $2 for no key update of p, i`,
    values: [entityId, paymentId],
  })
  return found.rows[0]
}

/** Returns true if an adapter was chosen for a payment and its first call is not known to have succeeded: the bank may have it. */
export async function isUnderWay(tx: Tx, entityId: string, paymentId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'find-rail-instruction-under-way',
    text: `select 1 from rail_instructions
      where entity_id = $1 and payment_id = $2 and adapter is not null and submitted_at is null`,
    values: [entityId, paymentId],
  })
  return rowCount === 1
}

/**
 * Returns the payments of an entity that a report by hand is about to move on from Submitted. Call it under their locks, in a
 * statement of its own: it sees the reports that were stored before.
 */
export async function reportedByHand(tx: Tx, entityId: string, paymentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ paymentId: string }>({
    name: 'find-reports-by-hand',
    text: `select payment_id as "paymentId" from rail_messages
      where entity_id = $1 and payment_id = any($2) and adapter is null and applied_at is null
        and status in ('Sent', 'Completed', 'Failed')`,
    values: [entityId, paymentIds],
  })
  return new Set(rows.map(({ paymentId }) => paymentId))
}

/** Returns true if an operator reported a payment as Failed. */
export async function isFailedByHand(tx: Tx, entityId: string, paymentId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'find-failure-by-hand',
    text: `select 1 from rail_messages
      where entity_id = $1 and payment_id = $2 and adapter is null and status = 'Failed' limit 1`,
    values: [entityId, paymentId],
  })
  return rowCount === 1
}

/** Stores the adapter of a locked instruction, before it is called. */
export async function storeAdapter(tx: Tx, { entityId, paymentId }: InstructionRow, adapter: string): Promise<void> {
  await tx.query({
    name: 'store-rail-adapter',
    text: 'update rail_instructions set adapter = $3 where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId, adapter],
  })
}

/** Stores that an adapter has the payment of a locked instruction. */
export async function markSubmitted(
  tx: Tx,
  { entityId, paymentId }: InstructionRow,
  adapter: string,
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'mark-rail-instruction-submitted',
    text: 'update rail_instructions set submitted_at = $3, adapter = $4 where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId, at, adapter],
  })
}

/** Stores that an adapter has the payments of locked instructions of an entity. */
export async function markAllSubmitted(
  tx: Tx,
  entityId: string,
  rows: readonly { paymentId: string; adapter: string }[],
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'mark-rail-instructions-submitted',
    text: `update rail_instructions i set submitted_at = $4, adapter = given.adapter
      from unnest($2::uuid[], $3::text[]) as given (payment_id, adapter)
      where i.entity_id = $1 and i.payment_id = given.payment_id`,
    values: [entityId, rows.map(({ paymentId }) => paymentId), rows.map(({ adapter }) => adapter), at],
  })
}

/** A payment that a report is about. */
export interface ReportedPayment {
  entityId: string
  paymentId: string
  accountId: string
  currency: string
  /** True once it is released to a rail. */
  isInstructed: boolean
  adapter: string | null
  submittedAt: Date | null
}

/** Locks the payment of a report by hand, so that its hand-over does not begin meanwhile. */
export async function lockReported(tx: Tx, { entityId, paymentId }: ReportedPayment): Promise<void> {
  await tx.query({
    name: 'lock-reported-payment',
    text: 'select 1 from payments where entity_id = $1 and payment_id = $2 for no key update',
    values: [entityId, paymentId],
  })
}

/** The payment with a uetr, whether it was handed over or not. */
export async function findReported(tx: Tx, uetr: string): Promise<ReportedPayment | undefined> {
  const { rows } = await tx.query<ReportedPayment>({
    name: 'find-reported-payment',
    text: `select p.entity_id as "entityId", p.payment_id as "paymentId", p.account_id as "accountId",
        p.currency, i.payment_id is not null as "isInstructed",
        i.adapter, i.submitted_at as "submittedAt"
      from payments p left join rail_instructions i on i.entity_id = p.entity_id and i.payment_id = p.payment_id
      where p.uetr = $1`,
    values: [uetr],
  })
  return rows[0]
}

export interface StoredReport {
  messageId: string
  status: RailReport['status']
  reason: string | null
  amountMinor: bigint | null
  currency: string | null
}

/** Returns the message about a payment that is stored under a reference of the bank. */
export async function findMessage(
  tx: Tx,
  { entityId, paymentId }: Pick<ReportedPayment, 'entityId' | 'paymentId'>,
  railRef: string,
): Promise<StoredReport | undefined> {
  const { rows } = await tx.query<StoredReport>({
    name: 'find-rail-message',
    text: `select message_id as "messageId", status, reason, amount_minor as "amountMinor", currency
      from rail_messages where entity_id = $1 and payment_id = $2 and rail_ref = $3`,
    values: [entityId, paymentId, railRef],
  })
  return rows[0]
}

const messages = table('rail_messages', {
  entityId: uuid,
  messageId: uuid,
  paymentId: uuid,
  uetr: uuid,
  railRef: text,
  status: oneOf<RailReport['status']>(),
  reason: nullable(text),
  amountMinor: nullable(minor),
  currency: nullable(text),
  alters: nullable(uuid),
  sameAs: nullable(uuid),
  receivedAt: instant,
  appliedAt: nullable(instant),
  outcome: nullable(text),
  adapter: nullable(text),
  isReversal: bool,
  entryReference: nullable(text),
  /** The day of the bank from which the money of the entry counts. */
  valueDate: nullable(date),
})

const newMessage = messages.insert({
  name: 'insert-rail-message',
  except: ['sameAs', 'appliedAt', 'outcome'],
  ending: 'on conflict (entity_id, payment_id, rail_ref) do nothing',
})

/** Columns of reports by entries of bank files. */
const FROM_ENTRIES = ['isReversal', 'entryReference', 'valueDate'] as const

const newMessages = messages.insertMany({
  name: 'insert-rail-messages',
  except: ['sameAs', 'appliedAt', 'outcome', ...FROM_ENTRIES],
  ending: 'on conflict (entity_id, payment_id, rail_ref) do nothing',
})

type NewMessage = Omit<Row<typeof messages>, 'sameAs' | 'appliedAt' | 'outcome' | (typeof FROM_ENTRIES)[number]>

/** Stores reports under references that are not used yet. @throws Error if one is */
export async function insertMessages(tx: Tx, rows: readonly NewMessage[]): Promise<void> {
  const { rowCount } = await tx.query(newMessages(rows))
  invariant(rowCount === rows.length, 'a new instruction has no reports yet')
}

/** Stores a report. @returns false where one with its reference is stored already */
export async function insertMessage(
  tx: Tx,
  row: StoredReport & {
    entityId: string
    paymentId: string
    uetr: string
    railRef: string
    alters: string | null
    isReversal: boolean
    entryReference: string | null
    valueDate: Day | null
    /** The adapter that reports; null: an operator. */
    adapter: string | null
    at: Date
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(newMessage({ ...row, receivedAt: row.at }))
  return rowCount === 1
}

export async function lockMessage(tx: Tx, entityId: string, messageId: string): Promise<MessageRow | undefined> {
  const found = await tx.query<MessageRow>({
    name: 'lock-rail-message',
    text: `select m.entity_id as "entityId", m.message_id as "messageId", m.payment_id as "paymentId", m.uetr,
        m.rail_ref as "railRef", m.status, m.reason, m.amount_minor as "amountMinor", m.currency, m.alters,
        m.is_reversal as "isReversal", m.received_at as "receivedAt", m.applied_at as "appliedAt"
      from rail_messages m where m.entity_id = $1 and m.message_id = $2 for update`,
    values: [entityId, messageId],
  })
  return found.rows[0]
}

const LOCKED_MESSAGES = {
  name: 'lock-rail-messages',
  text: `select m.entity_id as "entityId", m.message_id as "messageId", m.payment_id as "paymentId", m.uetr,
      m.rail_ref as "railRef", m.status, m.reason, m.amount_minor as "amountMinor", m.currency, m.alters,
      m.is_reversal as "isReversal", m.received_at as "receivedAt", m.applied_at as "appliedAt"
    from rail_messages m where m.entity_id = $1
      -- an array: joined, the planner reads all messages of the entity at times
      and m.payment_id = any(array(select payment_id from rail_messages where entity_id = $1 and message_id = any($2)))
      and (m.message_id = any($2) or (m.applied_at is null and m.received_at <= $3))
    order by m.message_id for update`,
}

/** Locks several messages of an entity, and the other due ones of their payments, by id ascending. */
export async function lockMessages(
  tx: Tx,
  entityId: string,
  messageIds: readonly string[],
  dueBy: Date,
): Promise<MessageRow[]> {
  const { rows } = await tx.query<MessageRow>({ ...LOCKED_MESSAGES, values: [entityId, messageIds, dueBy] })
  return rows
}

/** Stores that locked messages of an entity took effect. */
export async function markAllApplied(tx: Tx, entityId: string, messageIds: readonly string[], at: Date): Promise<void> {
  await tx.query({
    name: 'mark-rail-messages-applied',
    text: `update rail_messages set outcome = 'Applied', applied_at = $3 where entity_id = $1 and message_id = any($2)`,
    values: [entityId, messageIds, at],
  })
}

export async function markApplied(
  tx: Tx,
  message: Pick<MessageRow, 'entityId' | 'messageId'>,
  { outcome, sameAs = null }: { outcome: 'Applied' | 'Ignored' | 'Contradictory'; sameAs?: string | null },
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'mark-rail-message-applied',
    text: `update rail_messages set outcome = $3, applied_at = $4, same_as = $5
      where entity_id = $1 and message_id = $2`,
    values: [message.entityId, message.messageId, outcome, at, sameAs],
  })
}

/** An instruction that has been handed over and on whose payment nothing final was reported. */
interface OpenInstruction {
  uetr: string
  entityId: string
  paymentId: string
  rail: string
  /** The adapter that submitted it: `manual` leaves it to an operator. */
  adapter: string | null
  body: RailInstruction
  submittedAt: Date
}

/** Open instructions, the oldest first, their texts as the rail carries them; at most `limit`. */
export async function listOpenInstructions(tx: Tx, limit: number): Promise<OpenInstruction[]> {
  const { rows } = await tx.query<OpenInstruction>(
    `select i.uetr, i.entity_id as "entityId", i.payment_id as "paymentId", i.rail, i.adapter, i.body, i.submitted_at as "submittedAt"
     from rail_instructions i join payments p using (entity_id, payment_id)
     where p.status in ('Submitted', 'Sent') and i.submitted_at is not null
     order by i.submitted_at limit $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, body: asSent(row.body) }))
}
