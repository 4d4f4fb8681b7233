import type { Day } from '../../kernel/values/days.ts'
import { formatAmount, toDecimal } from '../../kernel/values/money.ts'
import { Decimal, roundRate } from '../../kernel/values/rates.ts'
import { refusals } from '../../kernel/values/refusals.ts'
import type { Pair } from '../../fx/calendar/index.ts'
import type { Exposure, FacilityRow, ListedDeal, SharedFacts } from '../facilities/index.ts'
import type { HeldMargin, VariationTerms } from '../margin/index.ts'
import type { DealValue, ExitPrice, Valuer } from '../valuation/index.ts'

export const refuse = refusals({
  valuation_not_available: {
    status: 422,
    message: 'No market snapshot at or before {asAt} covers {pairs}. Omit asAt or use a later time.',
  },
  snapshot_not_found: { status: 404, message: 'The entity has no such market snapshot.' },
})

/** Variation terms of deals, with what every line of them needs. */
export interface MtmTerms extends VariationTerms {
  /** The threshold in ten-thousandths of a percent. */
  thresholdUnits: bigint
}

/** Adds to variation terms what every line needs. */
export const mtmTerms = (terms: VariationTerms): MtmTerms => ({
  ...terms,
  thresholdUnits: BigInt(terms.thresholdPercent.mul(10_000).toFixed(0)),
})

/** Facts that many deals share, with what follows from them at one market. */
export interface PricedFacts extends SharedFacts {
  facility: FacilityRow
  terms: MtmTerms
  valuer: Valuer
  exit: ExitPrice
}

/** One open deal with its price, its value, and the margin that is held for it. */
export interface CoveredLine {
  deal: ListedDeal
  facts: PricedFacts
  value: DealValue
  initialHeld: HeldMargin | undefined
  variationHeld: HeldMargin | undefined
}

/** Sums of values in one currency; minor units. */
export interface Totals {
  currency: string
  tradeCount: number
  mtmMinor: bigint
  undiscountedMinor: bigint
  notionalMinor: bigint
}

export const noTotals = (currency: string): Totals => ({
  currency,
  tradeCount: 0,
  mtmMinor: 0n,
  undiscountedMinor: 0n,
  notionalMinor: 0n,
})

/** Adds a value to sums. */
export function addValue(totals: Totals, value: DealValue): void {
  totals.tradeCount++
  totals.mtmMinor += value.mtmMinor
  totals.undiscountedMinor += value.undiscountedMinor
  totals.notionalMinor += value.notionalMinor
}

/** Open position in one pair, in market convention: bought base is long. Minor units. */
export interface PairTotals extends Totals {
  currencyPair: string
  longBaseMinor: bigint
  shortBaseMinor: bigint
  /** Counter currency to be received less counter currency to be paid, signed. */
  netCounterMinor: bigint
  /** Undiscounted, in counter currency. */
  counterMinor: bigint
  /** Base amount x market forward, for their average: minor units x 10^(decimals of the rate). */
  atMarket: bigint
  nearestValueDate: Day
  furthestValueDate: Day
}

export const noPairTotals = (currencyPair: string, currency: string, date: Day): PairTotals => ({
  ...noTotals(currency),
  currencyPair,
  longBaseMinor: 0n,
  shortBaseMinor: 0n,
  netCounterMinor: 0n,
  counterMinor: 0n,
  atMarket: 0n,
  nearestValueDate: date,
  furthestValueDate: date,
})

/** Fields of a line for sums by pair. */
interface PairLine {
  exit: ExitPrice
  value: DealValue
  deal: Pick<Exposure, 'baseSide' | 'baseMinor' | 'counterMinor' | 'valueDate'>
}

/** Adds a deal to the sums of its pair. */
export function addLine(totals: PairTotals, { deal, exit, value }: PairLine): void {
  addValue(totals, value)
  if (deal.baseSide === 'Buy') totals.longBaseMinor += deal.baseMinor
  else totals.shortBaseMinor += deal.baseMinor
  totals.netCounterMinor += deal.baseSide === 'Buy' ? -deal.counterMinor : deal.counterMinor
  totals.counterMinor += value.counterMinor
  totals.atMarket += deal.baseMinor * exit.scale.rate
  if (deal.valueDate < totals.nearestValueDate) totals.nearestValueDate = deal.valueDate
  if (deal.valueDate > totals.furthestValueDate) totals.furthestValueDate = deal.valueDate
}

/** Averages of a pair, weighted by base amount: of the market forwards, and of the contract rates if all go one way. */
export function averageRates(totals: PairTotals, pair: Pair) {
  const baseMinor = totals.longBaseMinor + totals.shortBaseMinor
  const base = toDecimal(baseMinor, pair.base)
  const market = new Decimal(totals.atMarket.toString()).div(baseMinor.toString()).div(10 ** pair.quoteDp)
  const isOneWay = totals.longBaseMinor === 0n || totals.shortBaseMinor === 0n
  const counter = new Decimal(formatAmount(totals.netCounterMinor, pair.counter)).abs()
  return {
    marketForwardRate: roundRate(market, pair.quoteDp, 'half-up'),
    averageContractRate: isOneWay ? roundRate(counter.div(base), pair.quoteDp, 'half-up') : undefined,
  }
}

/**
 * Returns the remaining adverse move before a margin call: the distance to the next full threshold. Undefined if the
 * margin method has no full thresholds per deal. In ten-thousandths of a percent.
 *
 * @param adverse how far it has gone already
 */
export function callDistance(
  { basis, thresholdUnits: threshold }: Pick<MtmTerms, 'basis' | 'thresholdUnits'>,
  adverse: bigint,
): bigint | undefined {
  if (basis === 'NetMtmAbsolute' || threshold === 0n) return undefined
  const steps = adverse <= 0n ? 1n : adverse / threshold + 1n
  return threshold * steps - adverse
}
