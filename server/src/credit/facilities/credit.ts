import { type Day, dayOf } from '../../kernel/values/days.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { type Decimal, decimalText, scaled } from '../../kernel/values/rates.ts'
import { invariant, type Refusal } from '../../kernel/values/refusals.ts'
import { type Pair, periodDate } from '../../fx/calendar/index.ts'
import type { BaseSide, PriceSources } from '../../fx/pricing/index.ts'
import {
  type FacilityRow,
  facilitiesOf,
  type ForwardType,
  type PositionRow,
  type Product,
  type TermRow,
} from './queries.ts'
import { inactiveFacility, limitExceeded, marginPercent, misfit, refuse } from './rules.ts'
import { type CreditBook, type GrowingUsage, readCreditBook, type UsageFacts } from './usage.ts'
import { usageAtMarket } from './usage-at-market.ts'

/** A deal that wants credit. */
export interface CreditDeal {
  entityId: string
  product: Product
  forwardType: ForwardType
  pair: Pair
  /** Client's side in the base currency. */
  baseSide: BaseSide
  baseMinor: bigint
  counterMinor: bigint
  /** First day on which it can be drawn; null for a fixed forward. */
  accessDate: Day | null
  valueDate: Day
  /** Day a window, open or variable forward is priced for; null for a fixed one. */
  pricedAtDate: Day | null
  /** Spot date of the pair on the trade date; tenors count from it. */
  spotDate: Day
  /** Stored id of the term to deal under; absent: the first that fits. */
  termId?: string
  replaces?: ReplacedPart
}

/** The part of an open deal that another deal continues; the credit book is without it. */
export interface ReplacedPart {
  position: PositionRow
  /** True if the other deal ends later: it then needs credit as a new one. Otherwise it keeps the credit of the part. */
  isExtended: boolean
}

/** Effect of a deal under a term on its facility, and the required initial margin. */
export interface CreditDecision {
  facility: FacilityRow
  term: TermRow
  /** Minor units of the facility's currency. */
  utilisedBeforeMinor: bigint
  utilisedAfterMinor: bigint
  availableAfterMinor: bigint
  initialMargin: InitialMarginTerms
}

/** Initial margin as the term asks for it; for an amount call `initialMarginOn`. */
interface InitialMarginTerms {
  /** Percentage of the notional by the term's ladder, even if waived; `askedPercent` is the required one. */
  percent: Decimal
  isWaived: boolean
  /** Lowest initial margin, if any is required. */
  minimumMinor: bigint
  /** Currency of the minimum: the facility's. */
  currency: string
  release: TermRow['marginRelease']
}

export interface CreditDeps {
  sources: PriceSources
}

/**
 * Finds the first term, in the order of facilities and their terms, that fits a deal: product, forward type, pair,
 * tenor, and the limits of term and facility at current middles. Look here when quoting; `reserveExposure` decides again
 * under the facility's lock.
 *
 * @throws credit_term_not_found for a term that is not the entity's; credit_facility_missing, credit_facility_not_active,
 *   credit_term_not_fitting, tenor_beyond_term, credit_limit_exceeded; price_unavailable
 */
export async function findTerm(db: Queryable, deps: CreditDeps, deal: CreditDeal, at: Date): Promise<CreditDecision> {
  return findTermIn(await readCreditBook(db, deal.entityId), deps, deal, at)
}

/**
 * Finds the term in a credit book that was already read. A part of an open deal that does not end later keeps its own term where none
 * fits: neither a lowered limit nor the status of the facility ends the credit that it has.
 *
 * @throws as `findTerm`
 */
export function findTermIn(book: CreditBook, deps: CreditDeps, deal: CreditDeal, at: Date): CreditDecision {
  const terms = namedTerms(book.terms, deal.termId)
  if (book.usages.length === 0) throw refuse.credit_facility_missing()
  const refused: Refused[] = []
  for (const facts of book.usages) {
    const own = terms.filter(({ facilityId }) => facilityId === facts.facility.facilityId)
    if (own.length === 0) continue
    const answer = decide(facts, own, deps, deal, at)
    if (!('refused' in answer)) return answer
    refused.push(...answer.refused)
  }
  if (deal.replaces?.isExtended === false) return asBefore(book, deps, deal, deal.replaces.position, at)
  throw worst(refused)
}

/** Returns the decision for a deal under the term of the part that it replaces, regardless of limits. */
function asBefore(
  { usages, terms }: CreditBook,
  deps: CreditDeps,
  deal: CreditDeal,
  { facilityId, termId }: PositionRow,
  at: Date,
): CreditDecision {
  const facts = usages.find(({ facility }) => facility.facilityId === facilityId)
  const term = terms.find((each) => each.termId === termId)
  invariant(facts && term, 'the facility and the term of an open deal exist')
  return decisionUnder(deps, facts, term, deal, usageAtMarket(deps.sources, facts, deal.pair, at)).decision
}

/**
 * Rejects the extension of a deal while no facility of the entity allows new deals.
 *
 * @throws credit_facility_not_active for the facility of the deal
 */
export async function checkAnyActive(
  db: Queryable,
  { entityId, facilityId }: Pick<FacilityRow, 'entityId' | 'facilityId'>,
  at: Date,
): Promise<void> {
  const all = await facilitiesOf(db, entityId)
  const own = all.find((facility) => facility.facilityId === facilityId)
  invariant(own, 'the facility of an open deal exists')
  const inactive = inactiveFacility(own, dayOf(at))
  if (inactive && all.every((facility) => inactiveFacility(facility, dayOf(at)))) throw inactive
}

/** Returns the terms that a deal can use: all, or the one that it names. @throws credit_term_not_found */
export function namedTerms(terms: readonly TermRow[], termId: string | undefined): readonly TermRow[] {
  if (termId === undefined) return terms
  const named = terms.filter((term) => term.termId === termId)
  if (named.length === 0) throw refuse.credit_term_not_found()
  return named
}

/** Rejection by a term with its distance from acceptance; the nearest one is the most useful to the client. */
interface Refused {
  stage: 'facility' | 'shape' | 'tenor' | 'limit'
  reason: string
  refusal: Refusal
}
const STAGES = ['facility', 'shape', 'tenor', 'limit']

/** Returns the first of a facility's terms that accepts a deal, or the rejection. */
function decide(
  facts: UsageFacts,
  terms: readonly TermRow[],
  deps: CreditDeps,
  deal: CreditDeal,
  at: Date,
): CreditDecision | { refused: Refused[] } {
  const { facility } = facts
  const inactive = inactiveFacility(facility, dayOf(at))
  if (inactive) return { refused: [{ stage: 'facility', reason: inactive.message, refusal: inactive }] }
  const refused: Refused[] = []
  for (const term of terms) {
    const error = shapeError(deps, facility, term, deal, dayOf(at))
    if (error) {
      refused.push(error)
      continue
    }
    const decision = underLimits(deps, facts, term, deal, usageAtMarket(deps.sources, facts, deal.pair, at))
    if (!('stage' in decision)) return decision
    refused.push(decision)
  }
  return { refused }
}

/** Combines rejections: the nearest term's, with the other obstacles. */
function worst(refused: Refused[]): Refusal {
  const stages = refused.map(({ stage }) => STAGES.indexOf(stage))
  const nearest = refused[stages.indexOf(Math.max(...stages))]
  if (!nearest) return refuse.credit_facility_missing()
  if (nearest.stage !== 'shape') return nearest.refusal
  return refuse.credit_term_not_fitting({ reasons: refused.map(({ reason }) => reason) })
}

/** The last value date of the deal's pair within a tenor that is counted from spot. */
const reachOf =
  ({ sources }: CreditDeps, { pair, spotDate }: CreditDeal) =>
  (tenor: string): Day =>
    periodDate(sources.calendars, pair, spotDate, tenor)

function shapeError(
  deps: CreditDeps,
  facility: FacilityRow,
  term: TermRow,
  deal: CreditDeal,
  today: Day,
): Refused | undefined {
  const reason = misfit(term, deal, today)
  if (reason) return { stage: 'shape', reason, refusal: refuse.credit_term_not_fitting({ reasons: [reason] }) }
  const reach = reachOf(deps, deal)
  const [shorter] = [term, facility].map(({ maxTenor }) => ({ maxTenor, latest: reach(maxTenor) })).sort(byLatest)
  const { maxTenor, latest } = shorter!
  if (deal.valueDate <= latest) return undefined
  const { valueDate } = deal
  const refusal = refuse.tenor_beyond_term({
    valueDate,
    latest,
    termId: formatId('ctm', term.termId),
    maxTenor,
  })
  return { stage: 'tenor', reason: `${term.name} ends at ${latest}`, refusal }
}

const byLatest = (a: { latest: Day }, b: { latest: Day }) => (a.latest < b.latest ? -1 : 1)

function underLimits(
  deps: CreditDeps,
  facts: UsageFacts,
  term: TermRow,
  deal: CreditDeal,
  before: GrowingUsage,
): CreditDecision | Refused {
  const { facility } = facts
  const { decision, after } = decisionUnder(deps, facts, term, deal, before)
  const termAfter = after.utilisedOfTerm(term.termId)
  const neededMinor = after.utilisedMinor - before.utilisedMinor
  const termLeft = term.limitMinor - before.utilisedOfTerm(term.termId)
  const isOver = after.utilisedMinor > facility.limitMinor
  if (!isOver && termAfter <= term.limitMinor) return decision
  const isTerm = !isOver
  const availableMinor = isTerm && termLeft < before.availableMinor ? positive(termLeft) : before.availableMinor
  const refusal = limitExceeded(facility.currency, {
    limitMinor: isTerm ? term.limitMinor : facility.limitMinor,
    utilisedMinor: isTerm ? before.utilisedOfTerm(term.termId) : before.utilisedMinor,
    neededMinor: isTerm ? termAfter - before.utilisedOfTerm(term.termId) : neededMinor,
    availableMinor,
  })
  return { stage: 'limit', reason: `the limit of ${term.name} is used up`, refusal }
}

/** Returns what a deal under a term comes to, regardless of limits, and the utilisation with it. */
function decisionUnder(
  deps: CreditDeps,
  { facility }: UsageFacts,
  term: TermRow,
  deal: CreditDeal,
  before: GrowingUsage,
): { decision: CreditDecision; after: GrowingUsage } {
  const percent = marginPercent(term, reachOf(deps, deal), deal.valueDate)
  const after = before.plus(positionOf(deal, term, percent))
  const replaced = deal.replaces?.position
  const isReplaced = replaced?.facilityId === facility.facilityId
  const decision = {
    facility,
    term,
    utilisedBeforeMinor: (isReplaced ? before.plus(replaced) : before).utilisedMinor,
    utilisedAfterMinor: after.utilisedMinor,
    availableAfterMinor: after.availableMinor,
    initialMargin: {
      percent,
      isWaived: term.initialMarginWaived,
      minimumMinor: term.initialMarginMinimumMinor,
      currency: facility.currency,
      release: term.marginRelease,
    },
  }
  return { decision, after }
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** A deal as the position it adds. */
export const positionOf = (deal: CreditDeal, term: TermRow, percent: Decimal) => ({
  facilityId: term.facilityId,
  termId: term.termId,
  currencyPair: deal.pair.symbol,
  baseSide: deal.baseSide,
  firstDate: deal.accessDate ?? deal.valueDate,
  valueDate: deal.valueDate,
  pricedAtDate: deal.pricedAtDate,
  baseMinor: deal.baseMinor,
  counterMinor: deal.counterMinor,
  waivedMinor: term.initialMarginWaived ? waivedOn(deal.baseMinor, percent) : '0',
  deals: 1,
})

/** Initial margin waived on an amount of base currency: exact, in its minor units. */
export function waivedOn(baseMinor: bigint, percent: Decimal): string {
  const { units, digits } = scaled(percent)
  return decimalText(baseMinor * units, digits + 2)
}

/** Returns the required initial margin percentage of a deal as exact text: none if waived. */
export const askedPercent = ({ percent, isWaived }: Pick<InitialMarginTerms, 'percent' | 'isWaived'>): string =>
  isWaived ? '0' : percent.toFixed()

/** Returns true if a deal needs initial margin: it is not waived, and its percentage is above zero. */
export const isMarginRequired = ({ percent, isWaived }: Pick<InitialMarginTerms, 'percent' | 'isWaived'>): boolean =>
  !isWaived && !percent.isZero()

/**
 * The initial margin on one side of a deal: the percentage of that amount, half-up, and at least the term's minimum.
 *
 * @param margin of the decision
 * @param side amount and currency in which it is paid: what the client buys or what it sells
 * @param rateOfMinimum units of the side's currency per unit of the facility's, at the middle; 1 where they are the same
 * @returns minor units of the side's currency; 0 where it is waived or the percentage is 0
 */
export function initialMarginOn(
  margin: Pick<InitialMarginTerms, 'percent' | 'isWaived' | 'minimumMinor' | 'currency'>,
  side: { amountMinor: bigint; currency: string },
  rateOfMinimum: Decimal,
): bigint {
  if (!isMarginRequired(margin)) return 0n
  const asked = toMinor(toDecimal(side.amountMinor, side.currency).mul(margin.percent).div(100), side.currency)
  const least = toMinor(toDecimal(margin.minimumMinor, margin.currency).mul(rateOfMinimum), side.currency)
  return asked > least ? asked : least
}
