import { lockFacilities } from '../../../credit/facilities/index.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { findTrade, lockTrade, sumPendingAmendments, type TradeRow } from '../../trades/index.ts'
import { isNothing, type Legs, minus, plus } from './parts.ts'

export type ForwardType = 'Fixed' | 'Window' | 'Open' | 'Variable'
type FundingMethod = 'CurrencyAccount' | 'WireTransfer' | 'PreAuthorizedDebit'

/** Forward data of a quote beyond price and amounts. */
export interface ForwardQuoteRow {
  entityId: string
  quoteId: string
  forwardType: ForwardType
  accessDate: string
  pricedAtDate: string
  spotRate: string
  reason: string | null
  facilityId: string
  termId: string
  marginSide: 'Buy' | 'Sell'
  marginPercent: string
  /** Margin in the currency of the margin's side. */
  marginMinor: bigint
  defaultBeneficiaryId: string | null
}

/** Forward data of a trade. Revenue is in the pair's counter currency. */
export interface ForwardRow {
  entityId: string
  tradeId: string
  forwardType: ForwardType
  accessDate: string
  pricedAtDate: string
  spotRate: string
  reason: string
  fundsDelivery: 'Deliverable' | 'NonDeliverable'
  facilityId: string
  termId: string
  defaultBeneficiaryId: string | null
  contractBuyMinor: bigint
  contractSellMinor: bigint
  drawnBuyMinor: bigint
  drawnSellMinor: bigint
  amendedBuyMinor: bigint
  amendedSellMinor: bigint
  openRevenueMinor: bigint
  /** Initial margin of the remaining amount, in minor units of the margin's currency. */
  openMarginMinor: bigint
  watchedUntil: Date
}

/** Forward: the common trade record and the forward data. */
export interface Forward {
  trade: TradeRow
  facts: ForwardRow
  /** Parts of amendments that wait for approval: nothing else of the client may take them. Absent: none. */
  reserved?: Legs
}

const QUOTE_COLUMNS: [string, keyof ForwardQuoteRow][] = [
  ['entity_id', 'entityId'],
  ['quote_id', 'quoteId'],
  ['forward_type', 'forwardType'],
  ['access_date', 'accessDate'],
  ['priced_at_date', 'pricedAtDate'],
  ['spot_rate', 'spotRate'],
  ['reason', 'reason'],
  ['facility_id', 'facilityId'],
  ['term_id', 'termId'],
  ['margin_side', 'marginSide'],
  ['margin_percent', 'marginPercent'],
  ['margin_minor', 'marginMinor'],
  ['default_beneficiary_id', 'defaultBeneficiaryId'],
]

export const FORWARD_COLUMNS: [string, keyof ForwardRow][] = [
  ['entity_id', 'entityId'],
  ['trade_id', 'tradeId'],
  ['forward_type', 'forwardType'],
  ['access_date', 'accessDate'],
  ['priced_at_date', 'pricedAtDate'],
  ['spot_rate', 'spotRate'],
  ['reason', 'reason'],
  ['funds_delivery', 'fundsDelivery'],
  ['facility_id', 'facilityId'],
  ['term_id', 'termId'],
  ['default_beneficiary_id', 'defaultBeneficiaryId'],
  ['contract_buy_minor', 'contractBuyMinor'],
  ['contract_sell_minor', 'contractSellMinor'],
  ['drawn_buy_minor', 'drawnBuyMinor'],
  ['drawn_sell_minor', 'drawnSellMinor'],
  ['amended_buy_minor', 'amendedBuyMinor'],
  ['amended_sell_minor', 'amendedSellMinor'],
  ['open_revenue_minor', 'openRevenueMinor'],
  ['open_margin_minor', 'openMarginMinor'],
  ['watched_until', 'watchedUntil'],
]

const selecting = (columns: [string, string][]) => columns.map(([column, name]) => `${column} as "${name}"`).join(', ')
const FORWARD = selecting(FORWARD_COLUMNS)

const inserting = (table: string, columns: [string, string][]) =>
  `insert into ${table} (${columns.map(([column]) => column).join(', ')})
   values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`

/** Finds the forward data of those of an entity's quotes that have any. */
export async function findForwardQuotes(
  tx: Tx,
  entityId: string,
  quoteIds: readonly string[],
): Promise<ForwardQuoteRow[]> {
  const { rows } = await tx.query<ForwardQuoteRow & Record<string, unknown>>({
    name: 'find-forward-quote',
    text: `select ${selecting(QUOTE_COLUMNS)} from fx_forward_quotes where entity_id = $1 and quote_id = any ($2::uuid[])`,
    values: [entityId, quoteIds],
  })
  return rows
}

/** Finds the forward data of a quote. */
export async function findForwardQuote(
  tx: Tx,
  entityId: string,
  quoteId: string,
): Promise<ForwardQuoteRow | undefined> {
  return (await findForwardQuotes(tx, entityId, [quoteId]))[0]
}

export async function insertForwardQuote(tx: Tx, quote: ForwardQuoteRow): Promise<void> {
  await tx.query({
    name: 'insert-forward-quote',
    text: inserting('fx_forward_quotes', QUOTE_COLUMNS),
    values: QUOTE_COLUMNS.map(([, name]) => quote[name]),
  })
}

/** A forward of the entity; undefined for any other trade. */
export async function findForward(db: Queryable, entityId: string, tradeId: string): Promise<Forward | undefined> {
  const trade = await findTrade(db, entityId, tradeId)
  if (trade?.kind !== 'Forward') return undefined
  const [facts, reserved] = await Promise.all([
    factsOf(db, entityId, tradeId),
    sumPendingAmendments(db, entityId, tradeId),
  ])
  return facts && { trade, facts, reserved }
}

/** Locks a forward until the transaction ends: first its facility, then its trade. Its children and accounts come after. */
export async function lockForward(tx: Tx, entityId: string, tradeId: string): Promise<Forward | undefined> {
  return (await lockForwards(tx, entityId, [tradeId]))[0]
}

/**
 * Locks several forwards as `lockForward` does: all facilities of their entity first, then the forwards, each by ascending id. All
 * statements go out at once: reads that the caller sends with it see the locked rows.
 */
export async function lockForwards(tx: Tx, entityId: string, tradeIds: readonly string[]): Promise<Forward[]> {
  const facilities = lockFacilities(tx, entityId)
  const found = [...new Set(tradeIds)].sort().map(async (tradeId) => {
    const [trade, facts, reserved] = await Promise.all([
      lockTrade(tx, entityId, tradeId),
      factsOf(tx, entityId, tradeId),
      sumPendingAmendments(tx, entityId, tradeId),
    ])
    return trade && facts && { trade, facts, reserved }
  })
  const [forwards] = await Promise.all([Promise.all(found), facilities])
  return forwards.filter((forward) => forward !== undefined)
}

async function factsOf(db: Queryable, entityId: string, tradeId: string): Promise<ForwardRow | undefined> {
  const { rows } = await db.query<ForwardRow & Record<string, unknown>>({
    name: 'find-forward',
    text: `select ${FORWARD} from fx_forwards where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

/** Returns the remaining amounts in both currencies. */
export const leftOf = ({ facts }: Pick<Forward, 'facts'>): Legs =>
  minus(contractOf(facts), plus(drawnOf(facts), amendedOf(facts)))
/** Returns true if an undrawn amount remains. */
export const isLeft = (forward: Pick<Forward, 'facts'>): boolean => !isNothing(leftOf(forward))
export const contractOf = (facts: ForwardRow): Legs => ({
  buyMinor: facts.contractBuyMinor,
  sellMinor: facts.contractSellMinor,
})
export const drawnOf = (facts: ForwardRow): Legs => ({
  buyMinor: facts.drawnBuyMinor,
  sellMinor: facts.drawnSellMinor,
})
export const amendedOf = (facts: ForwardRow): Legs => ({
  buyMinor: facts.amendedBuyMinor,
  sellMinor: facts.amendedSellMinor,
})

/** Changes of a forward's figures, added to the stored values. */
export interface ForwardChange {
  drawn?: Legs
  amended?: Legs
  openRevenueMinor?: bigint
  openMarginMinor?: bigint
}

/** Adds to a locked forward's figures. @returns the forward as it is then */
export async function changeForward(
  tx: Tx,
  { trade, facts, ...others }: Forward,
  change: ForwardChange,
): Promise<Forward> {
  const { rows } = await tx.query<ForwardRow & Record<string, unknown>>({
    name: 'change-forward',
    text: `update fx_forwards set drawn_buy_minor = drawn_buy_minor + $3, drawn_sell_minor = drawn_sell_minor + $4,
        amended_buy_minor = amended_buy_minor + $5, amended_sell_minor = amended_sell_minor + $6,
        open_revenue_minor = open_revenue_minor + $7, open_margin_minor = open_margin_minor + $8
      where entity_id = $1 and trade_id = $2 returning ${FORWARD}`,
    values: [
      facts.entityId,
      facts.tradeId,
      change.drawn?.buyMinor ?? 0n,
      change.drawn?.sellMinor ?? 0n,
      change.amended?.buyMinor ?? 0n,
      change.amended?.sellMinor ?? 0n,
      change.openRevenueMinor ?? 0n,
      change.openMarginMinor ?? 0n,
    ],
  })
  return { trade, facts: rows[0]!, ...others }
}

/** Notes up to when a forward's alerts and deadlines have been seen to. */
export async function setWatched(tx: Tx, { facts }: Forward, until: Date): Promise<void> {
  await tx.query({
    name: 'set-forward-watched',
    text: 'update fx_forwards set watched_until = greatest(watched_until, $3) where entity_id = $1 and trade_id = $2',
    values: [facts.entityId, facts.tradeId, until],
  })
}

export interface DrawdownRow {
  entityId: string
  /** The drawdown's own trade. */
  tradeId: string
  forwardId: string
  fundingMethod: FundingMethod
  /** Released to it when it settles; of the forward's margin currency. */
  marginAppliedMinor: bigint
  /** Received for it by wire so far. */
  wiredMinor: bigint
}

const DRAWDOWN = `entity_id as "entityId", trade_id as "tradeId", forward_id as "forwardId",
  funding_method as "fundingMethod", margin_applied_minor as "marginAppliedMinor",
  (select coalesce(sum(w.amount_minor), 0)::bigint from fx_drawdown_wires w
    where w.entity_id = fx_drawdowns.entity_id and w.trade_id = fx_drawdowns.trade_id) as "wiredMinor"`

export async function insertDrawdown(tx: Tx, drawdown: DrawdownRow): Promise<void> {
  await tx.query({
    name: 'insert-drawdown',
    text: `insert into fx_drawdowns (entity_id, trade_id, forward_id, funding_method, margin_applied_minor)
      values ($1, $2, $3, $4, $5)`,
    values: [
      drawdown.entityId,
      drawdown.tradeId,
      drawdown.forwardId,
      drawdown.fundingMethod,
      drawdown.marginAppliedMinor,
    ],
  })
}

export async function findDrawdown(db: Queryable, entityId: string, tradeId: string): Promise<DrawdownRow | undefined> {
  const { rows } = await db.query<DrawdownRow & Record<string, unknown>>({
    name: 'find-drawdown',
    text: `select ${DRAWDOWN} from fx_drawdowns where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId],
  })
  return rows[0]
}

/** The drawdowns of a forward, newest first, one more than the limit. Index fx_drawdowns_of_forward. */
export async function listDrawdowns(
  db: Queryable,
  entityId: string,
  forwardId: string,
  page: { after?: string | undefined; limit: number },
): Promise<DrawdownRow[]> {
  const { rows } = await db.query<DrawdownRow & Record<string, unknown>>({
    name: 'list-drawdowns',
    text: `select ${DRAWDOWN} from fx_drawdowns
      where entity_id = $1 and forward_id = $2 and ($3::uuid is null or trade_id < $3) order by trade_id desc limit $4`,
    values: [entityId, forwardId, page.after, page.limit + 1],
  })
  return rows
}

/** Counts the active drawdowns of a forward and sums the margin released to settled ones. */
export async function sumDrawdowns(
  db: Queryable,
  entityId: string,
  forwardId: string,
): Promise<{ count: number; appliedMinor: bigint }> {
  const { rows } = await db.query<{ count: number; appliedMinor: bigint }>({
    name: 'sum-drawdowns',
    text: `select count(*) filter (where t.status <> 'Cancelled')::int as count,
        coalesce(sum(d.margin_applied_minor) filter (where t.status = 'Settled'), 0)::bigint as "appliedMinor"
      from fx_drawdowns d join fx_trades t using (entity_id, trade_id) where d.entity_id = $1 and d.forward_id = $2`,
    values: [entityId, forwardId],
  })
  return rows[0]!
}

/**
 * Sums the drawdowns and amendments of a forward up to and including one drawdown. Drawdowns cancelled before that time
 * are excluded, later cancelled ones included. Uses the index fx_trades_of_parent.
 */
export async function takenUpTo(
  db: Queryable,
  { entityId, tradeId, parentTradeId, createdAt }: TradeRow,
): Promise<Legs> {
  const { rows } = await db.query<{ buyMinor: bigint; sellMinor: bigint }>({
    name: 'taken-up-to-drawdown',
    text: `select coalesce(sum(buy_minor), 0)::bigint as "buyMinor", coalesce(sum(sell_minor), 0)::bigint as "sellMinor"
      from (
        select buy_minor, sell_minor from fx_trades
        where entity_id = $1 and parent_trade_id = $2 and kind = 'Drawdown'
          and (trade_id = $3 or ((created_at, trade_id) < ($4, $3)
            and not (status in ('Cancelled', 'Rejected') and updated_at <= $4)))
        union all
        select buy_minor, sell_minor from fx_amendments
        where entity_id = $1 and trade_id = $2 and booked_at <= $4) taken`,
    values: [entityId, parentTradeId, tradeId, createdAt],
  })
  return rows[0]!
}

/** The deals that came out of a forward, summed; minor units. */
export interface ChildSums {
  /** Sum of all drawdowns except cancelled ones. */
  drawnBuyMinor: bigint
  drawnSellMinor: bigint
  /** Sum of unsettled drawdowns. */
  unsettledBuyMinor: bigint
  unsettledSellMinor: bigint
  unsettledDrawdowns: number
  /** Close-outs that cost the client money and are not paid. */
  unpaidLosses: number
  /** Initial margin that belongs to unsettled drawdowns and unpaid losses. */
  setAsideMinor: bigint
}

const OPEN_CHILD = `t.status not in ('Settled', 'Cancelled', 'Rejected') and t.trade_id is distinct from $3::uuid`
const OPEN_DRAWDOWN = `t.kind = 'Drawdown' and ${OPEN_CHILD}`

/**
 * Sums the drawdowns and close-outs of a forward. Index fx_trades_of_parent.
 *
 * @param settlingId a deal that is about to settle: it counts as settled
 */
export async function sumChildren(
  db: Queryable,
  { entityId, tradeId }: Pick<ForwardRow, 'entityId' | 'tradeId'>,
  settlingId?: string,
): Promise<ChildSums> {
  const { rows } = await db.query<ChildSums & Record<string, unknown>>({
    name: 'sum-children-of-forward',
    text: `select
        coalesce(sum(t.buy_minor) filter (where t.kind = 'Drawdown' and t.status <> 'Cancelled'), 0)::bigint as "drawnBuyMinor",
        coalesce(sum(t.sell_minor) filter (where t.kind = 'Drawdown' and t.status <> 'Cancelled'), 0)::bigint as "drawnSellMinor",
        coalesce(sum(t.buy_minor) filter (where ${OPEN_DRAWDOWN}), 0)::bigint as "unsettledBuyMinor",
        coalesce(sum(t.sell_minor) filter (where ${OPEN_DRAWDOWN}), 0)::bigint as "unsettledSellMinor",
        count(*) filter (where ${OPEN_DRAWDOWN})::int as "unsettledDrawdowns",
        count(*) filter (where t.kind = 'CloseOut' and t.net_minor < 0 and t.status <> 'PendingApproval' and ${OPEN_CHILD})::int as "unpaidLosses",
        coalesce(sum(coalesce(d.margin_applied_minor, c.margin_applied_minor)) filter (where ${OPEN_CHILD}), 0)::bigint
          as "setAsideMinor"
      from fx_trades t left join fx_drawdowns d using (entity_id, trade_id) left join fx_close_outs c using (entity_id, trade_id)
      where t.entity_id = $1 and t.parent_trade_id = $2 and t.kind in ('Drawdown', 'CloseOut')`,
    values: [entityId, tradeId, settlingId],
  })
  return rows[0]!
}

/** Close-out at a loss: the initial margin of its part is kept until the loss is paid. */
interface CloseOutRow {
  entityId: string
  tradeId: string
  forwardId: string
  marginAppliedMinor: bigint
}

export async function insertCloseOut(tx: Tx, row: CloseOutRow): Promise<void> {
  await tx.query({
    name: 'insert-close-out',
    text: `insert into fx_close_outs (entity_id, trade_id, forward_id, margin_applied_minor) values ($1, $2, $3, $4)`,
    values: [row.entityId, row.tradeId, row.forwardId, row.marginAppliedMinor],
  })
}
