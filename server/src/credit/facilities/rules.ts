import type { Day } from '../../kernel/values/days.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Decimal, decimalOf } from '../../kernel/values/rates.ts'
import { type Refusal, refusals } from '../../kernel/values/refusals.ts'
import { type Pair, periodEnd } from '../../fx/calendar/index.ts'
import type { NewFacility, NewTerm } from './new-facility.ts'
import type { FacilityRow, FacilityStatus, ForwardType, Product, TermRow } from './queries.ts'

export const refuse = refusals({
  facility_for_rm_only: {
    status: 422,
    message: 'Only RM entities can have a credit facility; this entity is {actual}.',
  },
  facility_invalid: { status: 422, message: 'The facility is invalid: {reason}.' },
  facility_not_found: { status: 404, message: 'The facility does not exist or is not visible to this client.' },
  credit_term_not_found: { status: 404, message: 'The credit term does not exist or is not visible to this client.' },
  credit_facility_missing: {
    status: 422,
    message: 'The entity has no credit facility. Ask your relationship contact for one.',
  },
  credit_facility_not_active: {
    status: 422,
    message: 'The credit facility {facilityId} is {status}; deals need one that is active.',
  },
  credit_term_not_fitting: {
    status: 422,
    message: 'No credit term fits this deal: {reasons}.',
  },
  tenor_beyond_term: {
    status: 422,
    message: 'The value date {valueDate} is later than the credit terms allow. Use a date up to {latest}.',
  },
  credit_limit_exceeded: {
    status: 422,
    message:
      'The deal needs {needed} {currency} of credit, but {available} are available. Reduce the deal or release credit.',
  },
})

/**
 * Checks a facility: the review is after the start, it has at least one term, no term's limit exceeds its own, periods
 * are readable, and the call trigger matches the margin method.
 *
 * @throws facility_invalid
 */
export function checkFacility(facility: NewFacility): void {
  const reason = errorOf(facility) ?? facility.terms.map((term) => termError(term, facility)).find(Boolean)
  if (reason) throw refuse.facility_invalid({ reason })
}

function errorOf(facility: NewFacility): string | undefined {
  const { callBasis, marginMethod } = facility
  const error = letterError(facility)
  if (error) return error
  if (facility.terms.length === 0) return 'it has no terms'
  if (!isPeriod(facility.maxTenor)) return `${facility.maxTenor} is not a period like P12M`
  if (callBasis === 'NetMtmAbsolute' && marginMethod !== 'NetPosition') {
    return 'calls by the net value need the margin method NetPosition'
  }
  if (callBasis === 'RateMove' && marginMethod !== 'PerTrade') {
    return 'calls by rate move need the margin method PerTrade'
  }
  const isAbsolute = facility.thresholdMinor !== undefined && facility.callMinor !== undefined
  if (callBasis === 'NetMtmAbsolute' && !isAbsolute) return 'calls by the net value need a threshold and a block amount'
  return undefined
}

/** Returns the reason why a facility's letter details are invalid; undefined if they are valid. */
export function letterError(
  facility: Pick<NewFacility, 'effectiveFrom' | 'reviewDate' | 'expiryDate' | 'security' | 'conditionsPrecedent'>,
): string | undefined {
  const { effectiveFrom, reviewDate, expiryDate, security, conditionsPrecedent = [] } = facility
  if (reviewDate <= effectiveFrom) return 'the review date is not after the first day'
  if (expiryDate && expiryDate < effectiveFrom) return 'it expires before its first day'
  const texts = [...(security == null ? [] : [security]), ...conditionsPrecedent]
  const isPlain = texts.every((text) => text.trim() !== '' && text.length <= LONGEST_TEXT)
  return isPlain ? undefined : `security and conditions are texts of 1 to ${LONGEST_TEXT} characters`
}

const LONGEST_TEXT = 500

function termError(term: NewTerm, facility: NewFacility): string | undefined {
  if (term.limitMinor > facility.limitMinor) return `the limit of the term ${term.name} is above the facility's`
  const periods = [
    term.maxTenor,
    ...(term.initialMarginSchedule ?? []).flatMap((rung) => [rung.fromTenor, rung.toTenor]),
  ]
  const wrong = periods.find((period) => !isPeriod(period))
  return wrong === undefined ? undefined : `${wrong} is not a period like P12M`
}

function isPeriod(text: string): boolean {
  try {
    return periodEnd('2026-01-01', text) >= '2026-01-01'
  } catch {
    return false
  }
}

/** Returns a facility's status on a day: expired after its expiry; past its review date due for review but usable. */
export function statusOn(
  facility: Pick<FacilityRow, 'status' | 'reviewDate' | 'expiryDate'>,
  today: Day,
): FacilityStatus {
  if (facility.expiryDate !== null && today > facility.expiryDate) return 'Expired'
  return facility.status === 'Active' && today > facility.reviewDate ? 'ReviewDue' : facility.status
}

/** Returns credit_facility_not_active for a facility on which no deal can be made; undefined for any other. */
export function inactiveFacility(facility: FacilityRow, today: Day): Refusal | undefined {
  const status = statusOn(facility, today)
  if (status === 'Active' || status === 'ReviewDue') return undefined
  return refuse.credit_facility_not_active({ facilityId: formatId('fac', facility.facilityId), status })
}

/** Properties of a deal for matching terms. */
interface DealToFit {
  product: Product
  forwardType: ForwardType
  pair: Pick<Pair, 'symbol'>
}

/** Returns the reason why a term does not fit a deal, apart from its limit; undefined if it fits. */
export function misfit(term: TermRow, deal: DealToFit, today: Day): string | undefined {
  if (term.status !== 'Active') return `${term.name} is suspended`
  if (today < term.validFrom || (term.validTo !== null && today > term.validTo))
    return `${term.name} is not valid today`
  if (!term.products.includes(deal.product)) return `${term.name} does not allow the product ${deal.product}`
  if (deal.product === 'Forward' && !term.forwardTypes.includes(deal.forwardType)) {
    return `${term.name} does not allow ${deal.forwardType} forwards`
  }
  if (term.currencyPairs !== null && !term.currencyPairs.includes(deal.pair.symbol)) {
    return `${term.name} does not allow ${deal.pair.symbol}`
  }
  return undefined
}

/**
 * The percentage of initial margin: the first rung of the term's ladder that the value date does not pass, else the
 * term's own.
 *
 * @param reach the last value date within a tenor of the ladder
 */
export function marginPercent(
  term: Pick<TermRow, 'initialMarginPercent' | 'initialMarginSchedule'>,
  reach: (tenor: string) => Day,
  valueDate: Day,
): Decimal {
  const rung = term.initialMarginSchedule.find(({ toTenor }) => valueDate <= reach(toTenor))
  return decimalOf(rung?.percent ?? term.initialMarginPercent)
}

/** @param facts in minor units of the facility's currency */
export const limitExceeded = (
  currency: string,
  facts: { limitMinor: bigint; utilisedMinor: bigint; neededMinor: bigint; availableMinor: bigint },
): Refusal =>
  refuse.credit_limit_exceeded({
    currency,
    limit: formatAmount(facts.limitMinor, currency),
    utilised: formatAmount(facts.utilisedMinor, currency),
    needed: formatAmount(facts.neededMinor, currency),
    available: formatAmount(facts.availableMinor, currency),
  })
