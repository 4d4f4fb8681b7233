import { type Act, actOf } from '../../../kernel/values/act.ts'
import { type Account, findAccount } from '../../../accounts/index.ts'
import { askedPercent, type CreditDecision, lockFacility, reserveExposure } from '../../../credit/facilities/index.ts'
import { checkNoOverdueCall, deadline, payInitialMargin, requireInitialMargin } from '../../../credit/margin/index.ts'
import { checkNothingUnpaid } from '../../../credit/unpaid/index.ts'
import { consumeDailyLimit, type EntityProfile } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../../kernel/values/ids.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { checkForwardDate, parsePair, settlementCutOff, spotDate } from '../../calendar/index.ts'
import {
  checkBookable,
  checkPairEnabled,
  lockQuote,
  markBooked,
  pickAccount,
  type QuoteRow,
  refuseQuotes,
} from '../../quotes/index.ts'
import {
  announceTrade,
  type ApprovedProduct,
  awaitApproval,
  demandOnDeal,
  moveTrade,
  priceKeptUntil,
  recheckDeal,
  storeTrade,
  tradeMoves,
  type TradeRow,
  type TradeStatus,
} from '../../trades/index.ts'
import type { ForwardDeps } from '../record/deps.ts'
import {
  changeForward,
  findForward,
  findForwardQuote,
  type Forward,
  type ForwardQuoteRow,
  insertForward,
  lockForward,
  unused,
} from '../record/queries.ts'
import { checkForwardsEnabled, creditDeal, marginOf } from './quote.ts'
import { lockDeal, type ReconcileDeps, reconcileForward } from '../closing/reconcile.ts'
import type { ForwardBooking } from '../record/schema.ts'

/** Dependencies of booking and opening a forward. */
export type OpenDeps = ForwardDeps & Pick<ReconcileDeps, 'policy'>

/**
 * Books a forward's quote as one trade, decided by the time the request was received. Lock order: facility, quote,
 * daily limit, accounts. Credit is reserved under the facility's lock; initial margin is debited from the named account
 * or awaited in the account of its currency. If a policy requires approval, the price is kept for a while and these
 * steps follow the approval (`approvedForward`).
 *
 * @throws quote_not_found, quote_already_booked, quote_expired, duplicate_client_reference, daily_limit_exceeded; the
 *   refusals of `reserveExposure`, margin_call_overdue; account_not_found, currency_mismatch and insufficient_funds for the margin; and what may
 *   have changed since the quote
 */
export async function bookForward(deps: OpenDeps, context: CommandContext, order: ForwardBooking): Promise<Forward> {
  const { tx, principal, at: now } = context
  const entityId = ownEntity(principal, order.entityId)
  const quoteId = parseId('quo', order.quoteId)
  const facts = quoteId && (await findForwardQuote(tx, entityId, quoteId))
  await (facts && lockFacility(tx, entityId, facts.facilityId))
  const quote = facts && (await lockQuote(tx, entityId, facts.quoteId))
  if (!quote || !facts || quote.kind !== 'Forward') throw refuseQuotes.quote_not_found()
  checkBookable(quote, now)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  await checkAgain(deps, profile, quote, facts)

  const act = actOf(context)
  const from = await payingAccount(tx, entityId, order.payInitialMarginFromAccountId, marginCurrencyOf(quote, facts))
  const { limitMinor } = quote
  const demand = await demandOnDeal(tx, profile, 'Trade', quote)
  const trade = await storeTrade(tx, toTrade(context, quote, facts, order, demand ? 'PendingApproval' : 'Executed'))
  await markBooked(tx, quote, trade.tradeId)
  if (demand) {
    await insertForward(tx, toForward(trade, facts, facts, order, now))
    const wait = { lapsesAt: priceKeptUntil(now, quote.cutOffAt), limitMinor, marginAccountId: from?.accountId ?? null }
    await awaitApproval(tx, trade, demand, wait, act)
  } else {
    const credit = await reserveNew(deps, tx, trade, facts, act)
    await insertForward(tx, toForward(trade, facts, credit.term, order, now))
    await announceTrade(tx, act, trade, 'trade.executed')
    await open(deps, tx, { profile, trade }, { credit, side: facts.marginSide, from, limitMinor }, act)
  }
  return getLocked(tx, entityId, trade.tradeId)
}

const marginCurrencyOf = (quote: QuoteRow, { marginSide }: ForwardQuoteRow): string =>
  marginSide === 'Buy' ? quote.buyCurrency : quote.sellCurrency

/** Executes a forward with reserved credit. @throws as `bookForward` */
async function open(
  deps: OpenDeps,
  tx: Tx,
  { profile, trade }: { profile: EntityProfile; trade: TradeRow },
  order: MarginOrder & { limitMinor: bigint },
  act: Act,
): Promise<void> {
  const forward = await getLocked(tx, trade.entityId, trade.tradeId)
  await askMargin(deps, tx, forward, order, act)
  await consumeDailyLimit(tx, { entity: profile.entity, kind: 'trade', amountMinor: order.limitMinor, now: act.at })
}

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
    await open(deps, tx, { profile, trade: approved }, { credit, side: facts.marginSide, from, limitMinor }, act)
  },
})

/** Rechecks the conditions that may have changed since the quote: product, pair and accounts. */
async function checkAgain(
  deps: ForwardDeps,
  profile: EntityProfile,
  quote: QuoteRow,
  facts: ForwardQuoteRow,
): Promise<void> {
  checkForwardsEnabled(profile, facts.forwardType)
  checkPairEnabled(profile, parsePair(quote.currencyPair))
  const accounts = await deps.accounts.ofEntity(quote.entityId)
  pickAccount(accounts, formatId('acc', quote.buyAccountId), quote.buyCurrency)
  pickAccount(accounts, formatId('acc', quote.sellAccountId), quote.sellCurrency)
}

function toTrade(
  { at: now, principal }: CommandContext,
  quote: QuoteRow,
  facts: ForwardQuoteRow,
  order: ForwardBooking,
  status: TradeStatus,
): TradeRow {
  const { expiresAt: _, limitMinor: __, cutOffAt: ___, ...deal } = quote
  return {
    ...deal,
    tradeId: newUuid(),
    kind: 'Forward',
    subtype: facts.forwardType,
    status,
    version: 1,
    parentTradeId: null,
    clientId: principal.clientId,
    clientReference: order.clientReference ?? null,
    cutOffAt: settlementCutOff(parsePair(quote.currencyPair), quote.valueDate).at,
    holdId: null,
    settlementJournalId: null,
    fundedAt: null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [{ status, at: now.toISOString(), by: 'client', reason: null }],
    createdAt: now,
    updatedAt: now,
  }
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

/** Reserves credit for a forward that is being booked. @throws as `reserveExposure` */
export function reserve(
  deps: Pick<ForwardDeps, 'sources'>,
  tx: Tx,
  trade: TradeRow,
  terms: Pick<ForwardQuoteRow, 'forwardType' | 'accessDate' | 'pricedAtDate'> & { termId?: string },
  act: Act,
): Promise<CreditDecision> {
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
  return reserveExposure(tx, deps, { ...deal, tradeId, contractRate: trade.rate }, act)
}

const toForward = (
  trade: TradeRow,
  facts: ForwardQuoteRow,
  { facilityId, termId }: Pick<ForwardQuoteRow, 'facilityId' | 'termId'>,
  order: ForwardBooking,
  now: Date,
) => ({
  entityId: trade.entityId,
  forwardType: facts.forwardType,
  accessDate: facts.accessDate,
  pricedAtDate: facts.pricedAtDate,
  spotRate: facts.spotRate,
  reason: order.forwardReasoning,
  fundsDelivery: order.fundsDelivery,
  facilityId,
  termId,
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

interface MarginOrder {
  credit: CreditDecision
  side: 'Buy' | 'Sell'
  /** The account that pays it now. */
  from?: Account | undefined
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
  order: MarginOrder,
  act: Act,
): Promise<void> {
  const { trade } = forward
  const { credit, side, from: account } = order
  const amountMinor = marginOf(deps, credit, trade, side, act.at)
  if (amountMinor === 0n) return void (await reconcileForward(deps, tx, forward, act))
  const { entityId, tradeId } = trade
  const currency = side === 'Buy' ? trade.buyCurrency : trade.sellCurrency
  await requireInitialMargin(
    tx,
    {
      entityId,
      tradeId,
      facilityId: credit.facility.facilityId,
      currency,
      side,
      percent: askedPercent(credit.initialMargin),
      amountMinor,
      dueAt: deadline(deps.sources.calendars, currency, credit.facility.dueBusinessDays, act.at),
      accountId: account?.accountId ?? (side === 'Buy' ? trade.buyAccountId : trade.sellAccountId),
    },
    act,
  )
  await changeForward(tx, forward, { openMarginMinor: amountMinor })
  await reconcileForward(deps, tx, forward, act)
  if (account) await payInitialMargin(tx, { lockDeal }, { entityId, tradeId, account }, act)
}

/** The account named to pay initial margin, in the margin's currency. @throws account_not_found, currency_mismatch */
async function payingAccount(
  tx: Tx,
  entityId: string,
  wireId: string | undefined,
  currency: string,
): Promise<Account | undefined> {
  if (wireId === undefined) return undefined
  const accountId = parseId('acc', wireId)
  const account = accountId && (await findAccount(tx, entityId, accountId))
  if (!account) throw refuseShared.account_not_found({ accountId: wireId })
  if (account.currency !== currency) {
    throw refuseShared.currency_mismatch({ expected: currency, actual: account.currency })
  }
  return account
}
