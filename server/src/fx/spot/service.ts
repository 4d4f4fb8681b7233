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
import type { CommandContext } from '../../kernel/http/command.ts'
import type { CommandSet } from '../../kernel/http/sets/command-set.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { NotInSet, type Tx } from '../../kernel/db/db.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { ownEntity, refuseEntity } from '../../kernel/http/principal.ts'
import { checkSettles, checkValueDate, parsePair } from '../calendar/index.ts'
import {
  checkBookable,
  checkEnabled,
  type DealAccount,
  lockQuote,
  lockQuotes,
  pickAccount,
  type QuoteDeps,
  type QuoteRow,
  refuseQuotes,
  useQuote,
} from '../quotes/index.ts'
import {
  announceTrade,
  type ApprovedProduct,
  awaitApproval,
  bookingAccounts,
  checkPayouts,
  checkWithPayees,
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

/** Facts of a booking, locked in its transaction. */
interface BookingFacts {
  profile: EntityProfile
  credit: SpotCredit | undefined
  quote: QuoteRow | undefined
  paying: readonly string[]
}

async function bookOn(
  deps: BookingDeps,
  context: CommandContext,
  order: SpotBooking,
  { profile, credit, quote, paying }: BookingFacts,
): Promise<TradeRow> {
  const { tx, at: now } = context
  const { entityId } = profile.entity
  if (!quote || quote.kind !== 'Spot') throw refuseQuotes.quote_not_found()
  checkBookable(quote, now)
  const [buyAccount, sellAccount] = pickAccounts(await deps.accounts.ofEntity(entityId), quote, order)
  const pair = parsePair(quote.currencyPair)
  checkEnabled(profile, pair)
  checkSettles(deps.sources.calendars, pair, quote.valueDate)

  const payments = order.payments ?? []
  checkPayouts(payments, quote.buyCurrency, quote.buyMinor)
  const demand = await demandOnDeal(tx, profile, 'Trade', quote)
  const unpaid = credit?.trades.find((each) => isPastDue(each, now))
  const settlementMinor = unpaid ? null : settlementOf(profile, credit, quote.limitMinor)
  const isPrefunded = settlementMinor === null
  const trade = tradeOf(context, quote, {
    kind: 'Spot',
    subtype: null,
    status: demand ? 'PendingApproval' : 'Executed',
    buyAccountId: buyAccount.accountId,
    sellAccountId: sellAccount.accountId,
    clientReference: order.clientReference ?? null,
    settlementMinor,
    holdId: isPrefunded ? newUuid() : null,
    fundedAt: isPrefunded && !demand ? now : null,
  })
  await storeForeseenTrade(tx, trade)
  await useQuote(tx, quote, trade.tradeId)
  const payouts = payments.map((payment, index) => ({ trade, index, order: payment }))
  if (payouts.length > 0 || paying.length > 0)
    await deps.payouts.lock(context, payouts, [...paying, ...(demand ? [] : bookingAccounts(trade))])
  if (demand) {
    const lapsesAt = priceKeptUntil(now, quote.cutOffAt)
    await awaitApproval(tx, trade, demand, { lapsesAt, limitMinor: quote.limitMinor }, context)
  } else {
    await executeFunded(tx, profile, trade, { limitMinor: quote.limitMinor, unpaid }, now)
    await announceTrade(tx, context, trade, 'trade.executed', payments.length === 0)
  }
  if (payments.length === 0) return trade
  await deps.payouts.create(context, payouts)
  return (await findTrade(tx, entityId, trade.tradeId))!
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
  trade: TradeRow,
  { limitMinor, unpaid }: { limitMinor: bigint; unpaid: UnpaidTrade | undefined },
  now: Date,
): Promise<void> {
  try {
    await executeTrade(tx, profile, trade, limitMinor, now)
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
  order: SpotBooking,
): [DealAccount, DealAccount] {
  const buy = order.buyAccountId ?? formatId('acc', quote.buyAccountId)
  const sell = order.sellAccountId ?? formatId('acc', quote.sellAccountId)
  return [pickAccount(accounts, buy, quote.buyCurrency), pickAccount(accounts, sell, quote.sellCurrency)]
}
