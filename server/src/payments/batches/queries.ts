import { type Row, instant, integer, json, nullable, oneOf, table, text, uuid } from '../../kernel/db/table.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import type { Warning } from '../orders/assess.ts'
import type { PaymentStatus } from '../record/lifecycle.ts'
import { findVerifications, type VerificationRow } from '../vop/index.ts'
import type { BatchFormat, BatchStatus, ItemStatus } from './schema.ts'

const batches = table('payment_batches', {
  entityId: uuid,
  batchId: uuid,
  name: nullable(text),
  format: oneOf<BatchFormat>(),
  mode: oneOf<'Strict' | 'Partial'>(),
  status: oneOf<BatchStatus>(),
  itemCount: integer,
  clientReference: nullable(text),
  createdBy: uuid,
  serviceKind: oneOf<'RM' | 'ABS'>(),
  version: integer,
  createdAt: instant,
  updatedAt: instant,
  finishedAt: nullable(instant),
})

export type BatchRow = Row<typeof batches>

export interface ItemRow {
  line: number
  status: ItemStatus
  body: Record<string, unknown>
  errors: FieldError[]
  /** Values that are changed or not sent. */
  warnings: Warning[]
  paymentId: string | null
  /** Verification of its payee, if the service requested it. */
  verificationId: string | null
}

/** Items and payments of a batch, counted. Amounts in minor units. */
export interface Tally {
  items: Partial<Record<ItemStatus, number>>
  payments: Partial<Record<PaymentStatus, number>>
  totals: { currency: string; amountMinor: bigint; count: number }[]
}

const COLUMNS = batches.list

const ITEM_COLUMNS = `i.line, i.status, i.body, i.errors, i.warnings, i.payment_id as "paymentId",
  i.verification_id as "verificationId"`

const insertBatchStatement = batches.insert({
  name: 'insert-payment-batch',
  except: ['version', 'finishedAt'],
  ending: `on conflict (entity_id, client_reference) where client_reference is not null do nothing returning ${COLUMNS}`,
})

/** Stores a batch; returns undefined if its client reference is already used. */
export async function insertBatch(tx: Tx, row: BatchRow): Promise<BatchRow | undefined> {
  const { rows } = await tx.query<BatchRow>(insertBatchStatement(row))
  return rows[0]
}

export type NewItem = Omit<ItemRow, 'paymentId' | 'verificationId'>

const batchItems = table('payment_batch_items', {
  entityId: uuid,
  batchId: uuid,
  line: integer,
  status: oneOf<ItemStatus>(),
  body: json<ItemRow['body']>(),
  errors: json<readonly FieldError[]>(),
  warnings: json<readonly Warning[]>(),
  verificationId: nullable(uuid),
  paymentId: nullable(uuid),
})

const newItems = batchItems.insertMany({ name: 'insert-payment-batch-items', except: ['verificationId', 'paymentId'] })

/** Stores all items in one statement, in their order. */
export async function insertItems(tx: Tx, { entityId, batchId }: BatchRow, items: readonly NewItem[]): Promise<void> {
  await tx.query(newItems(items.map((item) => ({ ...item, entityId, batchId }))))
}

export async function findBatch(db: Queryable, entityId: string, batchId: string): Promise<BatchRow | undefined> {
  const { rows } = await db.query<BatchRow>({
    name: 'find-payment-batch',
    text: `select ${COLUMNS} from payment_batches where entity_id = $1 and batch_id = $2`,
    values: [entityId, batchId],
  })
  return rows[0]
}

/** The batch, locked until the transaction ends. Taken before its payments. */
export async function lockBatch(tx: Tx, entityId: string, batchId: string): Promise<BatchRow | undefined> {
  const { rows } = await tx.query<BatchRow>({
    name: 'lock-payment-batch',
    text: `select ${COLUMNS} from payment_batches where entity_id = $1 and batch_id = $2 for no key update`,
    values: [entityId, batchId],
  })
  return rows[0]
}

export async function findBatchByReference(db: Queryable, entityId: string, reference: string) {
  const { rows } = await db.query<{ batchId: string }>({
    name: 'payment-batch-by-reference', // payment_batches_by_client_reference
    text: 'select batch_id as "batchId" from payment_batches where entity_id = $1 and client_reference = $2',
    values: [entityId, reference],
  })
  return rows[0]?.batchId
}

export async function updateBatch(tx: Tx, batch: BatchRow, status: BatchStatus, at: Date): Promise<BatchRow> {
  const isEnd = status === 'Completed' || status === 'Rejected' || status === 'Cancelled'
  const { rows } = await tx.query<BatchRow>({
    name: 'update-payment-batch',
    text: `update payment_batches set status = $3, updated_at = $4, finished_at = $5, version = version + 1
      where entity_id = $1 and batch_id = $2 returning ${COLUMNS}`,
    values: [batch.entityId, batch.batchId, status, at, isEnd ? at : null],
  })
  return rows[0]!
}

interface BatchFilter {
  status?: string | undefined
  clientReference?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  before?: string | undefined
}

/** Batches of an entity, newest first: the primary key serves the order. */
export async function listBatches(
  db: Queryable,
  entityIds: readonly string[],
  filter: BatchFilter,
  limit: number,
): Promise<BatchRow[]> {
  const { rows } = await db.query<BatchRow>({
    name: 'list-payment-batches',
    text: acrossEntities(
      `select ${COLUMNS} from payment_batches b where b.entity_id = member.entity_id
      and ($2::text is null or status = $2) and ($3::text is null or client_reference = $3)
      and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at <= $5)
      and ($6::uuid is null or batch_id < $6) order by batch_id desc limit $7`,
      '"batchId" desc',
      '$7',
    ),
    values: [
      entityIds,
      filter.status ?? null,
      filter.clientReference ?? null,
      filter.createdFrom ?? null,
      filter.createdTo ?? null,
      filter.before ?? null,
      limit,
    ],
  })
  return rows
}

/** Items in some of the states, by line; index payment_batch_items_by_status. */
export async function nextItems(
  tx: Tx,
  { entityId, batchId }: BatchRow,
  statuses: readonly ItemStatus[],
  limit: number,
): Promise<ItemRow[]> {
  const { rows } = await tx.query<ItemRow>({
    name: 'next-payment-batch-items',
    text: `select ${ITEM_COLUMNS} from payment_batch_items i
      where entity_id = $1 and batch_id = $2 and status = any($3) order by line limit $4`,
    values: [entityId, batchId, statuses, limit],
  })
  return rows
}

const changedItem = batchItems.update({
  name: 'update-payment-batch-item',
  key: ['entityId', 'batchId', 'line'],
  set: ['status', 'errors', 'paymentId', 'warnings'],
})

export async function updateItem(
  tx: Tx,
  { entityId, batchId }: BatchRow,
  item: Pick<ItemRow, 'line' | 'status' | 'errors' | 'warnings' | 'paymentId'>,
): Promise<void> {
  await tx.query(changedItem({ ...item, entityId, batchId }))
}

const changedItems = batchItems.updateMany({
  name: 'update-payment-batch-items',
  key: ['entityId', 'batchId', 'line'],
  set: ['status', 'errors', 'paymentId', 'warnings'],
})

/** Stores the outcomes of several items, each as `updateItem` does. */
export async function updateItems(
  tx: Tx,
  { entityId, batchId }: BatchRow,
  changed: readonly Pick<ItemRow, 'line' | 'status' | 'errors' | 'warnings' | 'paymentId'>[],
): Promise<void> {
  if (changed.length === 0) return
  await tx.query(changedItems(changed.map((item) => ({ ...item, entityId, batchId }))))
}

/** Marks an item whose payment was undone. */
export async function markUndone(tx: Tx, { entityId, batchId }: BatchRow, line: number): Promise<void> {
  await tx.query({
    name: 'undo-payment-batch-item',
    text: `update payment_batch_items set status = 'Undone', errors = '[]'
      where entity_id = $1 and batch_id = $2 and line = $3`,
    values: [entityId, batchId, line],
  })
}

/** Keeps the verifications of items that are still to be decided. */
export async function storeVerifications(
  tx: Tx,
  { entityId, batchId }: BatchRow,
  found: readonly Pick<ItemRow, 'line' | 'verificationId'>[],
): Promise<void> {
  if (found.length === 0) return
  await tx.query({
    name: 'store-payment-batch-verifications',
    text: `update payment_batch_items i set verification_id = found.id
      from unnest($3::int[], $4::uuid[]) as found (line, id)
      where i.entity_id = $1 and i.batch_id = $2 and i.line = found.line and i.status in ('Pending', 'Checked')`,
    values: [entityId, batchId, found.map(({ line }) => line), found.map(({ verificationId }) => verificationId)],
  })
}

/** Marks every item in these states; how many. */
export async function moveItems(
  tx: Tx,
  { entityId, batchId }: BatchRow,
  from: readonly ItemStatus[],
  to: ItemStatus,
): Promise<number> {
  const { rowCount } = await tx.query({
    name: 'move-payment-batch-items',
    text: `update payment_batch_items set status = $4 where entity_id = $1 and batch_id = $2 and status = any($3)`,
    values: [entityId, batchId, from, to],
  })
  return rowCount ?? 0
}

export type ItemWithPayment = ItemRow & { paymentStatus: PaymentStatus | null; verification: VerificationRow | null }

/** Items by line, with the present status of their payments. */
export async function listItems(
  db: Queryable,
  { entityId, batchId }: BatchRow,
  filter: { status?: string | undefined; after?: number | undefined },
  limit: number,
): Promise<ItemWithPayment[]> {
  const { rows } = await db.query<Omit<ItemWithPayment, 'verification'>>({
    name: 'list-payment-batch-items',
    text: `select ${ITEM_COLUMNS}, p.status as "paymentStatus"
      from payment_batch_items i left join payments p on p.entity_id = i.entity_id and p.payment_id = i.payment_id
      where i.entity_id = $1 and i.batch_id = $2 and ($3::text is null or i.status = $3) and i.line > $4
      order by i.line limit $5`,
    values: [entityId, batchId, filter.status ?? null, filter.after ?? 0, limit],
  })
  const asked = rows.map(({ verificationId }) => verificationId).filter((id) => id !== null)
  const verifications = await findVerifications(db, entityId, asked)
  return rows.map((row) => ({ ...row, verification: verifications.get(row.verificationId ?? '') ?? null }))
}

/** Counts of the batch as they are now. */
export async function tallyOf(
  db: Queryable,
  { entityId, batchId }: Pick<BatchRow, 'entityId' | 'batchId'>,
): Promise<Tally> {
  const items = await db.query<{ status: ItemStatus; count: number }>({
    name: 'payment-batch-items-tally',
    text: `select status, count(*)::int as count from payment_batch_items where entity_id = $1 and batch_id = $2 group by status`,
    values: [entityId, batchId],
  })
  const payments = await db.query<CountedPayments>({
    name: 'payment-batch-payments-tally', // payments_by_batch
    text: `select status, currency, count(*)::int as count, sum(amount_minor)::bigint as "amountMinor" from payments
      where entity_id = $1 and batch_id = $2 group by status, currency order by currency, status`,
    values: [entityId, batchId],
  })
  return {
    items: Object.fromEntries(items.rows.map(({ status, count }) => [status, count])),
    ...addPayments(payments.rows),
  }
}

export type BatchWithTally = BatchRow & { tally: Tally }

/** The batch with its counters. */
export async function findWithTally(
  db: Queryable,
  entityId: string,
  batchId: string,
): Promise<BatchWithTally | undefined> {
  const [row, tally] = await Promise.all([findBatch(db, entityId, batchId), tallyOf(db, { entityId, batchId })])
  return row && { ...row, tally }
}

interface CountedPayments {
  status: PaymentStatus
  currency: string
  count: number
  amountMinor: bigint
}

/** Adds up payments by status and by currency. */
export function addPayments(counted: readonly CountedPayments[]): Pick<Tally, 'payments' | 'totals'> {
  const payments: Tally['payments'] = {}
  const totals = new Map<string, Tally['totals'][number]>()
  for (const { status, currency, count, amountMinor } of counted) {
    const total = totals.get(currency) ?? { currency, amountMinor: 0n, count: 0 }
    payments[status] = (payments[status] ?? 0) + count
    totals.set(currency, { currency, amountMinor: total.amountMinor + amountMinor, count: total.count + count })
  }
  return { payments, totals: [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)) }
}
