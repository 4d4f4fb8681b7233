import {
  askedPercent,
  type CreditDeal,
  type CreditDecision,
  findTermIn,
  initialMarginOn,
  isMarginRequired,
  namedTerms,
} from '../../../credit/facilities/index.ts'
import { checkMayDeal, type CreditFacts, deadline } from '../../../credit/margin/index.ts'
import { type EntityProfile, findMarkup } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { parseAmount } from '../../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import { decimalOf, exactText } from '../../../kernel/values/rates.ts'
import type { Parts } from '../../../kernel/http/readable.ts'
import { type FieldError, fieldError } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { checkFields, refuseShape } from '../../../kernel/http/validation.ts'
import {
  type Calendars,
  checkForwardDate,
  checkMarketOpen,
  checkPair,
  endOfTradingDay,
  type ForwardDate,
  type Pair,
  periodDate,
} from '../../calendar/index.ts'
import { type BaseSide, checkFirm, type DealPrice, liveMarket, midRateOf, priceDeal } from '../../pricing/index.ts'
import {
  checkAccountsExist,
  checkPairEnabled,
  type DealAccount,
  dealErrors,
  fixedCurrencyOf,
  pickAccount,
  quoteRow,
  type QuoteToStore,
  sizeOf,
  type StoreAnswer,
  whyNotStored,
} from '../../quotes/index.ts'
import { worstDrawableDay } from '../record/dates.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { decideAndStore, type QuoteDesk } from './quote-desk.ts'
import type { ForwardQuoteRow, ForwardType } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import type { ForwardQuoteOrder } from '../record/schema.ts'

/** A forward priced for a client and stored as a quote. */
export interface QuotedForward {
  quote: QuoteToStore
  profile: EntityProfile
  answer: StoreAnswer
  facts: ForwardQuoteRow
  credit: CreditDecision
  /** Account of the margin's currency that would pay it. */
  marginAccount: DealAccount
  marginCurrency: string
  /** Deadline for the margin; null for a deal without margin. */
  marginDueAt: Date | null
}

/**
 * Quotes a forward: checks accounts, market hours, dates, size and credit, prices it at the day of its window that is worst
 * for the client, and stores the quote. Nothing is reserved: limits and credit are looked at again when it is booked.
 *
 * @throws what is wrong with accounts, pair, dates and amount; forwards_not_enabled; the refusals of `findTerm`;
 *   margin_call_overdue, unpaid_amounts_outstanding; daily_limit_exceeded; price_unavailable
 */
export async function quoteForward(
  deps: ForwardDeps,
  desk: QuoteDesk,
  asker: Asker,
  order: ForwardQuoteOrder,
): Promise<QuotedForward> {
  const { at: now } = asker
  const asked = await check(deps, desk, asker, order)
  const { profile, dates, forwardType, accessDate } = asked
  const priced = priceForward(deps, profile, asked, now)
  const { entityId } = profile.entity
  const { pricedAtDate } = priced
  const deal = { entityId, forwardType, accessDate, pricedAtDate, valueDate: dates.date, spotDate: dates.spotDate }
  const decide = (creditFacts: CreditFacts) => {
    const credit = findTermIn(creditFacts.book, deps, creditDeal(deal, priced.price, termOf(order)), now)
    checkMayDeal(creditFacts, credit.facility.facilityId, now)
    const quote = toQuote(asker, order, asked, priced.price)
    return {
      credit,
      quote,
      facts: toFacts(deps, order, asked, { price: priced.price, pricedAtDate, credit, quote }, now),
    }
  }
  const { quote, facts, credit, answer } = await decideAndStore(desk, entityId, decide)
  if (!answer.isStored) throw whyNotStored({ quote, profile }, answer)
  const isBuy = facts.marginSide === 'Buy'
  const marginCurrency = isBuy ? quote.buyCurrency : quote.sellCurrency
  return {
    quote,
    profile,
    answer,
    facts,
    credit,
    marginCurrency,
    marginAccount: isBuy ? asked.buyAccount : asked.sellAccount,
    marginDueAt:
      facts.marginMinor > 0n
        ? deadline(deps.sources.calendars, marginCurrency, credit.facility.dueBusinessDays, now)
        : null,
  }
}

/** Client that asks for a quote, and the business time of receipt. */
type Asker = Pick<CommandContext, 'principal' | 'at' | 'epoch'>

/** An order with all that it names, checked as far as that needs neither a price nor a lock. */
interface Asked extends ForwardDeal {
  profile: EntityProfile
  forwardType: ForwardType
  defaultBeneficiaryId: string | null
  buyAccount: DealAccount
  sellAccount: DealAccount
}

async function check(
  deps: ForwardDeps,
  desk: QuoteDesk,
  { principal, at: now }: Asker,
  order: ForwardQuoteOrder,
): Promise<Asked> {
  const { buyCurrency, sellCurrency, fixedSide, forwardType = 'Fixed' } = order
  const { calendars } = deps.sources
  checkFields(forwardErrors(order))
  const entityId = ownEntity(principal, order.entityId)
  const fixedCurrency = fixedCurrencyOf(order)
  const amountMinor = parseAmount(order.amount, fixedCurrency)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const defaultBeneficiaryId = await beneficiaryOf(desk, entityId, order.defaultBeneficiaryId)
  await checkTermExists(desk, entityId, termOf(order))
  const accounts = await deps.accounts.ofEntity(entityId)
  checkAccountsExist(accounts, order)
  checkForwardsEnabled(profile, forwardType)
  const pair = checkPair(calendars, buyCurrency, sellCurrency)
  checkPairEnabled(profile, pair)
  const buyAccount = pickAccount(accounts, order.buyAccountId, buyCurrency)
  const sellAccount = pickAccount(accounts, order.sellAccountId, sellCurrency)
  checkMarketOpen(now)
  const dates = checkForwardDate(calendars, pair, now, order.valueDate)
  checkTenor(calendars, pair, dates, profile.settings.maxForwardTenor)
  return {
    profile,
    forwardType,
    defaultBeneficiaryId,
    buyAccount,
    sellAccount,
    pair,
    buyCurrency,
    fixedSide,
    amountMinor,
    dates,
    accessDate: checkAccessDate(order, forwardType, dates),
    limitMinor: sizeOf(deps, profile, { minor: amountMinor, currency: fixedCurrency }, now),
  }
}

/** @throws forward_tenor_too_long past the longest tenor of the entity's settings */
export function checkTenor(
  calendars: Calendars,
  pair: Pair,
  { date, spotDate }: ForwardDate,
  longest: string | null,
): void {
  if (longest === null) return
  const latest = periodDate(calendars, pair, spotDate, longest)
  if (date > latest) throw refuse.forward_tenor_too_long({ valueDate: date, maxForwardTenor: longest, latest })
}

/** A forward can be dealt for its value date until the trading day ends. */
function toQuote(
  { principal, at: now, epoch }: Asker,
  order: ForwardQuoteOrder,
  asked: Asked,
  price: DealPrice,
): QuoteToStore {
  const { profile, dates, pair, buyAccount, sellAccount, limitMinor } = asked
  const row = quoteRow({
    kind: 'Forward',
    principal,
    profile,
    order,
    price,
    dates,
    dealtUntil: endOfTradingDay(pair.turn, dates.tradeDate).at,
    lifeSeconds: profile.settings.quoteLifeSeconds.forward,
    buyAccount,
    sellAccount,
    limitMinor,
    now,
  })
  return { ...row, epoch }
}

function toFacts(
  deps: ForwardDeps,
  order: ForwardQuoteOrder,
  { forwardType, accessDate, defaultBeneficiaryId }: Asked,
  made: { price: DealPrice; pricedAtDate: string; credit: CreditDecision; quote: QuoteToStore },
  now: Date,
): ForwardQuoteRow {
  const { credit, quote } = made
  const marginSide = order.marginSide ?? 'Sell'
  return {
    entityId: quote.entityId,
    quoteId: quote.quoteId,
    forwardType,
    accessDate,
    pricedAtDate: made.pricedAtDate,
    spotRate: exactText(made.price.spotRate),
    reason: order.reason ?? null,
    facilityId: credit.facility.facilityId,
    termId: credit.term.termId,
    marginSide,
    marginPercent: askedPercent(credit.initialMargin),
    marginMinor: marginOf(deps, credit, quote, marginSide, now),
    defaultBeneficiaryId,
  }
}

/** Returns the errors of a forward order that depend only on the order, as far as it is readable. */
export const forwardErrors = (order: Parts<ForwardQuoteOrder>): FieldError[] => [
  ...dealErrors(order),
  ...dateErrors(order),
]

/** Dates that forwards other than fixed ones need, and this one lacks; an access date after the value date. */
function dateErrors({ forwardType: type = 'Fixed', valueDate, accessDate }: Parts<ForwardQuoteOrder>): FieldError[] {
  if (type === 'Fixed') return []
  const required = refuseShape.field_required()
  const hasWindow = type === 'Window' || type === 'Variable'
  const crossing = `accessDate ${accessDate} is after valueDate ${valueDate}`
  return [
    ...(valueDate ? [] : [fieldError('/valueDate', required)]),
    ...(hasWindow && !accessDate ? [fieldError('/accessDate', required)] : []),
    ...(hasWindow && accessDate && valueDate && accessDate > valueDate
      ? [fieldError('/accessDate', refuseShared.date_range_invalid({ reason: crossing }))]
      : []),
  ]
}

/** @throws forwards_not_enabled */
export function checkForwardsEnabled({ settings }: EntityProfile, forwardType: ForwardType): void {
  const enabled = settings.features.forwards
  if (!enabled.includes(forwardType)) throw refuse.forwards_not_enabled({ forwardType, enabled })
}

async function beneficiaryOf(desk: QuoteDesk, entityId: string, wireId: string | undefined): Promise<string | null> {
  if (wireId === undefined) return null
  const beneficiaryId = parseId('ben', wireId)
  if (!beneficiaryId || !(await desk.hasBeneficiary(entityId, beneficiaryId)))
    throw refuseShared.beneficiary_not_found()
  return beneficiaryId
}

/** Checks that a named credit term is the entity's, before any rule decides. @throws credit_term_not_found */
async function checkTermExists(desk: QuoteDesk, entityId: string, termId: string | undefined): Promise<void> {
  if (termId === undefined) return
  const isKept = desk.kept(entityId)?.facts.book.terms.some((term) => term.termId === termId)
  if (!isKept) namedTerms((await desk.credit(entityId)).book.terms, termId)
}

/**
 * Returns the first drawable day: the value date of a fixed forward, spot of an open one.
 *
 * @throws access_date_invalid, and an error for a day that the type of the forward rules out
 */
function checkAccessDate(order: ForwardQuoteOrder, type: ForwardType, dates: ForwardDate): string {
  const { date: valueDate, spotDate: earliest } = dates
  const { accessDate } = order
  if (type === 'Fixed') {
    if (accessDate && accessDate !== valueDate) throw refuse.fixed_forward_only_on_value_date({ valueDate })
    return valueDate
  }
  if (type === 'Open') {
    const reason = `an Open forward is drawable from its spot date ${earliest}; omit accessDate, or use a Window forward`
    if (accessDate && accessDate !== earliest)
      checkFields([fieldError('/accessDate', refuseShared.date_range_invalid({ reason }))])
    return earliest
  }
  if (accessDate! < earliest) throw refuse.access_date_invalid({ accessDate, earliest, valueDate })
  return accessDate!
}

interface ForwardDeal {
  pair: Pair
  buyCurrency: string
  fixedSide: 'Buy' | 'Sell'
  amountMinor: bigint
  dates: ForwardDate
  accessDate: string
  /** Size in the entity's base currency, by which its mark-up is found. */
  limitMinor: bigint
}

/** The client's price, at the drawable day from access to value date that is worst for it. @throws price_unavailable */
function priceForward(
  deps: Pick<ForwardDeps, 'sources'>,
  profile: EntityProfile,
  deal: ForwardDeal,
  now: Date,
): { price: DealPrice; pricedAtDate: string } {
  const { sources } = deps
  const { pair, dates, accessDate, limitMinor, buyCurrency, fixedSide, amountMinor } = deal
  const side: BaseSide = deal.buyCurrency === pair.base ? 'Buy' : 'Sell'
  const market = liveMarket(sources, pair, now)
  const within = { from: accessDate, to: dates.date }
  const { valueDate: pricedAtDate } = worstDrawableDay(sources.calendars, market, { pair, side }, within)
  const tenor = dates.tenor === 'SP' ? 'T2' : dates.tenor
  const markup = findMarkup(profile.pricing, { currencyPair: pair.symbol, tenor, amountMinor: limitMinor })
  const at = { ...dates, date: pricedAtDate }
  const price = priceDeal(
    sources,
    { pair, buyCurrency, fixedSide, amountMinor, dates: at, markupBps: decimalOf(markup) },
    now,
  )
  checkFirm(sources.market, pair, price.asOf, now)
  return { price, pricedAtDate }
}

/** A deal as its credit facility sees it. */
export function creditDeal(
  deal: Pick<CreditDeal, 'entityId' | 'valueDate' | 'spotDate'> & {
    forwardType: ForwardType
    accessDate: string
    pricedAtDate: string
  },
  price: Pick<DealPrice, 'pair' | 'baseSide' | 'baseMinor' | 'counterMinor'>,
  termId?: string,
): CreditDeal {
  const { pair, baseSide, baseMinor, counterMinor } = price
  const { entityId, forwardType, accessDate, pricedAtDate, valueDate, spotDate } = deal
  const isFixed = forwardType === 'Fixed'
  return {
    entityId,
    valueDate,
    spotDate,
    product: 'Forward',
    forwardType,
    pair,
    baseSide,
    baseMinor,
    counterMinor,
    accessDate: isFixed ? null : accessDate,
    pricedAtDate: isFixed ? null : pricedAtDate,
    ...(termId === undefined ? {} : { termId }),
  }
}

/** An id that names no term finds none: no uuid is all zeros. */
const NOTHING = '00000000-0000-0000-0000-000000000000'
const termOf = ({ creditTermId }: ForwardQuoteOrder) =>
  creditTermId === undefined ? undefined : (parseId(TERM_PREFIX, creditTermId) ?? NOTHING)

/** Prefix of the wire ids of credit terms. */
export const TERM_PREFIX = 'ctm'

/** Initial margin on a side of a deal, in minor units of that side's currency. */
export function marginOf(
  deps: Pick<ForwardDeps, 'sources'>,
  credit: CreditDecision,
  deal: { buyCurrency: string; buyMinor: bigint; sellCurrency: string; sellMinor: bigint },
  side: 'Buy' | 'Sell',
  now: Date,
): bigint {
  const currency = side === 'Buy' ? deal.buyCurrency : deal.sellCurrency
  const amountMinor = side === 'Buy' ? deal.buyMinor : deal.sellMinor
  const { initialMargin } = credit
  if (!isMarginRequired(initialMargin)) return 0n
  const rateOfMinimum = midRateOf(deps.sources, initialMargin.currency, currency, now)
  return initialMarginOn(initialMargin, { amountMinor, currency }, rateOfMinimum)
}
