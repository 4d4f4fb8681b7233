import { type Finding, finding } from '../findings.ts'
import type { Facility, Trade } from '../read/resources.ts'
import { type Books, OVER } from './books.ts'
import { openForwards } from './forwards.ts'
import { absolute, convert, convertBack, decimalsOf, minorOf, type Rate } from './money.ts'

/** A term as far as utilisation depends on it. */
export interface Term {
  termId: string
  facilityId: string
  percent: Rate
  isWaived: boolean
}

/** A middle rate in market convention. */
export interface Middle {
  base: string
  rate: Rate
}

export interface CreditFacts {
  terms: ReadonlyMap<string, Term>
  /** Mid rates by the two currencies, "EUR GBP". */
  middles: ReadonlyMap<string, Middle>
  /** The term of each forward. */
  termOf: (tradeId: string) => { facilityId: string; termId: string } | undefined
}

const CROSS_DECIMALS = 12

/** The middle of two currencies by those of each with a third: spot of a cross is made from its legs, each at its own date. */
export function crossOf(currency: string, one: Middle, other: string, two: Middle): Middle {
  const per = (name: string, { base, rate }: Middle): [bigint, bigint] => {
    const unit = 10n ** BigInt(rate.decimals)
    return base === name ? [rate.digits, unit] : [unit, rate.digits]
  }
  const [top, under] = per(currency, one)
  const [otherTop, otherUnder] = per(other, two)
  const digits = (top * otherUnder * 10n ** BigInt(CROSS_DECIMALS)) / (under * otherTop)
  return { base: currency, rate: { digits, decimals: CROSS_DECIMALS } }
}

/**
 * Compares within two basis points, because reported mid rates are rounded and those of crosses lack the spread of
 * their legs.
 */
const within = (expected: bigint, actual: bigint): boolean =>
  absolute(expected - actual) <= absolute(expected) / 5_000n + 5n

/** Credit used equals open risk: positions, uncovered losses, unpaid losses. */
export function compareCredit(books: Books, facts: CreditFacts): Finding[] {
  return books.facilities.flatMap((facility) => {
    const expected = utilisedOf(books, facility, facts)
    const actual = minorOf(facility.utilised)
    return expected === undefined || within(expected, actual)
      ? []
      : [finding('credit used equals open risk', facility.facilityId, expected, actual)]
  })
}

function utilisedOf(books: Books, facility: Facility, facts: CreditFacts): bigint | undefined {
  const isNotional = facility.utilisationBasis === 'Notional'
  let used = 0n
  for (const [tradeId, { forward, legs }] of openForwards(books)) {
    const term = facts.termOf(tradeId)
    if (term?.facilityId !== facility.facilityId) continue
    const base = forward.currencyPair.split('/')[0]!
    const [minor, decimals] =
      forward.buyCurrency === base
        ? [legs.buy, decimalsOf(forward.buyAmount)]
        : [legs.sell, decimalsOf(forward.sellAmount)]
    const value = inFacility(facility, facts, base, minor, decimals)
    if (value === undefined) return undefined
    const { percent, isWaived } = facts.terms.get(term.termId) ?? {
      percent: { digits: 0n, decimals: 0 },
      isWaived: false,
    }
    used += isNotional ? value : isWaived ? convert(value, percent, 2, 0) : 0n
  }
  const uncovered =
    -minorOf(facility.mtm.amount) - minorOf(facility.initialMarginHeld) - minorOf(facility.variationMarginHeld)
  const losses = unpaidLosses(books, facility, facts)
  if (losses === undefined) return undefined
  return used + (isNotional || uncovered < 0n ? 0n : uncovered) + losses
}

/** Returns the unsecured debt of a trade: the loss of a close-out, or an overdue spot deal. */
function owedFor({
  kind,
  status,
  settlement,
  sellAmount,
  sellCurrency,
}: Trade): { amount: string; currency: string } | undefined {
  if (settlement.funded || OVER.has(status)) return undefined
  if (kind === 'CloseOut') return settlement.net?.chargeOrCredit === 'Charge' ? settlement.net : undefined
  const isLate = kind === 'Spot' && (status === 'Overdue' || status === 'SettlementFailed')
  return isLate ? { amount: sellAmount, currency: sellCurrency } : undefined
}

/**
 * Returns the debts in the facility: for its forwards, and for spot deals, which count in the entity's one facility.
 */
function unpaidLosses(books: Books, facility: Facility, facts: CreditFacts): bigint | undefined {
  let losses = 0n
  for (const trade of books.trades.values()) {
    const owed = trade.entityId === facility.entityId ? owedFor(trade) : undefined
    const own = trade.parentTradeId === null ? undefined : facts.termOf(trade.parentTradeId)
    if (!owed || (own && own.facilityId !== facility.facilityId)) continue
    const value = inFacility(facility, facts, owed.currency, minorOf(owed.amount), decimalsOf(owed.amount))
    if (value === undefined) return undefined
    losses += value
  }
  return losses
}

function inFacility(
  facility: Facility,
  { middles }: CreditFacts,
  currency: string,
  minor: bigint,
  decimals: number,
): bigint | undefined {
  const to = decimalsOf(facility.utilised)
  if (currency === facility.currency) return minor
  const middle = middles.get(`${currency} ${facility.currency}`)
  if (!middle) return undefined
  return middle.base === currency
    ? convert(minor, middle.rate, decimals, to)
    : convertBack(minor, middle.rate, decimals, to)
}
