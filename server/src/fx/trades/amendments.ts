import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { TradeRow } from './queries.ts'

/** Extend, bring forward and split are for forwards; cancel and move for spot. */
export type AmendmentType = 'Extend' | 'BringForward' | 'CloseOut' | 'Split' | 'Cancel' | 'Move'

/** Quote for an amendment, with the booked trades once it is booked. Rates are decimal text, amounts minor units. */
export interface AmendmentRow<T extends AmendmentType = AmendmentType> {
  entityId: string
  amendmentId: string
  tradeId: string
  clientId: string
  type: T
  /** The part of the trade that is meant. */
  buyMinor: bigint
  sellMinor: bigint
  newValueDate: string | null
  nearRate: string | null
  /** The market's middle for the day that is closed; null where nothing is. */
  nearMidRate: string | null
  /** Cost of the deal that closes the part; null where nothing is closed, and in quotes of earlier releases. */
  nearCostRate: string | null
  /** Pricing day in the new window of the continuing trade; null for its value date. */
  newPricedAtDate: string | null
  /** Pips. */
  swapPoints: string
  newRate: string | null
  newCostRate: string | null
  newMidRate: string
  spotRate: string
  newBuyMinor: bigint | null
  newSellMinor: bigint | null
  /** Counter currency, as the settlement. */
  newRevenueMinor: bigint
  newTenor: string | null
  /** Positive is credited to the client. */
  settlementMinor: bigint
  createdAt: Date
  expiresAt: Date
  bookedAt: Date | null
  closeOutId: string | null
  newTradeId: string | null
}

const COLUMNS: [string, keyof AmendmentRow][] = [
  ['entity_id', 'entityId'],
  ['amendment_id', 'amendmentId'],
  ['trade_id', 'tradeId'],
  ['client_id', 'clientId'],
  ['type', 'type'],
  ['buy_minor', 'buyMinor'],
  ['sell_minor', 'sellMinor'],
  ['new_value_date', 'newValueDate'],
  ['near_rate', 'nearRate'],
  ['near_mid_rate', 'nearMidRate'],
  ['near_cost_rate', 'nearCostRate'],
  ['new_priced_at_date', 'newPricedAtDate'],
  ['swap_points', 'swapPoints'],
  ['new_rate', 'newRate'],
  ['new_cost_rate', 'newCostRate'],
  ['new_mid_rate', 'newMidRate'],
  ['spot_rate', 'spotRate'],
  ['new_buy_minor', 'newBuyMinor'],
  ['new_sell_minor', 'newSellMinor'],
  ['new_revenue_minor', 'newRevenueMinor'],
  ['new_tenor', 'newTenor'],
  ['settlement_minor', 'settlementMinor'],
  ['created_at', 'createdAt'],
  ['expires_at', 'expiresAt'],
  ['booked_at', 'bookedAt'],
  ['close_out_id', 'closeOutId'],
  ['new_trade_id', 'newTradeId'],
]

export async function insertAmendment(tx: Tx, row: AmendmentRow): Promise<void> {
  await tx.query({
    name: 'insert-amendment',
    text: `insert into fx_amendments (${COLUMNS.map(([column]) => column).join(', ')})
      values (${COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`,
    values: COLUMNS.map(([, name]) => row[name]),
  })
}

/** A quote for an amendment, locked. */
export async function lockAmendment<T extends AmendmentType>(
  tx: Tx,
  entityId: string,
  amendmentId: string,
): Promise<AmendmentRow<T> | undefined> {
  const { rows } = await tx.query<AmendmentRow<T> & Record<string, unknown>>({
    name: 'lock-amendment',
    text: `select ${COLUMNS.map(([column, name]) => `${column} as "${name}"`).join(', ')}
      from fx_amendments where entity_id = $1 and amendment_id = $2 for no key update`,
    values: [entityId, amendmentId],
  })
  return rows[0]
}

const TAKEN = '(close_out_id is not null or new_trade_id is not null)'
const OF_MADE = `select ${COLUMNS.map(([column, name]) => `${column} as "${name}"`).join(', ')}
      from fx_amendments where entity_id = $1 and trade_id = $2 and $3 in (close_out_id, new_trade_id) and ${TAKEN}`

/** A trade that an amendment of its parent made, or will make once it is approved. */
type MadeTrade = Pick<TradeRow, 'entityId' | 'parentTradeId' | 'tradeId'>

/** The amendment that made a trade, or waits with it for approval. Index fx_amendments_taken. */
export async function findAmendmentOf(db: Queryable, made: MadeTrade): Promise<AmendmentRow | undefined> {
  const { rows } = await db.query<AmendmentRow & Record<string, unknown>>({
    name: 'find-amendment-of-trade',
    text: OF_MADE,
    values: [made.entityId, made.parentTradeId, made.tradeId],
  })
  return rows[0]
}

/** Locks the amendment that made a trade, or waits with it for approval. Index fx_amendments_taken. */
export async function lockAmendmentOf(tx: Tx, made: MadeTrade): Promise<void> {
  await tx.query({
    name: 'lock-amendment-of-trade',
    text: `${OF_MADE} for no key update`,
    values: [made.entityId, made.parentTradeId, made.tradeId],
  })
}

/** Returns the parts of a trade whose amendments wait for approval, summed; minor units. Index fx_amendments_taken. */
export async function sumPendingAmendments(
  db: Queryable,
  entityId: string,
  tradeId: string,
): Promise<Pick<AmendmentRow, 'buyMinor' | 'sellMinor'>> {
  const { rows } = await db.query<Pick<AmendmentRow, 'buyMinor' | 'sellMinor'> & Record<string, unknown>>({
    name: 'sum-pending-amendments',
    text: `select coalesce(sum(a.buy_minor), 0)::bigint as "buyMinor", coalesce(sum(a.sell_minor), 0)::bigint as "sellMinor"
      from fx_amendments a
        join fx_trades t on t.entity_id = a.entity_id and t.trade_id = coalesce(a.close_out_id, a.new_trade_id)
      where a.entity_id = $1 and a.trade_id = $2 and (a.close_out_id is not null or a.new_trade_id is not null)
        and a.booked_at is null and t.status = 'PendingApproval'`,
    values: [entityId, tradeId],
  })
  return rows[0]!
}

/** The trade that waits for approval to amend a trade; undefined if none. Index fx_amendments_taken. */
export async function findPendingAmendment(
  db: Queryable,
  { entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>,
): Promise<string | undefined> {
  const { rows } = await db.query<{ tradeId: string }>({
    name: 'find-pending-amendment',
    text: `select t.trade_id as "tradeId" from fx_amendments a
        join fx_trades t on t.entity_id = a.entity_id and t.trade_id = coalesce(a.close_out_id, a.new_trade_id)
      where a.entity_id = $1 and a.trade_id = $2 and (a.close_out_id is not null or a.new_trade_id is not null)
        and a.booked_at is null and t.status = 'PendingApproval' limit 1`,
    values: [entityId, tradeId],
  })
  return rows[0]?.tradeId
}

/** Sets the settlement limit that a trade uses which waited for approval. The trade that it continues uses it until then. */
export async function setPendingSettlement(tx: Tx, trade: TradeRow, settlementMinor: bigint): Promise<TradeRow> {
  await tx.query({
    name: 'set-pending-settlement',
    text: `update fx_trades set settlement_minor = $3 where entity_id = $1 and trade_id = $2 and status = 'PendingApproval'`,
    values: [trade.entityId, trade.tradeId, settlementMinor],
  })
  return { ...trade, settlementMinor }
}

/** Sets the revenue of a trade that waits for approval: the share of its origin's may have changed since it was stored. */
export async function setPendingRevenue(tx: Tx, trade: TradeRow, revenueMinor: bigint): Promise<TradeRow> {
  if (trade.revenueMinor === revenueMinor) return trade
  await tx.query({
    name: 'set-pending-revenue',
    text: `update fx_trades set revenue_minor = $3 where entity_id = $1 and trade_id = $2 and status = 'PendingApproval'`,
    values: [trade.entityId, trade.tradeId, revenueMinor],
  })
  return { ...trade, revenueMinor }
}

/** Records the trades created by the booking; without a time of booking, those that wait for approval. */
export async function markAmended(
  tx: Tx,
  row: Pick<AmendmentRow, 'entityId' | 'amendmentId' | 'bookedAt' | 'closeOutId' | 'newTradeId'>,
): Promise<void> {
  await tx.query({
    name: 'mark-amended',
    text: `update fx_amendments set booked_at = $3, close_out_id = $4, new_trade_id = $5
      where entity_id = $1 and amendment_id = $2`,
    values: [row.entityId, row.amendmentId, row.bookedAt, row.closeOutId, row.newTradeId],
  })
}

/** Deletes quotes for amendments without a booking or a request for one, at most `limit`; how many. Index fx_amendments_by_age. */
export async function deleteOldAmendments(db: Queryable, before: Date, limit = 1000): Promise<number> {
  const { rowCount } = await db.query(
    `delete from fx_amendments where (entity_id, amendment_id) in (
       select entity_id, amendment_id from fx_amendments
       where created_at < $1 and expires_at < $1 and booked_at is null
         and close_out_id is null and new_trade_id is null limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
