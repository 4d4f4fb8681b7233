import type { Queryable, Tx } from '../../kernel/db/db.ts'
import {
  type Row,
  arrayOf,
  bool,
  date,
  decimal,
  instant,
  integer,
  minor,
  nullable,
  oneOf,
  table,
  text,
  uuid,
} from '../../kernel/db/table.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import type { ExecutionMode, HeldRateStatus } from './schema.ts'

const heldRates = table('held_rates', {
  entityId: uuid,
  quoteId: uuid,
  clientId: uuid,
  status: oneOf<HeldRateStatus>(),
  version: integer,
  currencyPair: text,
  direction: oneOf<'OneWay' | 'TwoWay'>(),
  usage: oneOf<'Single' | 'Multiple'>(),
  buyCurrency: text,
  sellCurrency: text,
  fixedSide: oneOf<'Buy' | 'Sell'>(),
  estimatedMinor: minor,
  maxMinor: minor,
  utilisedMinor: minor,
  /** The estimate in the entity's base currency. */
  limitMinor: minor,
  tenor: text,
  postExpiryAction: oneOf<'Reject' | 'AcceptAtSpot' | 'UtiliseNextAvailableQuote' | 'ExecuteAtMarketOpen'>(),
  /** The client's rate when it sells the base, and when it buys it; null where it may not. */
  bid: nullable(decimal),
  ask: nullable(decimal),
  costBid: nullable(decimal),
  costAsk: nullable(decimal),
  /** Pips between spot and the date that was priced. */
  pointsBid: nullable(decimal),
  pointsAsk: nullable(decimal),
  mid: decimal,
  markupBps: decimal,
  premiumBps: decimal,
  volatilityPercent: decimal,
  tradeDate: date,
  deliveryDates: arrayOf(date),
  createdAt: instant,
  expiresAt: instant,
})

/** A held rate as stored. Rates are decimal text; amounts minor units of the fixed currency. */
export interface HeldRateRow extends Row<typeof heldRates> {
  /** Trades that were booked on it, or at its price in place of a lapsed one, oldest first. */
  tradeIds: string[]
}

const COLUMNS = `${heldRates.listOf('h')},
  array(select b.trade_id::text from held_rate_bookings b
    where b.entity_id = h.entity_id and (b.quote_id = h.quote_id or b.used_quote_id = h.quote_id)
    order by b.trade_id) as "tradeIds"`

const insertStatement = heldRates.insert({
  name: 'insert-held-rate',
  except: ['version'],
  ending: `returning ${heldRates.list}`,
})

/** Stores a new held rate. */
export async function insertHeldRate(tx: Tx, held: Omit<HeldRateRow, 'tradeIds' | 'version'>): Promise<HeldRateRow> {
  const { rows } = await tx.query<Row<typeof heldRates>>(insertStatement(held))
  return { ...rows[0]!, tradeIds: [] }
}

export async function findHeldRate(db: Queryable, entityId: string, quoteId: string): Promise<HeldRateRow | undefined> {
  const { rows } = await db.query<HeldRateRow>({
    name: 'find-held-rate',
    text: `select ${COLUMNS} from held_rates h where h.entity_id = $1 and h.quote_id = $2`,
    values: [entityId, quoteId],
  })
  return rows[0]
}

/** The held rate, locked until the transaction ends. Taken before limits and accounts. */
export async function lockHeldRate(tx: Tx, entityId: string, quoteId: string): Promise<HeldRateRow | undefined> {
  await tx.query({
    name: 'lock-held-rate',
    text: 'select 1 from held_rates where entity_id = $1 and quote_id = $2 for no key update',
    values: [entityId, quoteId],
  })
  // Read by a statement of its own: it sees the bookings of whoever held the lock before.
  return findHeldRate(tx, entityId, quoteId)
}

/** Serialises counting an entity's open held rates until the transaction ends. */
export const lockOpenHolds = (tx: Tx, entityId: string) =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('held_rates ' || $1, 0))`, [entityId])

/**
 * Sums an entity's open held rates in minor units of its base currency: the unbooked part of each estimate, rounded up.
 * Uses the index held_rates_by_expiry.
 */
export async function sumOpenHolds(tx: Tx, entityId: string, at: Date): Promise<bigint> {
  const { rows } = await tx.query<{ openMinor: bigint }>({
    name: 'sum-open-holds',
    text: `select coalesce(sum(ceil(limit_minor::numeric * greatest(estimated_minor - utilised_minor, 0) / estimated_minor)), 0)::bigint
        as "openMinor"
      from held_rates where entity_id = $1 and expires_at > $2 and status in ('Active', 'PartlyUsed')`,
    values: [entityId, at],
  })
  return rows[0]!.openMinor
}

/** Changes state and use of a locked held rate. */
export async function updateHeldRate(
  tx: Tx,
  held: HeldRateRow,
  change: Pick<HeldRateRow, 'status' | 'utilisedMinor'>,
): Promise<HeldRateRow> {
  const { rows } = await tx.query<HeldRateRow>({
    name: 'update-held-rate',
    text: `update held_rates h set status = $3, utilised_minor = $4, version = version + 1
      where entity_id = $1 and quote_id = $2 returning ${COLUMNS}`,
    values: [held.entityId, held.quoteId, change.status, change.utilisedMinor],
  })
  return rows[0]!
}

/**
 * The active held rates that can take the place of a lapsed one: of the same pair and side, with room for the amount, the
 * first to expire first. Index held_rates_by_expiry.
 */
export async function findNextHeldRates(
  tx: Tx,
  lapsed: HeldRateRow,
  deal: { buyCurrency: string; fixedCurrency: string; amountMinor: bigint; at: Date },
): Promise<NextHeldRate[]> {
  const { rows } = await tx.query<NextHeldRate>({
    name: 'find-next-held-rates',
    text: `select quote_id as "quoteId", currency_pair as "currencyPair", delivery_dates as "deliveryDates" from held_rates
      where entity_id = $1 and expires_at > $2 and status in ('Active', 'PartlyUsed') and currency_pair = $3
        and (buy_currency = $4 or direction = 'TwoWay')
        and case fixed_side when 'Buy' then buy_currency else sell_currency end = $5
        and max_minor - utilised_minor >= $6
      order by expires_at, quote_id`,
    values: [lapsed.entityId, deal.at, lapsed.currencyPair, deal.buyCurrency, deal.fixedCurrency, deal.amountMinor],
  })
  return rows
}

type NextHeldRate = Pick<HeldRateRow, 'quoteId' | 'currencyPair' | 'deliveryDates'>

type TouchedHeldRate = Pick<HeldRateRow, 'entityId' | 'quoteId' | 'status' | 'currencyPair' | 'deliveryDates'>

/** Open held rates with a delivery date on one of the days, where the currency or US dollars settle. Scans the table. */
export async function findHeldRatesOn(
  db: Queryable,
  currency: string,
  days: readonly string[],
): Promise<TouchedHeldRate[]> {
  const { rows } = await db.query<TouchedHeldRate>(
    `select entity_id as "entityId", quote_id as "quoteId", status, currency_pair as "currencyPair",
       delivery_dates as "deliveryDates"
     from held_rates
     where delivery_dates && $2::date[] and ($1 = 'USD' or buy_currency = $1 or sell_currency = $1)
       and status in ('Active', 'PartlyUsed')
     order by entity_id, quote_id`,
    [currency, days],
  )
  return rows
}

interface HeldRateListFilter {
  entityIds: readonly string[]
  /** Business time; rates past their expiry count as expired. */
  at: Date
  status?: string
  currencyPair?: string
  expiringBefore?: Date
  /** Expiry (RFC 3339) and id of the last row of the page before. */
  after?: readonly string[]
  limit: number
}

/** Held rates of some entities, the first to expire first, one more than the limit. Walks held_rates_by_expiry. */
export async function listHeldRates(db: Queryable, filter: HeldRateListFilter): Promise<HeldRateRow[]> {
  const { rows } = await db.query<HeldRateRow>({
    name: 'list-held-rates',
    text: acrossEntities(
      `select ${COLUMNS} from held_rates h
      where h.entity_id = member.entity_id
        and case when $3::text is null then h.status in ('Active', 'PartlyUsed') and h.expires_at > $2
          else $3 = case when h.status in ('Active', 'PartlyUsed') and h.expires_at <= $2 then 'Expired' else h.status end end
        and ($4::text is null or h.currency_pair = $4)
        and ($5::timestamptz is null or h.expires_at < $5)
        and ($6::timestamptz is null or (h.expires_at, h.quote_id) > ($6, $7::uuid))
      order by h.expires_at, h.quote_id limit $8`,
      '"expiresAt", "quoteId"',
      '$8',
    ),
    values: [
      filter.entityIds,
      filter.at,
      filter.status,
      filter.currencyPair,
      filter.expiringBefore,
      filter.after?.[0],
      filter.after?.[1],
      filter.limit + 1,
    ],
  })
  return rows
}

const bookings = table('held_rate_bookings', {
  entityId: uuid,
  tradeId: uuid,
  /** Requested held rate. */
  quoteId: uuid,
  /** The one whose price was dealt. */
  usedQuoteId: nullable(uuid),
  mode: oneOf<ExecutionMode>(),
  amountMinor: minor,
  wantedValueDate: nullable(date),
  valueDateAdjusted: bool,
  createdAt: instant,
})

/** Booking data of a held-rate trade. */
export type BookingRow = Row<typeof bookings>

const insertBookingStatement = bookings.insert({ name: 'insert-held-rate-booking' })

export async function insertBooking(tx: Tx, booking: BookingRow): Promise<void> {
  await tx.query(insertBookingStatement(booking))
}

export async function findBooking(db: Queryable, entityId: string, tradeId: string): Promise<BookingRow | undefined> {
  const { rows } = await db.query<BookingRow>({
    name: 'find-held-rate-booking',
    text: `select ${bookings.list} from held_rate_bookings where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

/**
 * Sums what a held rate was used for before one of its bookings, in minor units of its fixed currency. Indexes
 * held_rate_bookings_by_quote and held_rate_bookings_by_used_quote.
 */
export async function usedBefore(
  db: Queryable,
  { entityId, quoteId, tradeId, createdAt }: Pick<BookingRow, 'entityId' | 'quoteId' | 'tradeId' | 'createdAt'>,
): Promise<bigint> {
  const { rows } = await db.query<{ usedMinor: bigint }>({
    name: 'held-rate-used-before',
    text: `select coalesce(sum(amount_minor), 0)::bigint as "usedMinor" from held_rate_bookings
      where entity_id = $1 and (quote_id = $2 or used_quote_id = $2) and (created_at, trade_id) < ($4, $3)`,
    values: [entityId, quoteId, tradeId, createdAt],
  })
  return rows[0]!.usedMinor
}
