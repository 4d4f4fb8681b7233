import { type Row, instant, integer, minor, nullable, oneOf, smallint, table, text, uuid } from '../kernel/db/table.ts'
import { DECISION_JSON, type DecisionRow } from '../approvals/index.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { Posted } from '../ledger/index.ts'
import type { TransferRow } from './queries.ts'

const orders = table('internal_transfer_orders', {
  entityId: uuid,
  internalTransferId: uuid,
  debitAccountId: uuid,
  creditAccountId: uuid,
  currency: text,
  amountMinor: minor,
  reference: nullable(text),
  clientReference: nullable(text),
  status: oneOf<'PendingApproval' | 'Completed' | 'Cancelled'>(),
  /** Reason for its cancellation. */
  statusReason: nullable(oneOf<CancelReason>()),
  holdId: nullable(uuid),
  approvalsRequired: smallint,
  approvalPolicyId: nullable(uuid),
  createdBy: uuid,
  /** Business time, as all instants here. */
  createdAt: instant,
  /** End of the time for approval. */
  lapsesAt: instant,
  decidedAt: nullable(instant),
  version: integer,
})

/** A transfer that waits, or waited, for approval. */
export type OrderRow = Row<typeof orders>

export type CancelReason = 'ApprovalRejected' | 'ApprovalLapsed' | 'CancelledByClient'

export type OrderWithDecisions = OrderRow & { decisions: DecisionRow[] }

const COLUMNS = orders.list

const DECISIONS = `(select coalesce(json_agg(json_build_object(${DECISION_JSON})
    order by a.at, a.client_id), '[]') from approvals a
  where a.entity_id = o.entity_id and a.resource_type = 'internalTransfer' and a.resource_id = o.internal_transfer_id) as decisions`

/** Takes a client reference for a transfer; false when another has it. Waits for a transaction that is about to take it. */
export async function claimReference(
  tx: Tx,
  {
    entityId,
    internalTransferId,
    clientReference,
  }: Pick<OrderRow, 'entityId' | 'internalTransferId' | 'clientReference'>,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'claim-internal-transfer-reference',
    text: `insert into internal_transfer_references (entity_id, client_reference, internal_transfer_id) values ($1, $2, $3)
      on conflict do nothing`,
    values: [entityId, clientReference, internalTransferId],
  })
  return rowCount === 1
}

const insertOrderStatement = orders.insert({
  name: 'insert-internal-transfer-order',
  except: ['statusReason', 'decidedAt', 'version'],
  ending: `returning ${COLUMNS}`,
})

/** Stores a new order, whose client reference was claimed. */
export async function insertOrder(tx: Tx, row: OrderRow): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>(insertOrderStatement(row))
  return rows[0]!
}

/** The order, locked until the transaction ends. Taken before its accounts. */
export async function lockOrder(tx: Tx, entityId: string, id: string): Promise<OrderRow | undefined> {
  const { rows } = await tx.query<OrderRow>({
    name: 'lock-internal-transfer-order',
    text: `select ${COLUMNS} from internal_transfer_orders where entity_id = $1 and internal_transfer_id = $2 for no key update`,
    values: [entityId, id],
  })
  return rows[0]
}

const updateStatement = orders.update({
  name: 'update-internal-transfer-order',
  key: ['entityId', 'internalTransferId'],
  set: ['status', 'holdId', 'decidedAt', 'statusReason', 'approvalsRequired', 'approvalPolicyId'],
  also: 'version = version + 1',
  ending: `returning ${COLUMNS}`,
})

export async function updateOrder(
  tx: Tx,
  order: OrderRow,
  { status, reason = null, at }: { status: OrderRow['status']; reason?: CancelReason | null; at: Date },
): Promise<OrderRow> {
  const decided = { ...order, status, holdId: null, decidedAt: at, statusReason: reason }
  const { rows } = await tx.query<OrderRow>(updateStatement(decided))
  return rows[0]!
}

/** Raises the version of an order that one approval was given for and that waits for more, and stores how many. */
export async function raiseOrderVersion(
  tx: Tx,
  { entityId, internalTransferId, approvalsRequired, approvalPolicyId }: OrderRow,
): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>({
    name: 'raise-internal-transfer-order-version',
    text: `update internal_transfer_orders set version = version + 1, approvals_required = $3, approval_policy_id = $4
      where entity_id = $1 and internal_transfer_id = $2 returning ${COLUMNS}`,
    values: [entityId, internalTransferId, approvalsRequired, approvalPolicyId],
  })
  return rows[0]!
}

const transfers = table('internal_transfers', {
  entityId: uuid,
  internalTransferId: uuid,
  debitAccountId: uuid,
  creditAccountId: uuid,
  amountMinor: minor,
  debitSequence: minor,
  creditSequence: minor,
  createdAt: instant,
  currency: text,
  reference: nullable(text),
  clientReference: nullable(text),
})

const newTransfer = transfers.insert({ name: 'insert-approved-internal-transfer' })

/** Stores the approved transfer, posted by its journal, among all others. */
export async function storeCompleted(tx: Tx, order: OrderRow, { sequences, postedAt }: Posted): Promise<void> {
  const [debitSequence, creditSequence] = sequences as [bigint, bigint]
  await tx.query(newTransfer({ ...order, debitSequence, creditSequence, createdAt: postedAt }))
}

const newTransfers = transfers.insertMany({ name: 'insert-internal-transfers' })

/** Stores posted transfers that needed no approval. */
export async function insertTransfers(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  await tx.query(newTransfers(rows))
}

/** Orders of an entity by id; undefined for a transfer that never waited. */
export async function findOrders(
  db: Queryable,
  entityId: string,
  ids: readonly string[],
): Promise<OrderWithDecisions[]> {
  const { rows } = await db.query<OrderWithDecisions>({
    name: 'find-internal-transfer-orders',
    text: `select ${COLUMNS}, ${DECISIONS} from internal_transfer_orders o
      where entity_id = $1 and internal_transfer_id = any($2)`,
    values: [entityId, ids],
  })
  return rows
}

interface OrderFilters {
  accountId?: string
  /** Range of its creation: from this instant, inclusive, to the other, exclusive. */
  start?: Date
  end?: Date
  status?: 'PendingApproval' | 'Cancelled'
  before?: string
  /** Not below this id. */
  notBelow?: string
}

/** Orders that are no completed transfers, newest first; the primary key serves the order. */
export async function listOrders(
  db: Queryable,
  entityId: string,
  filters: OrderFilters,
  limit: number,
): Promise<OrderWithDecisions[]> {
  const { rows } = await db.query<OrderWithDecisions>({
    name: 'list-internal-transfer-orders',
    text: `select ${COLUMNS}, ${DECISIONS} from internal_transfer_orders o
      where entity_id = $1 and status <> 'Completed' and ($2::text is null or status = $2)
        and ($3::uuid is null or $3 in (debit_account_id, credit_account_id))
        and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
        and ($6::uuid is null or internal_transfer_id < $6) and ($7::uuid is null or internal_transfer_id >= $7)
      order by internal_transfer_id desc limit $8`,
    values: [
      entityId,
      filters.status ?? null,
      filters.accountId ?? null,
      filters.start ?? null,
      filters.end ?? null,
      filters.before ?? null,
      filters.notBelow ?? null,
      limit,
    ],
  })
  return rows
}
