import type { Queryable, Tx } from '../../kernel/db/db.ts'

interface StoredRecall {
  reason: string
  note: string | null
  status: 'Requested' | 'Accepted' | 'Refused'
  requestedAt: Date
  handedOverAt: Date | null
}

/** The request for a payment; its caller holds the payment's lock, or that of its instruction. */
export async function findRecall(
  db: Queryable,
  entityId: string,
  paymentId: string,
): Promise<StoredRecall | undefined> {
  const { rows } = await db.query<StoredRecall>({
    name: 'find-payment-recall',
    text: `select reason, note, status, requested_at as "requestedAt", handed_over_at as "handedOverAt" from payment_recalls
      where entity_id = $1 and payment_id = $2`,
    values: [entityId, paymentId],
  })
  return rows[0]
}

export async function insertRecall(
  tx: Tx,
  row: {
    entityId: string
    paymentId: string
    reason: string
    note: string | null
    requestedBy: string | null
    requestedAt: Date
  },
): Promise<void> {
  await tx.query({
    name: 'insert-payment-recall',
    text: `insert into payment_recalls (entity_id, payment_id, reason, note, status, requested_by, requested_at)
      values ($1, $2, $3, $4, 'Requested', $5, $6)`,
    values: [row.entityId, row.paymentId, row.reason, row.note, row.requestedBy, row.requestedAt],
  })
}

export async function markRecallHandedOver(tx: Tx, entityId: string, paymentId: string, at: Date): Promise<void> {
  await tx.query({
    name: 'mark-recall-handed-over',
    text: 'update payment_recalls set handed_over_at = $3 where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId, at],
  })
}

/** Answers an open request; whether there was one. */
export async function answerRecall(
  tx: Tx,
  entityId: string,
  paymentId: string,
  answer: { status: 'Accepted' | 'Refused'; reason: string | null; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'answer-payment-recall',
    text: `update payment_recalls set status = $3, answer_reason = $4, answered_at = $5
      where entity_id = $1 and payment_id = $2 and status = 'Requested'`,
    values: [entityId, paymentId, answer.status, answer.reason, answer.at],
  })
  return rowCount === 1
}

interface OpenRecall {
  entityId: string
  paymentId: string
  uetr: string
  reason: string
  note: string | null
  requestedAt: Date
}

/** Requests that no rail has answered, the oldest first; at most `limit`. For operators. */
export async function listOpenRecalls(tx: Tx, limit: number): Promise<OpenRecall[]> {
  const { rows } = await tx.query<OpenRecall>(
    `select r.entity_id as "entityId", r.payment_id as "paymentId", p.uetr, r.reason, r.note, r.requested_at as "requestedAt"
     from payment_recalls r join payments p using (entity_id, payment_id)
     where r.status = 'Requested' order by r.requested_at limit $1`,
    [limit],
  )
  return rows
}

/** Returns those payments of an entity that have a recall, whatever became of it. */
export async function recalledOf(db: Queryable, entityId: string, paymentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'recalled-payments',
    text: `select payment_id as "paymentId" from payment_recalls where entity_id = $1 and payment_id = any($2)`,
    values: [entityId, paymentIds],
  })
  return new Set(rows.map(({ paymentId }) => paymentId))
}
