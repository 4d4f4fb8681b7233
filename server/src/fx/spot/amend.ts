import type { Act } from '../../kernel/values/act.ts'
import { checkNothingUnpaid } from '../../credit/unpaid/index.ts'
import {
  checkSettlementLimit,
  type EntityDirectory,
  type EntityProfile,
  lockSettlementLimit,
  readSettlementUsed,
} from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { refuseEntity } from '../../kernel/http/principal.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { cancelWork } from '../../kernel/jobs/work.ts'
import { type JournalCommand, postJournals } from '../../ledger/index.ts'
import {
  checkMarketOpen,
  checkValueDate,
  dealingCutOff,
  earliestValueDate,
  endOfTradingDay,
  parsePair,
  settlementCutOff,
  tradeDateOf,
} from '../calendar/index.ts'
import { costAgainstMid, type PriceSources } from '../pricing/index.ts'
import { type AccountSource, checkBookable, checkEnabled, expiryOf, pickAccount } from '../quotes/index.ts'
import {
  announceTrade,
  type AmendmentRow as TradeAmendment,
  bookingJournal,
  closeOutTrade,
  endingJournal,
  findTrade,
  insertAmendment,
  lockAmendment,
  lockTrade,
  markAmended,
  moveTrade,
  type OppositeDeal,
  type PayoutPort,
  scheduleSettlement,
  SETTLE_TRADE,
  settlementDueAt,
  storeTrade,
  tradeMoves,
  type TradeRow,
} from '../trades/index.ts'
import { priceExit, priceMoved, pricedExit, quotedExit, sidesOf } from './amend-price.ts'
import { checkSpotCan, refuse, type SpotAmendment } from './rules.ts'

export type AmendmentRow = TradeAmendment<SpotAmendment>

/** Kind of the job that closes out a spot trade that was not paid for in time. */
export const CLOSE_OUT_SPOT = 'trade.closeOut'

export interface AmendDeps {
  sources: PriceSources
  entities: Pick<EntityDirectory, 'get'>
  accounts: AccountSource
  payouts: Pick<PayoutPort, 'withdraw'>
}

/** Amendment order; the trade by its stored id. */
interface SpotAmendmentOrder {
  entityId: string
  tradeId: string
  type: SpotAmendment
  newValueDate?: string | undefined
  clientReference?: string | null
}

/** Booked amendment: the amended trade, its close-out, and the continuing trade. */
export interface AmendedSpot {
  row: AmendmentRow
  trade: TradeRow
  closeOut: TradeRow
  next: TradeRow | undefined
}

/**
 * Quotes the end of an unsettled spot trade, or its move to another value date. The opposite deal at the market's side
 * closes the trade; the difference is settled in cash, and a moved trade continues at the market of its new date.
 *
 * @param lifeSeconds how long the quote can be booked; the entity's setting when absent
 * @throws trade_not_found, spot_trade_not_amendable, amendment_date_unchanged, unpaid_amounts_outstanding,
 *   outside_trading_hours, price_unavailable, and what is wrong with the new date
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
    await checkCredit(tx, trade, now)
  }
  checkMarketOpen(now)
  const priced =
    type === 'Move'
      ? priceMoved(sources, profile, trade, newValueDate!, now)
      : pricedExit(priceExit(sources, trade, now))
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

/** Returns until when a quote can be dealt: the end of the trading day, and no later than the dealing cut-off of a new value date. */
function dealtUntil(
  { calendars }: PriceSources,
  { currencyPair }: TradeRow,
  { newValueDate }: Pick<Partial<AmendmentRow>, 'newValueDate'>,
  now: Date,
): Date {
  const pair = parsePair(currencyPair)
  const dayEndsAt = endOfTradingDay(pair.turn, earliestValueDate(calendars, pair, now).tradeDate).at
  const cutOffAt = newValueDate ? dealingCutOff(pair, newValueDate).at : dayEndsAt
  return cutOffAt < dayEndsAt ? cutOffAt : dayEndsAt
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

/**
 * Checks that the entity may still deal a trade that continues on another date: product, pair and accounts.
 *
 * @throws spot_not_enabled, pair_not_tradeable, account_permission_missing, account_blocked
 */
async function checkContinues(
  { accounts: source }: Pick<AmendDeps, 'accounts'>,
  profile: EntityProfile,
  trade: TradeRow,
): Promise<void> {
  checkEnabled(profile, parsePair(trade.currencyPair))
  const accounts = await source.ofEntity(trade.entityId)
  pickAccount(accounts, formatId('acc', trade.buyAccountId), trade.buyCurrency)
  pickAccount(accounts, formatId('acc', trade.sellAccountId), trade.sellCurrency)
}

/** Checks the credit of a continuing trade, unless its money is held. @throws unpaid_amounts_outstanding */
async function checkCredit(tx: Tx, trade: TradeRow, now: Date): Promise<void> {
  if (trade.holdId === null) await checkNothingUnpaid(tx, trade.entityId, now, trade.tradeId)
}

/**
 * Books the quote of a spot amendment. Locked in this order: the settlement limit, the quote, the trade, the accounts.
 *
 * @throws trade_not_found, spot_amendment_quote_not_found, quote_already_booked, quote_expired, spot_trade_not_amendable,
 *   duplicate_client_reference, settlement_limit_exceeded, unpaid_amounts_outstanding, insufficient_funds,
 *   value_date_unavailable
 */
export async function bookSpotAmendment(
  deps: AmendDeps,
  tx: Tx,
  order: Omit<SpotAmendmentOrder, 'type' | 'newValueDate'> & { amendmentId: string | undefined; reason: string },
  act: Act,
): Promise<AmendedSpot> {
  const { entityId, tradeId, amendmentId, clientReference = null } = order
  const profile = await profileOf(deps, entityId)
  const limitMinor = await lockSettlementLimit(tx, entityId)
  const row = amendmentId && (await lockAmendment<SpotAmendment>(tx, entityId, amendmentId))
  const trade = await lockTrade(tx, entityId, tradeId)
  if (trade?.kind !== 'Spot') throw refuseShared.trade_not_found()
  if (!row || row.tradeId !== tradeId) throw refuse.spot_amendment_quote_not_found()
  checkBookable({ tradeId: row.closeOutId, expiresAt: row.expiresAt }, act.at)
  checkSpotCan(trade, row.type)
  if (row.type === 'Move') {
    await checkContinues(deps, profile, trade)
    await checkCredit(tx, trade, act.at)
    checkValueDate(deps.sources.calendars, parsePair(trade.currencyPair), act.at, row.newValueDate)
  }
  const exit = quotedExit(deps.sources, trade, row, act.at)
  const reason = row.type === 'Move' ? 'Moved' : order.reason
  const next = row.type === 'Move' ? movedTrade(trade, row, clientReference, act) : undefined
  const { ended, closeOut } = await endSpot(deps, tx, trade, exit, { reason, next, act })
  if (next) await openContinuation(tx, profile, next, limitMinor, act)
  const booked = { closeOutId: closeOut.tradeId, newTradeId: next?.tradeId ?? null, bookedAt: act.at }
  await markAmended(tx, { ...row, ...booked })
  return { row: { ...row, ...booked }, trade: ended, closeOut, next }
}

/**
 * Ends a locked spot trade by its opposite deal: releases its hold, withdraws attached payments, and settles the
 * difference in cash, a loss immediately and a gain on the value date. A prefunded trade's loss is held.
 *
 * @throws insufficient_funds where the loss of a prefunded trade is not there
 */
export async function endSpot(
  { sources, payouts }: Pick<AmendDeps, 'sources' | 'payouts'>,
  tx: Tx,
  trade: TradeRow,
  exit: OppositeDeal,
  { reason, next, act }: { reason: string; next?: TradeRow | undefined; act: Act },
): Promise<{ ended: TradeRow; closeOut: TradeRow }> {
  const { entityId, tradeId } = trade
  const move = trade.status === 'Executed' ? tradeMoves.cancel : tradeMoves.closeOut
  const ended = await moveTrade(tx, trade, move, act, { reason })
  for (const kind of [SETTLE_TRADE, CLOSE_OUT_SPOT]) await cancelWork(tx, { entityId, kind, resourceId: tradeId })
  await payouts.withdraw(tx, trade, act)
  const isLoss = exit.netMinor < 0n
  const holdId = isLoss && trade.holdId !== null ? newUuid() : null
  const made = {
    ...closeOutTrade(sources.calendars, trade, exit, { reason, act }),
    holdId,
    fundedAt: holdId === null ? null : act.at,
  }
  const closeOut = await storeTrade(tx, made)
  await announceTrade(tx, act, closeOut, 'trade.executed')
  const journals = [
    endingJournal(trade, closeOut.tradeDate),
    holdId === null ? undefined : holdOfLoss(closeOut),
    next && bookingJournal(next, next.tradeDate),
  ].filter((journal): journal is JournalCommand => journal !== undefined)
  if (journals.length > 0) await postJournals(tx, journals, act.at)
  await scheduleSettlement(tx, closeOut, settlementDueAt(closeOut.valueDate, act.at))
  return { ended, closeOut }
}

/** Returns the hold for a close-out's loss; its revenue is posted at settlement. */
const holdOfLoss = (closeOut: TradeRow): JournalCommand | undefined =>
  bookingJournal({ ...closeOut, revenueMinor: 0n }, closeOut.tradeDate)

/** Builds the continuing trade for its new value date. */
function movedTrade(trade: TradeRow, row: AmendmentRow, clientReference: string | null, act: Act): TradeRow {
  const { pair, isBaseBought } = sidesOf(trade)
  const [buyMinor, sellMinor, valueDate] = [row.newBuyMinor!, row.newSellMinor!, row.newValueDate!]
  const [baseMinor, counterMinor] = isBaseBought ? [buyMinor, sellMinor] : [sellMinor, buyMinor]
  const mid = new Decimal(row.newMidRate)
  return {
    ...trade,
    tradeId: newUuid(),
    status: 'Executed',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    clientReference,
    buyMinor,
    sellMinor,
    rate: row.newRate!,
    costRate: row.newCostRate!,
    midRate: row.newMidRate,
    forwardPoints: row.swapPoints,
    costMinor: costAgainstMid(pair, isBaseBought ? 'Buy' : 'Sell', mid, { baseMinor, counterMinor }),
    revenueMinor: row.newRevenueMinor,
    tenor: row.newTenor,
    tradeDate: tradeDateOf(pair, act.at),
    valueDate,
    cutOffAt: settlementCutOff(pair, valueDate).at,
    holdId: trade.holdId === null ? null : newUuid(),
    fundedAt: trade.holdId === null ? null : act.at,
    paymentIds: [],
    confirmationDocumentId: null,
    history: [{ status: 'Executed', at: act.at.toISOString(), by: act.actor.type, reason: 'Moved' }],
    createdAt: act.at,
    updatedAt: act.at,
  }
}

async function openContinuation(
  tx: Tx,
  { entity }: EntityProfile,
  next: TradeRow,
  limitMinor: bigint,
  act: Act,
): Promise<void> {
  const neededMinor = next.settlementMinor ?? null
  if (neededMinor !== null) {
    const usedMinor = await readSettlementUsed(tx, next.entityId)
    checkSettlementLimit({ currency: entity.baseCurrency, limitMinor, usedMinor, neededMinor })
  }
  await storeTrade(tx, next)
  await announceTrade(tx, act, next, 'trade.executed')
  await scheduleSettlement(tx, next, settlementDueAt(next.valueDate, act.at))
}
