import type { Queryable, Tx } from '../../kernel/db/db.ts'
import {
  type Row,
  arrayOf,
  date,
  decimal,
  instant,
  integer,
  json,
  minor,
  nullable,
  oneOf,
  readAs,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import { canMove, TRADE_STATUSES, type TradeStatus } from './lifecycle.ts'
import type { TradeKind } from './schema.ts'

export interface HistoryEntry {
  status: TradeStatus
  /** RFC 3339. */
  at: string
  by: string
  reason: string | null
}

const trades = table('fx_trades', {
  entityId: uuid,
  tradeId: uuid,
  kind: oneOf<TradeKind>(),
  subtype: nullable(text),
  status: oneOf<TradeStatus>(),
  version: integer,
  parentTradeId: nullable(uuid),
  quoteId: nullable(uuid),
  /** Booked held rate of a held-rate trade. */
  heldRateId: nullable(uuid),
  orderId: nullable(uuid),
  clientId: uuid,
  clientReference: readAs(nullable(text), () => 'coalesce(client_reference, dedupe_reference)'),
  /** Client reference of a held-rate trade, which is free again after a day. */
  dedupeReference: nullable(text),
  currencyPair: text,
  fixedSide: oneOf<'Buy' | 'Sell'>(),
  buyCurrency: text,
  buyMinor: minor,
  buyAccountId: uuid,
  sellCurrency: text,
  sellMinor: minor,
  sellAccountId: uuid,
  rate: decimal,
  costRate: decimal,
  midRate: decimal,
  forwardPoints: decimal,
  /** Amount in the currency sold. */
  costMinor: minor,
  /** Amount in the pair's counter currency. */
  revenueMinor: minor,
  /** Cash amount of a close-out in the counter currency; positive is the client's gain. */
  netMinor: nullable(minor),
  /** Settlement limit used by a spot deal paid later, entity's base currency. */
  settlementMinor: nullable(minor),
  tenor: nullable(text),
  tradeDate: date,
  valueDate: date,
  cutOffAt: instant,
  holdId: nullable(uuid),
  settlementJournalId: nullable(uuid),
  fundedAt: nullable(instant),
  settledAt: nullable(instant),
  failureReason: nullable(text),
  paymentIds: arrayOf(uuid),
  /** Set when its confirmation was first asked for. */
  confirmationDocumentId: nullable(uuid),
  history: json<HistoryEntry[]>(),
  createdAt: instant,
  updatedAt: instant,
})

type Stored = Row<typeof trades>
type Occasional = 'heldRateId' | 'orderId' | 'netMinor' | 'settlementMinor' | 'confirmationDocumentId'

/** A trade as stored. Rates are decimal text, amounts minor units of their currency. */
export type TradeRow = Omit<Stored, Occasional | 'dedupeReference'> & Partial<Pick<Stored, Occasional>>

export const COLUMNS = trades.list

const except = ['settlementJournalId', 'settledAt', 'failureReason', 'paymentIds', 'confirmationDocumentId'] as const
const insertStatement = trades.insert({
  name: 'insert-trade',
  except,
  ending: `on conflict (entity_id, client_reference) where client_reference is not null do nothing
    returning ${COLUMNS}`,
})
const insertForeseen = trades.insert({ name: 'insert-foreseen-trade', except })
const insertAllForeseen = trades.insertFew({ name: 'insert-foreseen-trades', except })

/** Stores a new trade; returns undefined if its client reference is already used. */
export async function insertTrade(tx: Tx, trade: TradeRow): Promise<TradeRow | undefined> {
  const { rows } = await tx.query<TradeRow>(insertStatement(toStore(trade)))
  return rows[0]
}

/** Stores a new trade. The statement fails if its client reference is already used. */
export async function insertForeseenTrade(tx: Tx, trade: TradeRow): Promise<void> {
  await tx.query(insertForeseen(toStore(trade)))
}

/** Stores new trades. The statement fails if one of their client references is already used. */
export async function insertForeseenTrades(tx: Tx, given: readonly TradeRow[]): Promise<void> {
  await tx.query(insertAllForeseen(given.map(toStore)))
}

function toStore(trade: TradeRow) {
  const isReusable = trade.kind === 'HeldRate' // its reference is free again after a day
  return {
    heldRateId: null,
    orderId: null,
    netMinor: null,
    settlementMinor: null,
    ...trade,
    clientReference: isReusable ? null : trade.clientReference,
    dedupeReference: isReusable ? trade.clientReference : null,
  }
}

export async function findTrade(db: Queryable, entityId: string, tradeId: string): Promise<TradeRow | undefined> {
  const { rows } = await db.query<TradeRow>({
    name: 'find-trade',
    text: `select ${COLUMNS} from fx_trades where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

/**
 * Locks a trade until the transaction ends: a deal on credit after the facilities of its entity and its forward, so
 * that settlement, cancellation and close-out may change those too.
 */
export async function lockTrade(tx: Tx, entityId: string, tradeId: string): Promise<TradeRow | undefined> {
  const { rows } = await tx.query<TradeRow>({
    name: 'lock-trade',
    text: `select ${COLUMNS} from lock_trade($1, $2)`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

/** Locks that precede trades of some kinds in the lock order: a drawdown's forward, and the forward's facility. */
type LocksBefore = Partial<Record<TradeKind, { lock?(tx: Tx, trade: TradeRow): Promise<void> }>>

/** Locks a trade like `lockTrade`, after the rows that precede it in the lock order. */
export async function lockInOrder(
  tx: Tx,
  products: LocksBefore | undefined,
  entityId: string,
  tradeId: string,
): Promise<TradeRow | undefined> {
  const found = await findTrade(tx, entityId, tradeId)
  await (found && products?.[found.kind]?.lock?.(tx, found))
  return found && lockTrade(tx, entityId, tradeId)
}

/** The trades that came out of a forward, newest first. Index fx_trades_of_parent. */
export async function listChildren(db: Queryable, entityId: string, parentTradeId: string): Promise<TradeRow[]> {
  const { rows } = await db.query<TradeRow>({
    name: 'list-child-trades',
    text: `select ${COLUMNS} from fx_trades where entity_id = $1 and parent_trade_id = $2 order by trade_id desc`,
    values: [entityId, parentTradeId],
  })
  return rows
}

/** State of a trade as shown on its payouts. */
export interface TradeState {
  kind: TradeKind
  status: TradeStatus
  sellCurrency: string
  /** Bought amount in minor units, as text: JSON rounds large numbers. */
  buyMinor: string
  valueDate: string
  /** True while it is still to deliver. */
  isLive: boolean
}

const LIVE = TRADE_STATUSES.filter((status) => canMove(status, 'settle') || canMove(status, 'approve'))

/** The SQL expression of the `TradeState` that the rows of an alias name by entity_id and trade_id. */
export const tradeStateOf = (alias: string): string =>
  `(select json_build_object('kind', t.kind, 'status', t.status, 'sellCurrency', t.sell_currency,
      'buyMinor', t.buy_minor::text, 'valueDate', t.value_date::text,
      'isLive', t.status in ('QueuedForOpen', ${LIVE.map((status) => `'${status}'`).join(', ')}))
    from fx_trades t where t.entity_id = ${alias}.entity_id and t.trade_id = ${alias}.trade_id)`

/** Those of some trades that have settled. */
export async function settledAmong(
  db: Queryable,
  entityId: string,
  tradeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ tradeId: string }>({
    name: 'settled-among-trades', // fx_trades_pkey
    text: `select trade_id as "tradeId" from fx_trades
      where entity_id = $1 and trade_id = any ($2) and status = 'Settled'`,
    values: [entityId, tradeIds],
  })
  return new Set(rows.map(({ tradeId }) => tradeId))
}

/** The trade that has a client reference. */
export async function findTradeByReference(
  db: Queryable,
  entityId: string,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ tradeId: string }>(
    'select trade_id as "tradeId" from fx_trades where entity_id = $1 and client_reference = $2',
    [entityId, reference],
  )
  return rows[0]?.tradeId
}

export interface StepDetails {
  at: Date
  by: string
  reason?: string
  settlementJournalId?: string
}

/** Puts a trade into its next state; the caller holds the trade's lock and has looked whether it can. */
export async function updateTradeStatus(
  tx: Tx,
  trade: TradeRow,
  to: TradeStatus,
  step: StepDetails,
): Promise<TradeRow> {
  const entry: HistoryEntry = { status: to, at: step.at.toISOString(), by: step.by, reason: step.reason ?? null }
  const { rows } = await tx.query<TradeRow>({
    name: 'update-trade-status',
    text: `update fx_trades set status = $3, version = version + 1, history = history || $4::jsonb, updated_at = $5,
        failure_reason = $6, settlement_journal_id = $7, settled_at = case when $7::uuid is null then null else $5::timestamptz end,
        funded_at = case when $3 = 'Rejected' then null
          when $3 in ('Executed', 'QueuedForOpen') and hold_id is not null then coalesce(funded_at, $5::timestamptz)
          else coalesce(funded_at, case when $7::uuid is null then null else $5::timestamptz end) end
      where entity_id = $1 and trade_id = $2 returning ${COLUMNS}`,
    values: [
      trade.entityId,
      trade.tradeId,
      to,
      JSON.stringify(entry),
      step.at,
      to === 'SettlementFailed' || to === 'Rejected' ? (step.reason ?? null) : null,
      step.settlementJournalId ?? null,
    ],
  })
  return rows[0]!
}

/**
 * Returns trades that wait for money in an account, oldest first: for their sell amount or a close-out's loss. A
 * drawdown may wait from its booking on and is found from its value date; others wait only then. Uses the indexes
 * fx_trades_unfunded and fx_trades_unfunded_close_outs.
 */
export async function findUnfunded(tx: Tx, entityId: string, accountId: string, today: string): Promise<string[]> {
  const { rows } = await tx.query<{ tradeId: string }>({
    name: 'find-unfunded-trades',
    text: `select trade_id as "tradeId" from fx_trades
      where entity_id = $1 and status in ('AwaitingFunds', 'Overdue', 'SettlementFailed') and kind <> 'Forward'
        and (value_date <= $3 or kind <> 'Drawdown')
        and (sell_account_id = $2 or (kind = 'CloseOut' and buy_account_id = $2))
      order by value_date, trade_id`,
    values: [entityId, accountId, today],
  })
  return rows.map(({ tradeId }) => tradeId)
}

interface TradeListFilter {
  entityIds: readonly string[]
  kind?: string
  subtype?: string
  status?: string
  currencyPair?: string
  tradeDateFrom?: string
  tradeDateTo?: string
  valueDateFrom?: string
  valueDateTo?: string
  clientReference?: string
  isDrawable?: boolean
  /** Includes changes made before it and committed after a later one. */
  updatedSince?: Date
  /** Trade id of the last row of the page before. */
  after?: string
  limit: number
}

/**
 * Indexes fx_trades_pkey and fx_forwards_pkey. A scalar subquery, because PostgreSQL may answer `exists` from a hash table of the forwards
 * of all entities.
 */
const DRAWABLE = `(kind = 'Forward' and coalesce((select true from drawable_forwards d
        where d.entity_id = t.entity_id and d.trade_id = t.trade_id), false))`

/** Trades of an entity, newest first, one more than the limit. Walks the primary key backwards. */
export async function listTrades(db: Queryable, filter: TradeListFilter): Promise<TradeRow[]> {
  const { rows } = await db.query<TradeRow>({
    name: 'list-trades',
    text: acrossEntities(
      `select ${COLUMNS} from fx_trades t
      where t.entity_id = member.entity_id
        and ($2::text is null or kind = $2) and ($3::text is null or subtype = $3) and ($4::text is null or status = $4)
        and ($5::text is null or currency_pair = $5)
        and ($6::date is null or trade_date >= $6) and ($7::date is null or trade_date <= $7)
        and ($8::date is null or value_date >= $8) and ($9::date is null or value_date <= $9)
        and ($10::text is null or client_reference = $10 or dedupe_reference = $10)
        and ($11::boolean is null or ${DRAWABLE} = $11)
        and ($12::timestamptz is null or updated_at >= $12 or trade_id in (select changed_late(member.entity_id, 'trade', $12)))
        and ($13::uuid is null or trade_id < $13)
      order by trade_id desc limit $14`,
      '"tradeId" desc',
      '$14',
    ),
    values: [
      filter.entityIds,
      filter.kind,
      filter.subtype,
      filter.status,
      filter.currencyPair,
      filter.tradeDateFrom,
      filter.tradeDateTo,
      filter.valueDateFrom,
      filter.valueDateTo,
      filter.clientReference,
      filter.isDrawable,
      filter.updatedSince,
      filter.after,
      filter.limit + 1,
    ],
  })
  return rows
}

/** The held-rate trade that took a reference at or after an instant. Index fx_trades_dedupe_reference. */
export async function findHeldByReference(
  db: Queryable,
  entityId: string,
  reference: string,
  since: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ tradeId: string }>(
    `select trade_id as "tradeId" from fx_trades
     where entity_id = $1 and dedupe_reference = $2 and created_at > $3 order by created_at desc limit 1`,
    [entityId, reference, since],
  )
  return rows[0]?.tradeId
}

/** Fields of a queued deal that are known only when it is dealt. */
export type StruckDeal = Pick<
  TradeRow,
  | 'buyMinor'
  | 'sellMinor'
  | 'rate'
  | 'costRate'
  | 'midRate'
  | 'forwardPoints'
  | 'costMinor'
  | 'revenueMinor'
  | 'tenor'
  | 'tradeDate'
  | 'valueDate'
  | 'cutOffAt'
  | 'holdId'
>

const strikeStatement = trades.update({
  name: 'strike-trade',
  key: ['entityId', 'tradeId'],
  set: [
    'buyMinor',
    'sellMinor',
    'rate',
    'costRate',
    'midRate',
    'forwardPoints',
    'costMinor',
    'revenueMinor',
    'tenor',
    'tradeDate',
    'valueDate',
    'cutOffAt',
    'holdId',
  ],
  where: `status = 'QueuedForOpen'`,
  ending: `returning ${COLUMNS}`,
})

/** Writes price and dates of a queued trade as it was struck; the caller holds its lock and moves its state afterwards. */
export async function strikeTrade(
  tx: Tx,
  { entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>,
  deal: StruckDeal,
): Promise<TradeRow> {
  const { rows } = await tx.query<TradeRow>(strikeStatement({ ...deal, entityId, tradeId }))
  return rows[0]!
}

/** A booked trade whose value date has become a day on which it cannot settle. */
interface TouchedTrade {
  entityId: string
  tradeId: string
  kind: TradeKind
  status: TradeStatus
  currencyPair: string
  valueDate: string
}

/**
 * Trades still to be settled, of all entities, whose value date is one of some days of a currency: one of theirs, or USD,
 * in which every pair settles. An operator's rare question: it reads the table.
 */
export async function findTradesOn(db: Queryable, currency: string, days: readonly string[]): Promise<TouchedTrade[]> {
  const { rows } = await db.query<TouchedTrade>(
    `select entity_id as "entityId", trade_id as "tradeId", kind, status, currency_pair as "currencyPair",
       value_date as "valueDate"
     from fx_trades
     where value_date = any ($2::date[]) and ($1 = 'USD' or buy_currency = $1 or sell_currency = $1)
       and status not in ('Settled', 'Cancelled', 'ClosedOut', 'Extended', 'Rejected', 'FullyDrawn')
     order by value_date, entity_id, trade_id`,
    [currency, days],
  )
  return rows
}

/** Records the confirmation issued for a trade; the agreed terms and the version stay. */
export async function noteConfirmation(
  db: Queryable,
  { entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>,
  documentId: string,
): Promise<void> {
  await db.query(
    `update fx_trades set confirmation_document_id = $3
     where entity_id = $1 and trade_id = $2 and confirmation_document_id is null`,
    [entityId, tradeId, documentId],
  )
}
