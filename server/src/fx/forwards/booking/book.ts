import { actOf } from '../../../kernel/values/act.ts'
import { type Account, findAccount } from '../../../accounts/index.ts'
import type { CreditDecision } from '../../../credit/facilities/index.ts'
import { checkNoOverdueCall, type CreditFacts, lockCreditFacts } from '../../../credit/margin/index.ts'
import { checkNothingUnpaid } from '../../../credit/unpaid/index.ts'
import { consumeDailyLimit, type EntityProfile } from '../../../entities/index.ts'
import type { Answer, CommandContext } from '../../../kernel/http/command.ts'
import type { CommandSet } from '../../../kernel/http/sets/command-set.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { formatId, parseId } from '../../../kernel/values/ids.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { checkForwardDate, checkSettles, parsePair } from '../../calendar/index.ts'
import {
  checkBookable,
  checkPairEnabled,
  lockQuote,
  lockQuotes,
  pickAccount,
  type QuoteRow,
  refuseQuotes,
  useQuote,
} from '../../quotes/index.ts'
import {
  type ApprovedProduct,
  awaitApproval,
  demandOnDeal,
  moveTrade,
  priceKeptUntil,
  recheckDeal,
  storeForeseenTrade,
  tradeMoves,
  tradeOf,
  type TradeRow,
} from '../../trades/index.ts'
import type { ForwardDeps } from '../record/deps.ts'
import {
  findForward,
  findForwardQuote,
  findForwardQuotes,
  type Forward,
  type ForwardQuoteRow,
  lockForward,
} from '../record/queries.ts'
import { storeForward, unused } from '../record/new-forwards.ts'
import { checkForwardsEnabled } from './quote.ts'
import { askMargin, type BookedForward, openNew, reserve } from './open.ts'
import type { ReconcileDeps } from '../closing/reconcile.ts'
import type { ForwardBooking } from '../record/schema.ts'

/** Dependencies of booking and opening a forward. */
export type OpenDeps = ForwardDeps & Pick<ReconcileDeps, 'policy'>

/**
 * Books a forward's quote as one trade, decided by the time the request was received. One round trip locks and reads, the next
 * writes and commits. Lock order: facility, quote, accounts, daily limit. Credit is reserved under the facility's lock; initial margin is debited from the named account
 * or awaited in the account of its currency. If a policy requires approval, the price is kept for a while and these
 * steps follow the approval (`approvedForward`).
 *
 * @throws quote_not_found, quote_already_booked, quote_expired, duplicate_client_reference, daily_limit_exceeded; the
 *   refusals of `reserveExposure`, margin_call_overdue; account_not_found, currency_mismatch and insufficient_funds for the margin; and what may
 *   have changed since the quote
 */
export async function bookForward(
  deps: OpenDeps,
  context: CommandContext,
  order: ForwardBooking,
): Promise<BookedForward> {
  const { tx, principal } = context
  const entityId = ownEntity(principal, order.entityId)
  const quoteId = parseId('quo', order.quoteId)
  if (!quoteId) throw refuseQuotes.quote_not_found()
  const [credit, quote, terms, named, profile] = await Promise.all([
    lockCreditFacts(tx, entityId),
    lockQuote(tx, entityId, quoteId),
    findForwardQuote(tx, entityId, quoteId),
    namedAccount(tx, entityId, order.payInitialMarginFromAccountId),
    deps.entities.get(entityId),
  ])
  return bookOn(deps, context, order, { credit, quote, terms, named, profile })
}

/** Facts of a booking, locked in its transaction. */
interface BookingFacts {
  credit: CreditFacts
  quote: QuoteRow | undefined
  terms: ForwardQuoteRow | undefined
  /** Account named to pay the initial margin. */
  named: Account | undefined
  profile: EntityProfile | undefined
}

async function bookOn(
  deps: OpenDeps,
  context: CommandContext,
  order: ForwardBooking,
  { credit, quote, terms, named, profile }: BookingFacts,
): Promise<BookedForward> {
  const { tx, at: now } = context
  const payingId = order.payInitialMarginFromAccountId
  if (!quote || !terms || quote.kind !== 'Forward') throw refuseQuotes.quote_not_found()
  checkBookable(quote, now)
  if (!profile) throw refuseEntity.entity_not_found()
  await checkAgain(deps, profile, quote, terms)
  const from = payingAccount(payingId, named, marginCurrencyOf(quote, terms))
  const demand = await demandOnDeal(tx, profile, 'Trade', quote)
  const trade = tradeOf(context, quote, {
    kind: 'Forward',
    subtype: terms.forwardType,
    status: demand ? 'PendingApproval' : 'Executed',
    buyAccountId: quote.buyAccountId,
    sellAccountId: quote.sellAccountId,
    clientReference: order.clientReference ?? null,
    settlementMinor: null,
    orderId: null,
    holdId: null,
    fundedAt: null,
  })
  const forward = { trade, facts: toForward(trade, terms, order, now) }
  const act = actOf(context)
  if (!demand) {
    const paying = { facts: credit, side: terms.marginSide, from }
    return openNew(deps, tx, { forward, quote, terms, profile }, paying, act)
  }
  await storeForeseenTrade(tx, trade)
  await useQuote(tx, quote, trade.tradeId)
  await storeForward(tx, forward.facts)
  const lapsesAt = priceKeptUntil(now, quote.cutOffAt)
  const wait = { lapsesAt, limitMinor: quote.limitMinor, marginAccountId: from?.accountId ?? null }
  await awaitApproval(tx, trade, demand, wait, act)
  return { forward, margin: undefined }
}

interface SetFacts {
  profile: EntityProfile | undefined
  /** Facts that include the booked deals of the set. */
  credit: CreditFacts
  quotes: Map<string, QuoteRow>
  terms: readonly ForwardQuoteRow[]
}

/** Bookings of an entity that wait at the same time. One that names an account to pay its initial margin is booked alone. */
export const forwardBookings = (
  deps: OpenDeps,
  answerOf: (booked: BookedForward) => Answer,
): CommandSet<ForwardBooking, SetFacts> => ({
  admits: ({ payInitialMarginFromAccountId }) => payInitialMarginFromAccountId === undefined,
  async read(tx, entityId, orders) {
    const quoteIds = orders.flatMap(({ quoteId }) => parseId('quo', quoteId) ?? [])
    const [credit, quotes, terms, profile] = await Promise.all([
      lockCreditFacts(tx, entityId),
      lockQuotes(tx, entityId, quoteIds),
      findForwardQuotes(tx, entityId, quoteIds),
      deps.entities.get(entityId),
    ])
    return { credit, quotes, terms, profile }
  },
  async decide(context, order, facts) {
    ownEntity(context.principal, order.entityId)
    const quote = facts.quotes.get(parseId('quo', order.quoteId) ?? '')
    const terms = facts.terms.find(({ quoteId }) => quoteId === quote?.quoteId)
    const { credit, profile } = facts
    const booked = await bookOn(deps, context, order, { credit, quote, terms, named: undefined, profile })
    const { tradeId } = booked.forward.trade
    facts.quotes.set(quote!.quoteId, { ...quote!, tradeId })
    facts.credit = booked.facts ?? credit
    return answerOf(booked)
  },
})

const marginCurrencyOf = (quote: QuoteRow, { marginSide }: ForwardQuoteRow): string =>
  marginSide === 'Buy' ? quote.buyCurrency : quote.sellCurrency

/** Opens a forward that has been approved; credit and limits are decided now. @throws as `bookForward` */
export const approvedForward = (deps: OpenDeps): ApprovedProduct => ({
  lock: async (tx, trade) => void (await lockForward(tx, trade.entityId, trade.tradeId)),
  approved: async ({ tx }, trade, { limitMinor, marginAccountId }, act) => {
    const { entityId, quoteId } = trade
    const facts = quoteId && (await findForwardQuote(tx, entityId, quoteId))
    invariant(facts, 'a forward comes from a quote')
    const { forwardType, pricedAtDate } = facts
    const dates = checkForwardDate(deps.sources.calendars, parsePair(trade.currencyPair), act.at, trade.valueDate)
    const deal = {
      trade,
      checkProduct: (owner: EntityProfile) => checkForwardsEnabled(owner, forwardType),
      isNewDeal: true,
      priced: { costRate: trade.costRate, dates: { ...dates, date: pricedAtDate } },
    }
    const profile = await recheckDeal(deps, deal, act.at)
    const approved = await moveTrade(tx, trade, tradeMoves.approve, act)
    const credit = await reserveNew(deps, tx, approved, facts, act)
    const from = marginAccountId === null ? undefined : await findAccount(tx, entityId, marginAccountId)
    const forward = await getLocked(tx, entityId, trade.tradeId)
    await askMargin(deps, tx, forward, { credit, side: facts.marginSide, from }, act)
    await consumeDailyLimit(tx, { entity: profile.entity, kind: 'trade', amountMinor: limitMinor, now: act.at })
  },
})

/** Rechecks the conditions that may have changed since the quote: product, pair, holidays and accounts. */
async function checkAgain(
  deps: ForwardDeps,
  profile: EntityProfile,
  quote: QuoteRow,
  facts: ForwardQuoteRow,
): Promise<void> {
  checkForwardsEnabled(profile, facts.forwardType)
  const pair = parsePair(quote.currencyPair)
  checkPairEnabled(profile, pair)
  checkSettles(deps.sources.calendars, pair, quote.valueDate)
  const accounts = await deps.accounts.ofEntity(quote.entityId)
  pickAccount(accounts, formatId('acc', quote.buyAccountId), quote.buyCurrency)
  pickAccount(accounts, formatId('acc', quote.sellAccountId), quote.sellCurrency)
}

/**
 * Reserves credit for a new forward; rejects it while a margin call is overdue or a loss or trade is unpaid.
 *
 * @throws margin_call_overdue, unpaid_amounts_outstanding, as `reserve`
 */
async function reserveNew(...asked: Parameters<typeof reserve>): Promise<CreditDecision> {
  const [, tx, { entityId }, , { at }] = asked
  const credit = await reserve(...asked)
  await checkNoOverdueCall(tx, entityId, credit.facility.facilityId)
  await checkNothingUnpaid(tx, entityId, at)
  return credit
}

const toForward = (trade: TradeRow, facts: ForwardQuoteRow, order: ForwardBooking, now: Date) => ({
  entityId: trade.entityId,
  forwardType: facts.forwardType,
  accessDate: facts.accessDate,
  pricedAtDate: facts.pricedAtDate,
  spotRate: facts.spotRate,
  reason: order.forwardReasoning,
  fundsDelivery: order.fundsDelivery,
  facilityId: facts.facilityId,
  termId: facts.termId,
  defaultBeneficiaryId: facts.defaultBeneficiaryId,
  ...unused(trade, now),
})

/** The forward as it is now, where it must exist. */
export async function getLocked(tx: Tx, entityId: string, tradeId: string): Promise<Forward> {
  const forward = await lockForward(tx, entityId, tradeId)
  invariant(forward, 'the forward exists')
  return forward
}

/** A forward of the entity by its wire id. @throws trade_not_found */
export async function getForward(
  db: Parameters<typeof findForward>[0],
  entityId: string,
  wireId: string,
): Promise<Forward> {
  const tradeId = parseId('trd', wireId)
  const forward = tradeId && (await findForward(db, entityId, tradeId))
  if (!forward) throw refuseShared.trade_not_found()
  return forward
}

/** Finds the account that is to pay initial margin. */
async function namedAccount(tx: Tx, entityId: string, wireId: string | undefined): Promise<Account | undefined> {
  const accountId = wireId === undefined ? undefined : parseId('acc', wireId)
  return accountId ? findAccount(tx, entityId, accountId) : undefined
}

/** The account named to pay initial margin, in the margin's currency. @throws account_not_found, currency_mismatch */
function payingAccount(wireId: string | undefined, account: Account | undefined, currency: string) {
  if (wireId === undefined) return undefined
  if (!account) throw refuseShared.account_not_found({ accountId: wireId })
  if (account.currency !== currency) {
    throw refuseShared.currency_mismatch({ expected: currency, actual: account.currency })
  }
  return account
}
