import type { Account } from '../../../accounts/index.ts'
import {
  askedPercent,
  type CreditDeal,
  type CreditDecision,
  findTermIn,
  reserveExposure,
  storeReserved,
  withDeal,
} from '../../../credit/facilities/index.ts'
import {
  checkMayDeal,
  type CreditFacts,
  deadline,
  type InitialMargin,
  payInitialMargin,
  payRequiredMargin,
  requireInitialMargin,
} from '../../../credit/margin/index.ts'
import { countTowardsDailyLimit, type EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { parsePair, spotDate } from '../../calendar/index.ts'
import { type QuoteRow, useQuote } from '../../quotes/index.ts'
import { announceTrade, storeForeseenTrade, announceMove, type TradeRow } from '../../trades/index.ts'
import { beginForward, lockDeal, type ReconcileDeps, reconcileForward } from '../closing/reconcile.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { changeForward, type Forward, type ForwardQuoteRow } from '../record/queries.ts'
import { storeForward } from '../record/new-forwards.ts'
import { creditDeal, marginOf } from './quote.ts'

type CreditTerms = Pick<ForwardQuoteRow, 'forwardType' | 'accessDate' | 'pricedAtDate'> &
  Pick<CreditDeal, 'termId' | 'replaces'>

/** Reserves credit for a forward that is being booked. @throws as `reserveExposure` */
export const reserve = (
  deps: Pick<ForwardDeps, 'sources'>,
  tx: Tx,
  trade: TradeRow,
  terms: CreditTerms,
  act: Act,
): Promise<CreditDecision> => reserveExposure(tx, deps, bookedDeal(deps, trade, terms), act)

/** Returns a trade as its credit facility sees it. */
function bookedDeal(deps: Pick<ForwardDeps, 'sources'>, trade: TradeRow, terms: CreditTerms) {
  const pair = parsePair(trade.currencyPair)
  const isBaseBought = trade.buyCurrency === pair.base
  const [baseMinor, counterMinor] = isBaseBought ? [trade.buyMinor, trade.sellMinor] : [trade.sellMinor, trade.buyMinor]
  const { entityId, tradeId, valueDate, tradeDate } = trade
  const spot = spotDate(deps.sources.calendars, pair, tradeDate)
  const deal = creditDeal(
    { ...terms, entityId, valueDate, spotDate: spot },
    { pair, baseSide: isBaseBought ? 'Buy' : 'Sell', baseMinor, counterMinor },
    terms.termId,
  )
  const { replaces } = terms
  return { ...deal, ...(replaces && { replaces }), tradeId, contractRate: trade.rate }
}

/** The side that initial margin is counted on, and the account that pays it now. */
interface Paying {
  side: 'Buy' | 'Sell'
  from?: Account | undefined
}

/** A forward that was booked, with its initial margin if any is asked for. */
export interface BookedForward {
  forward: Forward
  margin: Pick<InitialMargin, 'status'> | undefined
  /** The credit facts with the deal, without its initial margin; undefined where no credit is reserved yet. */
  facts?: CreditFacts
}

/** A forward to be opened, as executed; nothing of it is stored. */
interface NewForward {
  forward: Forward
  quote: QuoteRow
  terms: ForwardQuoteRow
  profile: EntityProfile
}

/**
 * Opens a forward by its quote, decided on credit facts that were locked in this transaction. It reads nothing: all writes go out together.
 * The rows and events are those of `reserve` and `askMargin` one after the other.
 *
 * @throws as `reserveExposure`; margin_call_overdue, unpaid_amounts_outstanding, duplicate_client_reference,
 *   account_permission_missing, insufficient_funds, daily_limit_exceeded
 */
export async function openNew(
  deps: Pick<ForwardDeps, 'sources'> & ReconcileDeps,
  tx: Tx,
  { forward: executed, quote, terms, profile }: NewForward,
  { facts, side, from }: Paying & { facts: CreditFacts },
  act: Act,
): Promise<BookedForward> {
  const { trade } = executed
  const deal = bookedDeal(deps, trade, terms)
  const credit = findTermIn(facts.book, deps, deal, act.at)
  const { facilityId, termId } = credit.term
  checkMayDeal(facts, facilityId, act.at)
  const openMarginMinor = marginOf(deps, credit, trade, side, act.at)
  const forward = { trade, facts: { ...executed.facts, facilityId, termId, openMarginMinor } }
  await storeReserved(tx, deps, { deal, book: facts.book, decision: credit }, act)
  const steps = await beginForward(deps, tx, forward, from ? [openMarginMinor, 0n] : [openMarginMinor], act)
  const opened = { ...forward, trade: steps.at(-1)!.moved }
  await storeForeseenTrade(tx, opened.trade)
  await useQuote(tx, quote, trade.tradeId)
  await storeForward(tx, opened.facts)
  await announceTrade(tx, act, trade, 'trade.executed')
  const [begun, ...later] = steps
  const asked =
    openMarginMinor > 0n
      ? marginOrder(deps, trade, { credit, side, from, amountMinor: openMarginMinor }, act)
      : undefined
  const issued = asked && (await requireInitialMargin(tx, asked, act, from === undefined))
  await announceMove(tx, act, begun!, later.length === 0)
  if (issued && from) await payRequiredMargin(tx, issued, from, act)
  for (const step of later) await announceMove(tx, act, step, step === later.at(-1))
  const use = { entity: profile.entity, kind: 'trade', amountMinor: quote.limitMinor, now: act.at } as const
  await countTowardsDailyLimit(tx, use)
  const margin = issued && { status: from ? ('Received' as const) : ('Due' as const) }
  return { forward: opened, margin, facts: { ...facts, book: withDeal(facts.book, deal, credit) } }
}

/**
 * Opens a newly booked forward once its initial margin is paid: immediately if the margin is zero or an account pays
 * it, otherwise when it arrives in the account of its currency.
 *
 * @throws insufficient_funds, account_permission_missing
 */
export async function askMargin(
  deps: Pick<ForwardDeps, 'sources'> & ReconcileDeps,
  tx: Tx,
  forward: Forward,
  order: Paying & { credit: CreditDecision },
  act: Act,
): Promise<void> {
  const { trade } = forward
  const amountMinor = marginOf(deps, order.credit, trade, order.side, act.at)
  if (amountMinor === 0n) return void (await reconcileForward(deps, tx, forward, act))
  await requireInitialMargin(tx, marginOrder(deps, trade, { ...order, amountMinor }, act), act)
  await changeForward(tx, forward, { openMarginMinor: amountMinor })
  await reconcileForward(deps, tx, forward, act)
  const { entityId, tradeId } = trade
  if (order.from) await payInitialMargin(tx, { lockDeal }, { entityId, tradeId, account: order.from }, act)
}

/** Returns the initial margin that a trade requires. */
function marginOrder(
  { sources }: Pick<ForwardDeps, 'sources'>,
  trade: TradeRow,
  { credit, side, from, amountMinor }: Paying & { credit: CreditDecision; amountMinor: bigint },
  act: Act,
) {
  const { entityId, tradeId } = trade
  const currency = side === 'Buy' ? trade.buyCurrency : trade.sellCurrency
  return {
    entityId,
    tradeId,
    facilityId: credit.facility.facilityId,
    currency,
    side,
    percent: askedPercent(credit.initialMargin),
    amountMinor,
    dueAt: deadline(sources.calendars, currency, credit.facility.dueBusinessDays, act.at),
    accountId: from?.accountId ?? (side === 'Buy' ? trade.buyAccountId : trade.sellAccountId),
  }
}
