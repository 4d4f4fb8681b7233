import type { EntityProfile } from '../../entities/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { amountErrors, parseAmount } from '../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../kernel/http/principal.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import { type FieldError, invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { placeHold } from '../../ledger/index.ts'
import { checkValueDate, marketSession, parsePair } from '../calendar/index.ts'
import { checkFirm } from '../pricing/index.ts'
import {
  fixedCurrencyOf,
  checkPairEnabled,
  type DealAccount,
  pickAccount,
  type QuoteDeps,
  refuseQuotes,
  sizeOf,
} from '../quotes/index.ts'
import {
  announceTrade,
  awaitApproval,
  type DealDemand,
  executeTrade,
  findHeldByReference,
  insertTrade,
  marketCost,
  type PendingApproval,
  priceKeptUntil,
  type StruckDeal,
  type TradeRow,
} from '../trades/index.ts'
import { checkOpen, record, unschedule } from './quote.ts'
import { datesOf, hasDates } from './offered-dates.ts'
import {
  type BookingRow,
  findNextHeldRates,
  type HeldRateRow,
  insertBooking,
  lockHeldRate,
  updateHeldRate,
} from './queries.ts'
import {
  checkFits,
  checkHeldRatesEnabled,
  checkUnused,
  chooseDate,
  heldRateCan,
  refuse,
  statusAfter,
  statusAt,
} from './rules.ts'
import type { ExecutionMode, HeldRateBooking } from './schema.ts'
import { datedOn, demandOnHeld, type MarketDeal, priceHeld, strikeAtMarket } from './strike.ts'

export type HeldBookingDeps = Pick<QuoteDeps, 'sources' | 'entities' | 'accounts'>

/** Kind of the job that deals a queued trade when the market opens. */
export const EXECUTE_QUEUED_TRADE = 'trade.executeQueued'

/** A trade and how it came about. */
export interface Booked {
  trade: TradeRow
  booking: BookingRow
}

/** Resolved booking order. */
interface Deal extends MarketDeal {
  context: CommandContext
  profile: EntityProfile
  held: HeldRateRow
  buyAccount: DealAccount
  sellAccount: DealAccount
  wanted: string | null
  clientReference: string | null
}

/**
 * Books a held rate by the time the request was received: at its price until it expires, afterwards by its post-expiry
 * action. Lock order: reference, held rate (the lapsed one before the next), daily limit, accounts.
 *
 * @throws quote_not_found, quote_already_booked, quote_expired, held_rate_cancelled, amount_exceeds_hold, market_closed,
 *   no_other_active_quote, duplicate_client_reference, daily_limit_exceeded, insufficient_funds, and what is wrong with an
 *   account, the amount or the pair
 */
export async function bookHeldRate(
  deps: HeldBookingDeps,
  context: CommandContext,
  order: HeldRateBooking,
): Promise<Booked> {
  const { tx, principal, at: now } = context
  checkFields(bookingErrors(order))
  const entityId = ownEntity(principal, order.entityId)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkHeldRatesEnabled(profile.settings)
  await checkReference(context, entityId, order.clientReference)
  const quoteId = parseId('quo', order.quoteId)
  const held = quoteId && (await lockHeldRate(tx, entityId, quoteId))
  if (!held) throw refuseQuotes.quote_not_found()
  checkUnused(held)
  const amountMinor = parseAmount(order.amount, fixedCurrencyOf(held))
  checkPairEnabled(profile, parsePair(held.currencyPair))
  const [buyAccount, sellAccount] = pickAccounts(await deps.accounts.ofEntity(entityId), held, order)
  checkFits(held, amountMinor)
  const deal: Deal = {
    context,
    profile,
    held,
    buyAccount,
    sellAccount,
    pair: parsePair(held.currencyPair),
    buyCurrency: buyAccount.currency,
    sellCurrency: sellAccount.currency,
    fixedSide: buyAccount.currency === fixedCurrencyOf(held) ? 'Buy' : 'Sell',
    amountMinor,
    wanted: order.valueDate ?? null,
    clientReference: order.clientReference ?? null,
  }
  if (statusAt(held, now) !== 'Expired') return bookAtHeld(deps, deal, held, 'Held')
  return afterExpiry(deps, deal)
}

/** Returns the errors of a booking's amount in the held rate's currency. */
export const bookingErrors = ({ amount }: Parts<HeldRateBooking>): FieldError[] =>
  amountErrors(amount, undefined, '/amount')

const DEDUPE_MS = 24 * 3_600_000

/** One booking with a reference at a time, and none within 24 hours of another. @throws duplicate_client_reference */
async function checkReference(
  { tx, at: now }: CommandContext,
  entityId: string,
  clientReference?: string,
): Promise<void> {
  if (clientReference === undefined) return
  const key = `held_rate_reference ${entityId} ${clientReference}`
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
  const existing = await findHeldByReference(tx, entityId, clientReference, new Date(now.getTime() - DEDUPE_MS))
  if (!existing) return
  throw refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('trd', existing) })
}

/** Returns the accounts of the deal; for a two-way held rate the sell account determines the direction. */
function pickAccounts(
  accounts: readonly DealAccount[],
  { direction, buyCurrency, sellCurrency }: HeldRateRow,
  order: HeldRateBooking,
): [DealAccount, DealAccount] {
  const sellId = parseId('acc', order.sellAccountId)
  const named = accounts.find(({ accountId }) => accountId === sellId)
  const isTurned = direction === 'TwoWay' && named?.currency === buyCurrency
  const [buy, sell] = isTurned ? [sellCurrency, buyCurrency] : [buyCurrency, sellCurrency]
  return [pickAccount(accounts, order.buyAccountId, buy), pickAccount(accounts, order.sellAccountId, sell)]
}

/** Performs the held rate's post-expiry action. */
async function afterExpiry(deps: HeldBookingDeps, deal: Deal): Promise<Booked> {
  const { held, context } = deal
  switch (held.postExpiryAction) {
    case 'Reject':
      throw refuseQuotes.quote_expired({ expiredAt: held.expiresAt.toISOString() })
    case 'UtiliseNextAvailableQuote':
      return bookAtNext(deps, deal)
    case 'AcceptAtSpot':
      checkOpen(context.at)
      return bookAtSpot(deps, deal)
    case 'ExecuteAtMarketOpen':
      return marketSession(context.at).isOpen ? bookAtSpot(deps, deal) : queue(deps, deal)
  }
}

async function bookAtNext(deps: HeldBookingDeps, deal: Deal): Promise<Booked> {
  return bookAtHeld(deps, deal, await lockNext(deps, deal), 'NextQuote')
}

/**
 * The first held rate that can take the place of the lapsed one, locked.
 *
 * @throws no_other_active_quote; held_rate_dates_unavailable if the dates of all others are closed
 */
async function lockNext(
  { sources: { calendars } }: HeldBookingDeps,
  { held, context, amountMinor, buyCurrency }: Deal,
): Promise<HeldRateRow> {
  const { tx, at: now } = context
  const wanted = { buyCurrency, fixedCurrency: fixedCurrencyOf(held), amountMinor, at: now }
  const others = await findNextHeldRates(tx, held, wanted)
  const dated = others.filter((other) => hasDates(calendars, other, now))
  for (const { quoteId } of dated) {
    const next = await lockHeldRate(tx, held.entityId, quoteId)
    // Whoever held its lock before may have used it up.
    if (next && isOpenAt(next, now) && next.maxMinor - next.utilisedMinor >= amountMinor) return next
  }
  const [closed] = others
  if (closed && dated.length === 0) datesOf(calendars, closed, now)
  throw refuse.no_other_active_quote({ currencyPair: held.currencyPair })
}

const isOpenAt = (held: HeldRateRow, now: Date): boolean =>
  (heldRateCan.book as readonly string[]).includes(statusAt(held, now))

/** Books at the price of the requested held rate or the next one. */
async function bookAtHeld(
  deps: HeldBookingDeps,
  deal: Deal,
  used: HeldRateRow,
  mode: 'Held' | 'NextQuote',
): Promise<Booked> {
  const { context, amountMinor, profile } = deal
  const currency = fixedCurrencyOf(used)
  const limitMinor = sizeOf(deps, profile, { minor: amountMinor, currency }, context.at)
  const { chosen, isAdjusted } = chooseDate(datesOf(deps.sources.calendars, used, context.at), deal.wanted)
  const struck = { ...priceHeld(deal, used), ...datedOn(deal, chosen) }
  const { utilisedMinor } = deal.held // with 'NextQuote' two held rates are used
  const usedMinor = used.utilisedMinor > utilisedMinor ? used.utilisedMinor : utilisedMinor
  const demand = await demandOnHeld(context.tx, profile, { ...deal, ...struck, usedMinor, limitMinor })
  const trade = await insert(deal, mode, demand ? 'PendingApproval' : 'Executed', { ...struck, holdId: newUuid() })
  const booking = await keepBooking(deal, trade, { mode, usedQuoteId: used.quoteId, isAdjusted })
  await consume(deal, used)
  if (used.quoteId !== deal.held.quoteId) await noteUse(deal, deal.held)
  const referenceRate = demand ? marketNow(deps, trade, context.at) : null
  await execute(deal, trade, { limitMinor, referenceRate }, demand)
  return { trade, booking }
}

/** The market's rate for a trade as it is booked: an approval after the held rate has ended is compared with it. */
function marketNow({ sources }: HeldBookingDeps, trade: TradeRow, now: Date): string {
  const dates = checkValueDate(sources.calendars, parsePair(trade.currencyPair), now, trade.valueDate)
  return marketCost(sources, trade, dates, now).cost.toFixed()
}

/** Books at the current market price. */
async function bookAtSpot(deps: HeldBookingDeps, deal: Deal): Promise<Booked> {
  const { context } = deal
  const { struck, asOf, limitMinor, isAdjusted } = strikeAtMarket(deps, deal, context.at)
  checkFirm(deps.sources.market, deal.pair, asOf, context.at)
  const usedMinor = deal.held.utilisedMinor
  const demand = await demandOnHeld(context.tx, deal.profile, { ...deal, ...struck, usedMinor, limitMinor })
  const trade = await insert(deal, 'Spot', demand ? 'PendingApproval' : 'Executed', { ...struck, holdId: newUuid() })
  const booking = await keepBooking(deal, trade, { mode: 'Spot', usedQuoteId: null, isAdjusted })
  await noteUse(deal, deal.held)
  await execute(deal, trade, { limitMinor, referenceRate: null }, demand)
  return { trade, booking }
}

/**
 * Queues the deal for the market's opening. Until then the trade shows amounts at the last price, and the money for
 * them is held. It is dealt at the opening price (work.ts).
 */
async function queue(deps: HeldBookingDeps, deal: Deal): Promise<Booked> {
  const { context, held } = deal
  const { tx, at: now } = context
  const opensAt = marketSession(now).to
  const { struck, limitMinor, isAdjusted } = strikeAtMarket(deps, deal, opensAt, now)
  const usedMinor = held.utilisedMinor
  const demand = await demandOnHeld(tx, deal.profile, { ...deal, ...struck, usedMinor, limitMinor })
  const status = demand ? 'PendingApproval' : 'QueuedForOpen'
  const trade = await insert(deal, 'MarketOpenOrder', status, { ...struck, revenueMinor: 0n, holdId: newUuid() })
  const booking = await keepBooking(deal, trade, { mode: 'MarketOpenOrder', usedQuoteId: null, isAdjusted })
  await noteUse(deal, held)
  if (demand) await awaitApproval(tx, trade, demand, { lapsesAt: opensAt, limitMinor }, deal.context)
  else {
    await enqueue(tx, trade, now)
    await announceTrade(deal.context.tx, deal.context, trade, 'trade.queuedForOpen')
  }
  return { trade, booking }
}

/** Holds the money of a trade that waits for the market's opening, and has it dealt then. @throws insufficient_funds */
export async function enqueue(tx: Tx, trade: TradeRow, now: Date): Promise<void> {
  const { entityId, tradeId, holdId, clientReference } = trade
  invariant(holdId, 'a queued trade holds its money')
  await placeHold(
    tx,
    {
      holdId,
      entityId,
      accountId: trade.sellAccountId,
      amountMinor: trade.sellMinor,
      currency: trade.sellCurrency,
      purpose: 'trade',
      source: { type: 'trade', id: tradeId },
      ...(clientReference === null ? {} : { reference: clientReference }),
    },
    now,
  )
  const dueAt = marketSession(now).to
  await scheduleWork(tx, { entityId, kind: EXECUTE_QUEUED_TRADE, resourceId: tradeId, dueAt })
}

async function insert(
  deal: Deal,
  mode: ExecutionMode,
  status: 'Executed' | 'QueuedForOpen' | 'PendingApproval',
  struck: StruckDeal,
): Promise<TradeRow> {
  const { context, held, buyAccount, sellAccount } = deal
  const { tx, at: now, principal } = context
  const trade = await insertTrade(tx, {
    ...struck,
    entityId: held.entityId,
    tradeId: newUuid(),
    kind: 'HeldRate',
    subtype: mode,
    status,
    version: 1,
    parentTradeId: null,
    quoteId: null,
    heldRateId: held.quoteId,
    clientId: principal.clientId,
    clientReference: deal.clientReference,
    currencyPair: held.currencyPair,
    fixedSide: deal.fixedSide,
    buyCurrency: deal.buyCurrency,
    buyAccountId: buyAccount.accountId,
    sellCurrency: deal.sellCurrency,
    sellAccountId: sellAccount.accountId,
    settlementJournalId: null,
    fundedAt: status === 'PendingApproval' ? null : now,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [{ status, at: now.toISOString(), by: 'client', reason: null }],
    createdAt: now,
    updatedAt: now,
  })
  invariant(trade, 'a held-rate trade takes no unique reference')
  return trade
}

async function keepBooking(
  { context, held, amountMinor, wanted }: Deal,
  { entityId, tradeId }: TradeRow,
  { mode, usedQuoteId, isAdjusted }: { mode: ExecutionMode; usedQuoteId: string | null; isAdjusted: boolean },
): Promise<BookingRow> {
  const booking: BookingRow = {
    entityId,
    tradeId,
    quoteId: held.quoteId,
    usedQuoteId,
    mode,
    amountMinor,
    wantedValueDate: isAdjusted ? null : wanted,
    valueDateAdjusted: isAdjusted,
    createdAt: context.at,
  }
  await insertBooking(context.tx, booking)
  return booking
}

/** Takes the amount out of an active held rate: it is booked, partly used or exhausted then. */
async function consume({ context, amountMinor }: Deal, used: HeldRateRow): Promise<void> {
  const utilisedMinor = used.utilisedMinor + amountMinor
  const changed = await updateHeldRate(context.tx, used, { status: statusAfter(used, utilisedMinor), utilisedMinor })
  const isOver = changed.status !== 'PartlyUsed'
  if (isOver) await unschedule(context, used)
  await record(context, changed, isOver ? 'heldRate.exhausted' : 'heldRate.partlyUsed', used.status)
}

/** Records the use of a held rate; a lapsed one stays expired. */
async function noteUse({ context, amountMinor }: Deal, held: HeldRateRow): Promise<void> {
  await updateHeldRate(context.tx, held, { status: held.status, utilisedMinor: held.utilisedMinor + amountMinor })
}

/** Executes the trade, or keeps its price while it waits for approval. */
async function execute(
  deal: Deal,
  trade: TradeRow,
  { limitMinor, referenceRate }: Pick<PendingApproval, 'limitMinor' | 'referenceRate'>,
  demand: DealDemand | undefined,
): Promise<void> {
  const { tx, at: now } = deal.context
  if (demand) {
    const lapsesAt = priceKeptUntil(now, trade.cutOffAt)
    return awaitApproval(tx, trade, demand, { lapsesAt, limitMinor, referenceRate }, deal.context)
  }
  await executeTrade(tx, deal.profile, trade, limitMinor, now)
  await announceTrade(deal.context.tx, deal.context, trade, 'trade.executed')
}
