import { type Act, actOf } from '../../kernel/values/act.ts'
import { type EntityProfile, lockSettlementLimit } from '../../entities/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { refuseEntity } from '../../kernel/http/principal.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkMarketOpen, dealingCutOff, earliestValueDate, endOfTradingDay, parsePair } from '../calendar/index.ts'
import type { PriceSources } from '../pricing/index.ts'
import { checkBookable, expiryOf } from '../quotes/index.ts'
import {
  demandOnDeal,
  findPendingAmendment,
  findTrade,
  insertAmendment,
  lockAmendment,
  sizeOfAmendment,
  type TradeRow,
} from '../trades/index.ts'
import {
  type AmendDeps,
  type AmendedSpot,
  type Amending,
  type AmendmentRow,
  checkAmendable,
  checkContinues,
  checkCredit,
  lockSpot,
  makeAmendment,
  movedTrade,
  REASON_OF_MOVE,
} from './amend-making.ts'
import { exitDate, limitUseOf, priceExit, priceMoved, pricedExit, sidesOf } from './amend-price.ts'
import { awaitSpotAmendment } from './amend-waiting.ts'
import { checkSpotCan, refuse, type SpotAmendment } from './rules.ts'

/** Amendment order; the trade by its stored id. */
interface SpotAmendmentOrder {
  entityId: string
  tradeId: string
  type: SpotAmendment
  newValueDate?: string | undefined
  clientReference?: string | null
}

/**
 * Quotes the end of an unsettled spot trade, or its move to another value date. The opposite deal at the market's side
 * closes the trade; the difference is settled in cash, and a moved trade continues at the market of its new date.
 *
 * @param lifeSeconds how long the quote can be booked; the entity's setting when absent
 * @throws trade_not_found, spot_trade_not_amendable, amendment_date_unchanged, unpaid_amounts_outstanding,
 *   settlement_limit_exceeded, outside_trading_hours, price_unavailable, and what is wrong with the new date
 */
export async function quoteSpotAmendment(
  deps: AmendDeps,
  tx: Tx,
  order: SpotAmendmentOrder,
  now: Date,
  lifeSeconds?: number,
): Promise<{ row: AmendmentRow; trade: TradeRow }> {
  const { sources } = deps
  const { entityId, type, newValueDate } = order
  const profile = await profileOf(deps, entityId)
  const trade = await findTrade(tx, entityId, order.tradeId)
  if (trade?.kind !== 'Spot') throw refuseShared.trade_not_found()
  checkSpotCan(trade, type)
  if (type === 'Move') {
    await checkContinues(deps, profile, trade)
    const limit = { currency: profile.entity.baseCurrency, limitMinor: profile.settings.limits.settlementMinor }
    await checkCredit(tx, trade, { ...limit, newValueDate: newValueDate! }, now)
  }
  checkMarketOpen(now)
  const priced =
    type === 'Move' ? priceMoved(deps, profile, trade, newValueDate!, now) : pricedExit(priceExit(sources, trade, now))
  const row: AmendmentRow = {
    ...nothingNew,
    ...priced,
    entityId,
    amendmentId: newUuid(),
    tradeId: trade.tradeId,
    clientId: trade.clientId,
    type,
    buyMinor: trade.buyMinor,
    sellMinor: trade.sellMinor,
    createdAt: now,
    expiresAt: expiryOf(
      now,
      lifeSeconds ?? profile.settings.quoteLifeSeconds.spot,
      dealtUntil(sources, trade, priced, now),
    ),
    bookedAt: null,
    closeOutId: null,
    newTradeId: null,
  }
  await insertAmendment(tx, row)
  return { row, trade }
}

/**
 * Returns until when a quote can be dealt: the end of the trading day, and no later than the dealing cut-offs of the date for
 * which the trade is closed and of a new value date.
 */
function dealtUntil(
  { calendars }: PriceSources,
  trade: TradeRow,
  { newValueDate }: Pick<Partial<AmendmentRow>, 'newValueDate'>,
  now: Date,
): Date {
  const pair = parsePair(trade.currencyPair)
  const dayEndsAt = endOfTradingDay(pair.turn, earliestValueDate(calendars, pair, now).tradeDate).at
  const dates = [exitDate({ calendars }, trade, now), ...(newValueDate ? [newValueDate] : [])]
  return new Date(Math.min(...[dayEndsAt, ...dates.map((date) => dealingCutOff(pair, date).at)].map(Number)))
}

const nothingNew = {
  newValueDate: null,
  swapPoints: '0',
  newRate: null,
  newCostRate: null,
  newBuyMinor: null,
  newSellMinor: null,
  newRevenueMinor: 0n,
  newTenor: null,
  newPricedAtDate: null,
}

async function profileOf({ entities }: Pick<AmendDeps, 'entities'>, entityId: string): Promise<EntityProfile> {
  const profile = await entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  return profile
}

/** Booking of an amendment's quote. */
interface SpotAmendmentBooking extends Pick<SpotAmendmentOrder, 'entityId' | 'tradeId' | 'clientReference'> {
  amendmentId: string | undefined
}

/**
 * Books the quote of a spot amendment for a client. If a policy for trades requires approval, the price is kept for a while, the
 * trade is reserved, and the amendment is made after the approval (`approvedSpotAmendment`). Locked in this order: the
 * settlement limit, the quote, the trade, the accounts.
 *
 * @throws trade_not_found, spot_amendment_quote_not_found, quote_already_booked, quote_expired, spot_trade_not_amendable,
 *   amendment_pending, duplicate_client_reference, settlement_limit_exceeded, daily_limit_exceeded,
 *   unpaid_amounts_outstanding, insufficient_funds, value_date_unavailable
 */
export async function bookSpotAmendment(
  deps: AmendDeps,
  context: CommandContext,
  order: SpotAmendmentBooking,
): Promise<AmendedSpot> {
  const { tx, at: now } = context
  const amending = await lockBookable(deps, tx, order, now)
  const { row, trade, profile } = amending
  await checkNotReserved(tx, trade)
  const act = actOf(context)
  const { pair, baseMinor } = sidesOf(trade)
  const amount = { minor: baseMinor, currency: pair.base }
  const sizeMinor = sizeOfAmendment(deps, profile, { amount, use: limitUseOf(row, trade) }, now)
  const demand = await demandOnDeal(tx, profile, 'Trade', { ...legsOf(trade), limitMinor: sizeMinor })
  const limitMinor = sizeMinor ?? 0n
  const next = continuing(amending, order, act)
  const reason = next ? REASON_OF_MOVE : 'EndedByClient'
  if (!demand) return makeAmendment(deps, tx, amending, { next, reason, limitMinor }, act)
  const lapsesNoLater = dealtUntil(deps.sources, trade, row, now)
  return awaitSpotAmendment(deps, context, amending, { next, reason, limitMinor, lapsesNoLater }, demand)
}

/**
 * Books the quote of a spot amendment for the operator. It needs no approval, is not counted towards the daily limit, and is
 * made although another amendment waits, which can then not be approved.
 *
 * @throws as `bookSpotAmendment`
 */
export async function bookSpotAmendmentByOperator(
  deps: AmendDeps,
  tx: Tx,
  order: SpotAmendmentBooking,
  act: Act,
): Promise<AmendedSpot> {
  const amending = await lockBookable(deps, tx, order, act.at)
  const next = continuing(amending, order, act)
  return makeAmendment(deps, tx, amending, { next, reason: next ? REASON_OF_MOVE : 'EndedByOperator' }, act)
}

async function lockBookable(deps: AmendDeps, tx: Tx, order: SpotAmendmentBooking, now: Date): Promise<Amending> {
  const { entityId, tradeId, amendmentId } = order
  const profile = await profileOf(deps, entityId)
  const settlementLimitMinor = await lockSettlementLimit(tx, entityId)
  const row = amendmentId && (await lockAmendment<SpotAmendment>(tx, entityId, amendmentId))
  const trade = await lockSpot(tx, entityId, tradeId)
  if (!row || row.tradeId !== tradeId) throw refuse.spot_amendment_quote_not_found()
  checkBookable({ tradeId: row.closeOutId ?? row.newTradeId, expiresAt: row.expiresAt }, now)
  const amending = { row, trade, profile, settlementLimitMinor }
  await checkAmendable(deps, tx, amending, now)
  return amending
}

const continuing = (
  { row, trade }: Amending,
  { clientReference = null }: SpotAmendmentBooking,
  act: Act,
): TradeRow | undefined => (row.type === 'Move' ? movedTrade(trade, row, clientReference, act) : undefined)

const legsOf = ({ buyCurrency, buyMinor, sellCurrency, sellMinor }: TradeRow) => ({
  buyCurrency,
  buyMinor,
  sellCurrency,
  sellMinor,
})

/** Rejects an amendment by a client while another one of the trade waits for approval. @throws amendment_pending */
export async function checkNotReserved(tx: Tx, trade: TradeRow): Promise<void> {
  const tradeId = await findPendingAmendment(tx, trade)
  if (tradeId !== undefined) throw refuse.amendment_pending({ tradeId: formatId('trd', tradeId) })
}
