import {
  checkNothingUnpaid,
  isPastDue,
  unpaidRefusal,
  type UnpaidTrade,
  unpaidTrades,
} from '../../credit/unpaid/index.ts'
import {
  checkSettlementLimit,
  type EntityProfile,
  lockSettlementLimit,
  readSettlementUsed,
} from '../../entities/index.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import type { CommandSet } from '../../kernel/http/sets/command-set.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { NotInSet, type Tx } from '../../kernel/db/db.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { ownEntity, type Principal, refuseEntity } from '../../kernel/http/principal.ts'
import { checkSettles, checkValueDate, parsePair } from '../calendar/index.ts'
import {
  checkBookable,
  checkEnabled,
  type DealAccount,
  lockQuote,
  lockQuotes,
  pickAccount,
  type PricedQuote,
  type QuoteDeps,
  type QuoteRow,
  refuseQuotes,
  storeQuote,
  useQuote,
  whyNotStored,
} from '../quotes/index.ts'
import {
  announceTrade,
  type ApprovedProduct,
  awaitApproval,
  bookingAccounts,
  checkPayouts,
  checkWithPayees,
  type DealDemand,
  demandOnDeal,
  executeTrade,
  findTrade,
  moveTrade,
  payoutErrors,
  type PayoutPort,
  presentTrade,
  priceKeptUntil,
  recheckDeal,
  type RecheckDeps,
  storeForeseenTrade,
  tradeMoves,
  tradeOf,
  type TradeRow,
} from '../trades/index.ts'
import { refuse } from './rules.ts'
import type { SpotBooking } from './schema.ts'

export interface BookingDeps extends Pick<QuoteDeps, 'entities' | 'accounts' | 'sources'> {
  payouts: PayoutPort
}

/**
 * Books a spot quote as one trade, decided by the time the request was received. Lock order: settlement limit, quote,
 * daily limit, accounts. An ABS entity's amount is held immediately. An RM entity deals on credit within its settlement
 * limit and pays by the value date; while an earlier deal is overdue, its amount is held immediately too. If a policy
 * requires approval, the price is kept for a while and the other steps follow the approval (`approvedSpot`).
 *
 * @param paying accounts that the transaction pays from afterwards, locked with those of the deal
 * @throws quote_not_found, quote_already_booked, quote_expired, duplicate_client_reference, daily_limit_exceeded,
 *   settlement_limit_exceeded, unpaid_amounts_outstanding, insufficient_funds, what may have changed since the quote (accounts, permissions, enabled pairs, holidays), and what is wrong
 *   with the payments attached to it
 */
export async function bookSpot(
  deps: BookingDeps,
  context: CommandContext,
  order: SpotBooking,
  paying: readonly string[] = [],
): Promise<TradeRow> {
  const { tx, principal, at: now } = context
  checkWithPayees(deps.payouts, order, payoutErrors(order.payments), now)
  const entityId = ownEntity(principal, order.entityId)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  await deps.payouts.checkNamed(context, order.payments ?? [])
  const quoteId = parseId('quo', order.quoteId)
  const [credit, quote] = await Promise.all([lockCredit(tx, profile), quoteId && lockQuote(tx, entityId, quoteId)])
  return bookOn(deps, context, order, { profile, credit, quote: quote || undefined, paying })
}

/** Act of a booking: a client's command, or the service's for the client that placed an order. */
type Booker = Act & { tx: Tx; principal: Pick<Principal, 'clientId'> }

/** Facts of a booking, locked in its transaction. */
interface BookingFacts {
  profile: EntityProfile
  credit: SpotCredit | undefined
  quote: QuoteRow | undefined
  paying: readonly string[]
}

/** A deal that nothing speaks against, yet to be stored. */
interface DecidedDeal {
  trade: TradeRow
  quote: QuoteRow
  /** Approvals that it still requires. */
  demand: DealDemand | undefined
  unpaid: UnpaidTrade | undefined
}

async function bookOn(
  deps: BookingDeps,
  context: CommandContext,
  order: SpotBooking,
  facts: BookingFacts,
): Promise<TradeRow> {
  const { tx, at: now } = context
  const { profile, paying } = facts
  const payments = order.payments ?? []
  const decided = await decideDeal(deps, context, order, facts)
  const { trade, quote, demand } = decided
  await storeDeal(tx, decided)
  const payouts = payments.map((payment, index) => ({ trade, index, order: payment }))
  if (payouts.length > 0 || paying.length > 0)
    await deps.payouts.lock(context, payouts, [...paying, ...(demand ? [] : bookingAccounts(trade))])
  if (demand) {
    const lapsesAt = priceKeptUntil(now, quote.cutOffAt)
    await awaitApproval(tx, trade, demand, { lapsesAt, limitMinor: quote.limitMinor }, context)
  } else {
    await executeFunded(tx, profile, decided, now)
    await announceTrade(tx, context, trade, 'trade.executed', payments.length === 0)
  }
  if (payments.length === 0) return trade
  await deps.payouts.create(context, payouts)
  return (await findTrade(tx, trade.entityId, trade.tradeId))!
}

/** Checks a booking, and returns its trade. @param ordered the order that it fills, if any */
async function decideDeal(
  deps: BookingDeps,
  booker: Booker,
  order: Pick<SpotBooking, 'buyAccountId' | 'sellAccountId' | 'payments' | 'clientReference'>,
  { profile, credit, quote }: BookingFacts,
  ordered?: OrderedDeal,
): Promise<DecidedDeal> {
  const { tx, at: now } = booker
  const { entityId } = profile.entity
  if (!quote || quote.kind !== 'Spot') throw refuseQuotes.quote_not_found()
  checkBookable(quote, now)
  const [buyAccount, sellAccount] = pickAccounts(await deps.accounts.ofEntity(entityId), quote, order)
  const pair = parsePair(quote.currencyPair)
  checkEnabled(profile, pair)
  checkSettles(deps.sources.calendars, pair, quote.valueDate)

  checkPayouts(order.payments ?? [], quote.buyCurrency, quote.buyMinor)
  const required = await demandOnDeal(tx, profile, 'Trade', quote)
  const demand = required && required.steps > (ordered?.approvals ?? 0) ? required : undefined
  const unpaid = credit?.trades.find((each) => isPastDue(each, now))
  const settlementMinor = unpaid ? null : settlementOf(profile, credit, quote.limitMinor)
  const isPrefunded = settlementMinor === null
  const trade = tradeOf(booker, quote, {
    kind: 'Spot',
    subtype: null,
    status: demand ? 'PendingApproval' : 'Executed',
    buyAccountId: buyAccount.accountId,
    sellAccountId: sellAccount.accountId,
    clientReference: order.clientReference ?? null,
    settlementMinor,
    orderId: ordered?.orderId ?? null,
    holdId: isPrefunded ? newUuid() : null,
    fundedAt: isPrefunded && !demand ? now : null,
  })
  return { trade, quote, demand, unpaid }
}

async function storeDeal(tx: Tx, { trade, quote }: DecidedDeal): Promise<void> {
  await storeForeseenTrade(tx, trade)
  await useQuote(tx, quote, trade.tradeId)
}

/** An order whose rate has been reached, with the approvals that it has. */
interface OrderedDeal {
  orderId: string
  approvals: number
}

/**
 * Deals a priced quote immediately for an order: the quote is stored and booked as a client would book it, in one transaction.
 * Locks as `bookSpot` does.
 *
 * @throws as the quote and `bookSpot`; approval_missing if policies require more approvals of the deal than the order has
 */
export async function dealOrdered(
  deps: BookingDeps,
  booker: Booker,
  priced: PricedQuote,
  ordered: OrderedDeal,
): Promise<TradeRow> {
  const { tx, at: now } = booker
  const { profile } = priced
  const credit = await lockCredit(tx, profile)
  const answer = await storeQuote(tx, priced.quote)
  if (!answer.isStored) throw whyNotStored(priced, answer)
  const quote = { ...priced.quote, announcedAt: null }
  const decided = await decideDeal(deps, booker, {}, { profile, credit, quote, paying: [] }, ordered)
  const { trade, demand } = decided
  if (demand) throw refuse.approval_missing({ required: demand.steps, given: ordered.approvals })
  await storeDeal(tx, decided)
  await executeFunded(tx, profile, decided, now)
  await announceTrade(tx, booker, trade, 'trade.executed', true)
  return trade
}

/** Credit data of an RM entity's spot deal; undefined for an ABS entity, whose deals are prefunded. */
interface SpotCredit {
  limitMinor: bigint
  /** Used by unsettled deals. */
  usedMinor: bigint
  /** Unpaid trades, longest overdue first. */
  trades: readonly UnpaidTrade[]
}

/** Locks the settlement limit, then reads its use: statements of one round trip, carried out in this order. */
async function lockCredit(tx: Tx, { entity }: EntityProfile): Promise<SpotCredit | undefined> {
  if (entity.serviceKind === 'ABS') return undefined
  const [limitMinor, trades, usedMinor] = await Promise.all([
    lockSettlementLimit(tx, entity.entityId),
    unpaidTrades(tx, entity.entityId),
    readSettlementUsed(tx, entity.entityId),
  ])
  return { limitMinor, usedMinor, trades }
}

interface SetFacts {
  profile: EntityProfile
  /** Credit data that include the booked deals of the set. */
  credit: SpotCredit | undefined
  quotes: Map<string, QuoteRow>
}

/** Bookings of an entity that wait at the same time. One with payments is booked alone. */
export const spotBookings = (deps: BookingDeps): CommandSet<SpotBooking, SetFacts> => ({
  admits: ({ payments = [] }) => payments.length === 0,
  async read(tx, entityId, orders) {
    const profile = await deps.entities.get(entityId)
    if (!profile) throw new NotInSet()
    const quoteIds = orders.flatMap(({ quoteId }) => parseId('quo', quoteId) ?? [])
    const [credit, quotes] = await Promise.all([lockCredit(tx, profile), lockQuotes(tx, entityId, quoteIds)])
    return { profile, credit, quotes }
  },
  async decide(context, order, facts) {
    ownEntity(context.principal, order.entityId)
    const { profile, credit, quotes } = facts
    const quote = quotes.get(parseId('quo', order.quoteId) ?? '')
    const trade = await bookOn(deps, context, order, { profile, credit, quote, paying: [] })
    quotes.set(quote!.quoteId, { ...quote!, tradeId: trade.tradeId })
    if (credit) facts.credit = { ...credit, usedMinor: credit.usedMinor + (trade.settlementMinor ?? 0n) }
    return { status: 201, body: presentTrade(trade) }
  },
})

/**
 * Returns a deal's use of the locked settlement limit; null for an ABS entity, whose money is held immediately.
 *
 * @throws settlement_limit_exceeded
 */
function settlementOf({ entity }: EntityProfile, credit: SpotCredit | undefined, neededMinor: bigint): bigint | null {
  if (!credit) return null
  const { limitMinor, usedMinor } = credit
  checkSettlementLimit({ currency: entity.baseCurrency, limitMinor, usedMinor, neededMinor })
  return neededMinor
}

/** Executes a deal; one that is held because something is unpaid is rejected for that where the money is missing. */
async function executeFunded(
  tx: Tx,
  profile: EntityProfile,
  { trade, quote, unpaid }: DecidedDeal,
  now: Date,
): Promise<void> {
  try {
    await executeTrade(tx, profile, trade, quote.limitMinor, now)
  } catch (error) {
    if (unpaid && error instanceof Refusal && error.code === 'insufficient_funds') throw unpaidRefusal(unpaid)
    throw error
  }
}

/** Deals a spot trade that has been approved. @throws as `recheckDeal`; value_date_unavailable, daily_limit_exceeded, insufficient_funds, unpaid_amounts_outstanding */
export const approvedSpot = (deps: RecheckDeps): ApprovedProduct => ({
  approved: async ({ tx }, trade, { limitMinor }, act) => {
    const pair = parsePair(trade.currencyPair)
    const deal = {
      trade,
      checkProduct: (profile: EntityProfile) => checkEnabled(profile, pair),
      isNewDeal: true,
      priced: {
        costRate: trade.costRate,
        dates: checkValueDate(deps.sources.calendars, pair, act.at, trade.valueDate),
      },
    }
    const profile = await recheckDeal(deps, deal, act.at)
    if (trade.holdId === null) await checkNothingUnpaid(tx, trade.entityId, act.at)
    await executeTrade(tx, profile, await moveTrade(tx, trade, tradeMoves.approve, act), limitMinor, act.at)
  },
})

/** The accounts named now, else those of the quote. */
function pickAccounts(
  accounts: readonly DealAccount[],
  quote: QuoteRow,
  order: Pick<SpotBooking, 'buyAccountId' | 'sellAccountId'>,
): [DealAccount, DealAccount] {
  const buy = order.buyAccountId ?? formatId('acc', quote.buyAccountId)
  const sell = order.sellAccountId ?? formatId('acc', quote.sellAccountId)
  return [pickAccount(accounts, buy, quote.buyCurrency), pickAccount(accounts, sell, quote.sellCurrency)]
}
