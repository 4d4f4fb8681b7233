import { formatId, formatLastingId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { formatRate } from '../../kernel/values/rates.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import type { HeldMargin } from '../margin/index.ts'
import { type ExitPrice, formatPercent, percentUnits, rateMoveUnits } from '../valuation/index.ts'
import {
  averageRates,
  callDistance,
  type CoveredLine,
  type PairTotals,
  type PricedFacts,
  type Totals,
} from './rules.ts'
import type { Valuation } from './service.ts'

/**
 * Returns a function that writes a deal with its value as JSON, `MtmTradeOut`: all that the figure follows from is in it. Facts that
 * many lines share are written once.
 */
export function lineWriter(valuation: Valuation): (line: CoveredLine) => string {
  const ending = `,${inner(marketOut(valuation))}}`
  return (line) => {
    const { shared, margins } = textsOf(line.facts)
    const isCovered = line.initialHeld !== undefined || line.variationHeld !== undefined
    const held = isCovered ? inner(marginsOut(line.facts.valuer.currency, line)) : margins
    return `{${dealText(line)},${shared},${held}${ending}`
  }
}

/** Texts of all lines with the same facts: the fields that follow from them, and the margins of a deal without any. */
interface FactsTexts {
  shared: string
  margins: string
}

const texts = new WeakMap<PricedFacts, FactsTexts>()

function textsOf(facts: PricedFacts): FactsTexts {
  const known = texts.get(facts)
  if (known) return known
  const shared = `${inner(datesOut(facts))},${inner(exitOut(facts.exit))},${inner(facilityOut(facts))}`
  const made = { shared, margins: inner(marginsOut(facts.valuer.currency, {})) }
  texts.set(facts, made)
  return made
}

/** The fields of an object as JSON, without the braces. */
const inner = (object: object): string => JSON.stringify(object).slice(1, -1)

/** Fields of one deal alone, as JSON: ids and decimals, which need no escaping. */
function dealText(line: CoveredLine): string {
  const { deal, value } = line
  const { exit, valuer, baseSide } = line.facts
  const { pair } = exit
  const { currency } = valuer
  const [base, counter] = [formatAmount(deal.baseMinor, pair.base), formatAmount(deal.counterMinor, pair.counter)]
  const isBaseBought = baseSide === 'Buy'
  const moved = rateMoveUnits(exit, deal.contractRate)
  const left = distance(line, moved)
  return (
    `"tradeId":"${formatId('trd', deal.tradeId)}","outstandingBuyAmount":"${isBaseBought ? base : counter}",` +
    `"outstandingSellAmount":"${isBaseBought ? counter : base}","contractRate":"${deal.contractRate}",` +
    `"mtmQuote":"${formatAmount(value.counterMinor, pair.counter)}","mtm":"${formatAmount(value.mtmMinor, currency)}",` +
    `"mtmUndiscounted":"${formatAmount(value.undiscountedMinor, currency)}",` +
    `"notional":"${formatAmount(value.notionalMinor, currency)}",` +
    `"mtmPercentOfNotional":"${formatPercent(percentUnits(value.mtmMinor, value.notionalMinor))}",` +
    `"rateMovePercent":"${formatPercent(moved)}","callDistance":${left === null ? 'null' : `"${left}"`}`
  )
}

const marginsOut = (
  currency: string,
  { initialHeld, variationHeld }: Partial<Pick<CoveredLine, 'initialHeld' | 'variationHeld'>>,
) => ({ initialMarginHeld: held(initialHeld, currency), variationMarginHeld: held(variationHeld, currency) })

const held = (margin: HeldMargin | undefined, currency: string) =>
  margin
    ? { amount: formatAmount(margin.heldMinor, margin.currency), currency: margin.currency }
    : { amount: formatAmount(0n, currency), currency }

/** Fields of all deals of one pair, side and date. */
function exitOut(exit: ExitPrice) {
  const { pair } = exit
  const [bought, sold] = exit.baseSide === 'Buy' ? [pair.base, pair.counter] : [pair.counter, pair.base]
  return {
    currencyPair: pair.symbol,
    clientBuys: bought,
    buyCurrency: bought,
    sellCurrency: sold,
    spotRate: formatRate(exit.spotRate, pair.quoteDp),
    forwardPoints: formatRate(exit.forwardPoints, 4),
    marketForwardRate: formatRate(exit.marketForwardRate, pair.quoteDp),
    pricedAtDate: exit.pricedAtDate,
    datedBy: exit.undated ? ('LastKnownDate' as const) : ('Calendar' as const),
    discountFactor: exit.discountFactor.toFixed(10),
    quoteCurrency: pair.counter,
    conversionRate: exit.conversionRate.toFixed(12),
  }
}

const datesOut = ({ firstDate, valueDate }: PricedFacts) => ({ accessDate: firstDate, valueDate })

const facilityOut = ({ facilityId, valuer }: PricedFacts) => ({
  facilityId: formatLastingId('fac', facilityId),
  mtmCurrency: valuer.currency,
})

const marketOut = ({ snapshot, at }: Valuation) => ({
  snapshotId: formatLastingId('snp', snapshot.snapshotId),
  asAt: at.toISOString(),
})

/** @param moved rate move in ten-thousandths of a percent */
function distance(line: CoveredLine, moved: bigint): string | null {
  const { facility, terms } = line.facts
  if (facility.marginMethod !== 'PerTrade') return null
  const left = callDistance(terms, terms.basis === 'RateMove' ? -moved : lossUnits(line))
  return left === undefined ? null : formatPercent(left)
}

/** The loss that initial margin does not cover, of the notional. */
function lossUnits({ facts, value, initialHeld }: CoveredLine): bigint {
  const covered = initialHeld ? facts.valuer.convert(initialHeld.heldMinor, initialHeld.currency) : 0n
  return percentUnits(-value.mtmMinor - covered, value.notionalMinor)
}

export const presentTotals = (totals: Totals) => ({
  currency: totals.currency,
  tradeCount: totals.tradeCount,
  mtm: formatAmount(totals.mtmMinor, totals.currency),
  mtmUndiscounted: formatAmount(totals.undiscountedMinor, totals.currency),
  notional: formatAmount(totals.notionalMinor, totals.currency),
})

/** Presents the open deals of a pair. */
export function presentPair(valuation: Valuation, totals: PairTotals) {
  const pair = parsePair(totals.currencyPair)
  const { averageContractRate, marketForwardRate } = averageRates(totals, pair)
  return {
    currencyPair: totals.currencyPair,
    tradeCount: totals.tradeCount,
    longBase: formatAmount(totals.longBaseMinor, pair.base),
    shortBase: formatAmount(totals.shortBaseMinor, pair.base),
    netBase: formatAmount(totals.longBaseMinor - totals.shortBaseMinor, pair.base),
    netQuote: formatAmount(totals.netCounterMinor, pair.counter),
    averageContractRate: averageContractRate ? formatRate(averageContractRate, pair.quoteDp) : null,
    marketForwardRate: formatRate(marketForwardRate, pair.quoteDp),
    quoteCurrency: pair.counter,
    mtmQuote: formatAmount(totals.counterMinor, pair.counter),
    mtm: formatAmount(totals.mtmMinor, totals.currency),
    mtmUndiscounted: formatAmount(totals.undiscountedMinor, totals.currency),
    mtmCurrency: totals.currency,
    nearestValueDate: totals.nearestValueDate,
    furthestValueDate: totals.furthestValueDate,
    snapshotId: formatId('snp', valuation.snapshot.snapshotId),
    asAt: valuation.at.toISOString(),
  }
}
