import type { Tx } from '../../kernel/db.ts'
import { asSent } from './as-sent.ts'
import type { RailInstruction, RailReport } from './rail.ts'

export interface InstructionRow {
  entityId: string
  paymentId: string
  body: RailInstruction
  submittedAt: Date | null
}

export interface MessageRow {
  entityId: string
  messageId: string
  paymentId: string
  status: RailReport['status']
  reason: string | null
  amountMinor: bigint | null
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

export async function lockInstruction(
  tx: Tx,
  entityId: string,
  paymentId: string,
): Promise<InstructionRow | undefined> {
  const found = await tx.query<InstructionRow>({
    name: 'lock-rail-instruction',
    text: `select entity_id as "entityId", payment_id as "paymentId", body, submitted_at as "submittedAt"
      from rail_instructions where entity_id = $1 and payment_id = $2 for update`,
    values: [entityId, paymentId],
  })
  return found.rows[0]
}

export async function markSubmitted(tx: Tx, entityId: string, paymentId: string, at: Date): Promise<void> {
  await tx.query({
    name: 'mark-rail-instruction-submitted',
    text: 'update rail_instructions set submitted_at = $3 where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId, at],
  })
}

/** Stores a report; undefined when it is known already or speaks of no payment of ours. */
export async function insertMessage(
  tx: Tx,
  messageId: string,
  report: RailReport,
): Promise<{ entityId: string; currency: string } | undefined> {
  const { rows } = await tx.query<{ entityId: string; currency: string }>({
    name: 'insert-rail-message',
    text: `insert into rail_messages (entity_id, message_id, uetr, rail_ref, status, reason, amount_minor, received_at)
      select entity_id, $1, uetr, $3, $4, $5, $6, $7 from rail_instructions where uetr = $2
      on conflict (uetr, rail_ref) do nothing
      returning entity_id as "entityId", (select body->>'currency' from rail_instructions where uetr = $2) as currency`,
    values: [
      messageId,
      report.uetr,
      report.railRef,
      report.status,
      report.reason ?? null,
      report.amountMinor ?? null,
      report.at,
    ],
  })
  return rows[0]
}

export async function lockMessage(tx: Tx, entityId: string, messageId: string): Promise<MessageRow | undefined> {
  const found = await tx.query<MessageRow>({
    name: 'lock-rail-message',
    text: `select m.entity_id as "entityId", m.message_id as "messageId", i.payment_id as "paymentId", m.status, m.reason,
        m.amount_minor as "amountMinor", m.received_at as "receivedAt", m.applied_at as "appliedAt"
      from rail_messages m join rail_instructions i using (uetr)
      where m.entity_id = $1 and m.message_id = $2 for update of m`,
    values: [entityId, messageId],
  })
  return found.rows[0]
}

export async function markApplied(
  tx: Tx,
  message: Pick<MessageRow, 'entityId' | 'messageId'>,
  outcome: 'Applied' | 'Ignored',
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'mark-rail-message-applied',
    text: 'update rail_messages set outcome = $3, applied_at = $4 where entity_id = $1 and message_id = $2',
    values: [message.entityId, message.messageId, outcome, at],
  })
}

/** An instruction that has been handed over and on whose payment nothing final was reported. */
export interface OpenInstruction {
  uetr: string
  entityId: string
  paymentId: string
  rail: string
  body: RailInstruction
  submittedAt: Date
}

/** Open instructions, the oldest first, their texts as the rail carries them; at most `limit`. */
export async function listOpenInstructions(tx: Tx, limit: number): Promise<OpenInstruction[]> {
  const { rows } = await tx.query<OpenInstruction>(
    `select i.uetr, i.entity_id as "entityId", i.payment_id as "paymentId", i.rail, i.body, i.submitted_at as "submittedAt"
     from rail_instructions i join payments p using (entity_id, payment_id)
     where p.status in ('Submitted', 'Sent') and i.submitted_at is not null
     order by i.submitted_at limit $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, body: asSent(row.body) }))
}
