import type { Queryable, Tx } from '../../kernel/db/db.ts'
import {
  type Row,
  decimal,
  instant,
  integer,
  json,
  minor,
  nullable,
  oneOf,
  smallint,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import type { OrderStatus, OrderType } from './schema.ts'

interface HistoryEntry {
  status: OrderStatus
  /** RFC 3339. */
  at: string
  by: string
  reason: string | null
}

const orders = table('fx_orders', {
  entityId: uuid,
  orderId: uuid,
  /** Client that placed it. */
  clientId: uuid,
  clientReference: nullable(text),
  type: oneOf<OrderType>(),
  status: oneOf<OrderStatus>(),
  version: integer,
  currencyPair: text,
  fixedSide: oneOf<'Buy' | 'Sell'>(),
  buyCurrency: text,
  buyAccountId: uuid,
  sellCurrency: text,
  sellAccountId: uuid,
  /** Amount of the fixed side. */
  amountMinor: minor,
  rate: decimal,
  markupBps: decimal,
  /** Size in the entity's base currency, as policies judged it when the order was placed. */
  limitMinor: minor,
  approvalsRequired: smallint,
  approvalPolicyId: nullable(uuid),
  expiresAt: instant,
  triggeredAt: nullable(instant),
  tradeId: nullable(uuid),
  filledRate: nullable(decimal),
  rejectionReason: nullable(text),
  history: json<HistoryEntry[]>(),
  createdAt: instant,
  updatedAt: instant,
})

/** An order as stored. Rates are decimal text. */
export type OrderRow = Row<typeof orders>

const COLUMNS = orders.list

const insertStatement = orders.insert({
  name: 'insert-order',
  ending: `on conflict (entity_id, client_reference) where client_reference is not null do nothing returning ${COLUMNS}`,
})

/** Stores a new order; returns undefined if its client reference is already used. */
export async function insertOrder(tx: Tx, order: OrderRow): Promise<OrderRow | undefined> {
  const { rows } = await tx.query<OrderRow>(insertStatement(order))
  return rows[0]
}

/** Returns the id of the order that has a client reference. */
export async function findOrderByReference(
  db: Queryable,
  entityId: string,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ orderId: string }>(
    'select order_id as "orderId" from fx_orders where entity_id = $1 and client_reference = $2',
    [entityId, reference],
  )
  return rows[0]?.orderId
}

/** Returns an order. */
export async function findOrder(db: Queryable, entityId: string, orderId: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>({
    name: 'find-order',
    text: `select ${COLUMNS} from fx_orders where entity_id = $1 and order_id = $2`,
    values: [entityId, orderId],
  })
  return rows[0]
}

/** Locks an order until the transaction ends: before limits, quotes and accounts. */
export async function lockOrder(tx: Tx, entityId: string, orderId: string): Promise<OrderRow | undefined> {
  const { rows } = await tx.query<OrderRow>({
    name: 'lock-order',
    text: `select ${COLUMNS} from fx_orders where entity_id = $1 and order_id = $2 for no key update`,
    values: [entityId, orderId],
  })
  return rows[0]
}

/** Lets one transaction at a time place orders of an entity, so that their number is exact. */
export const lockOpenOrders = (tx: Tx, entityId: string) =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('fx_orders ' || $1, 0))`, [entityId])

/** Returns the number of an entity's open orders. Uses the index fx_orders_open. */
export async function countOpenOrders(tx: Tx, entityId: string): Promise<number> {
  const { rows } = await tx.query<{ open: number }>({
    name: 'count-open-orders',
    text: `select count(*)::int as open from fx_orders where entity_id = $1 and status in ('PendingApproval', 'Active')`,
    values: [entityId],
  })
  return rows[0]!.open
}

/** Columns that a step of an order changes. */
type Change = Partial<
  Pick<
    OrderRow,
    | 'status'
    | 'triggeredAt'
    | 'tradeId'
    | 'filledRate'
    | 'rejectionReason'
    | 'approvalsRequired'
    | 'approvalPolicyId'
    | 'history'
  >
> &
  Pick<OrderRow, 'updatedAt'>

const changeStatement = orders.update({
  name: 'change-order',
  key: ['entityId', 'orderId'],
  set: [
    'status',
    'version',
    'triggeredAt',
    'tradeId',
    'filledRate',
    'rejectionReason',
    'approvalsRequired',
    'approvalPolicyId',
    'history',
    'updatedAt',
  ],
  ending: `returning ${COLUMNS}`,
})

/** Changes an order that the caller has locked, and raises its version. */
export async function changeOrder(tx: Tx, order: OrderRow, change: Change): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>(changeStatement({ ...order, ...change, version: order.version + 1 }))
  return rows[0]!
}

interface OrderListFilter {
  entityIds: readonly string[]
  status?: OrderStatus | undefined
  type?: OrderType | undefined
  currencyPair?: string | undefined
  clientReference?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** Order id of the last row of the page before. */
  after?: string | undefined
  limit: number
}

/** Orders of some entities, newest first, one more than the limit. Walks the primary key backwards. */
export async function listOrders(db: Queryable, filter: OrderListFilter): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>({
    name: 'list-orders',
    text: acrossEntities(
      `select ${COLUMNS} from fx_orders o
      where o.entity_id = member.entity_id
        and ($2::text is null or o.status = $2) and ($3::text is null or o.type = $3)
        and ($4::text is null or o.currency_pair = $4) and ($5::text is null or o.client_reference = $5)
        and ($6::timestamptz is null or o.created_at >= $6) and ($7::timestamptz is null or o.created_at <= $7)
        and ($8::uuid is null or o.order_id < $8)
      order by o.order_id desc limit $9`,
      '"orderId" desc',
      '$9',
    ),
    values: [
      filter.entityIds,
      filter.status,
      filter.type,
      filter.currencyPair,
      filter.clientReference,
      filter.createdFrom,
      filter.createdTo,
      filter.after,
      filter.limit + 1,
    ],
  })
  return rows
}
