import { formatId, formatLastingId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { formatRate } from '../../kernel/values/rates.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import type { HeldMargin } from '../margin/index.ts'
import { type ExitPrice, formatPercent, percentUnits, rateMoveUnits } from '../valuation/index.ts'
import { averageRates, callDistance, type CoveredLine, type PairTotals, type Totals } from './rules.ts'
import type { MtmTradeOut } from './schema.ts'
import type { Valuation } from './service.ts'

/** A deal with its value, as the wire shows it: all that the figure follows from is in it. */
export function presentLine(valuation: Valuation, line: CoveredLine): MtmTradeOut {
  const { deal, exit, value } = line
  const { pair } = exit
  const { currency } = valuation.valuerOf(deal.facilityId)
  const base = { currency: pair.base, minor: deal.baseMinor }
  const counter = { currency: pair.counter, minor: deal.counterMinor }
  const [buys, sells] = deal.baseSide === 'Buy' ? [base, counter] : [counter, base]
  const moved = rateMoveUnits(exit, deal.contractRate)
  return {
    tradeId: formatId('trd', deal.tradeId),
    facilityId: formatLastingId('fac', deal.facilityId),
    currencyPair: deal.currencyPair,
    clientBuys: buys.currency,
    outstandingBuyAmount: formatAmount(buys.minor, buys.currency),
    buyCurrency: buys.currency,
    outstandingSellAmount: formatAmount(sells.minor, sells.currency),
    sellCurrency: sells.currency,
    contractRate: deal.contractRate,
    accessDate: deal.firstDate,
    valueDate: deal.valueDate,
    ...presentExit(exit),
    mtmQuote: formatAmount(value.counterMinor, pair.counter),
    mtm: formatAmount(value.mtmMinor, currency),
    mtmUndiscounted: formatAmount(value.undiscountedMinor, currency),
    mtmCurrency: currency,
    notional: formatAmount(value.notionalMinor, currency),
    mtmPercentOfNotional: formatPercent(percentUnits(value.mtmMinor, value.notionalMinor)),
    rateMovePercent: formatPercent(moved),
    initialMarginHeld: held(line.initialHeld, currency),
    variationMarginHeld: held(line.variationHeld, currency),
    callDistance: distance(valuation, line, moved),
    snapshotId: formatLastingId('snp', valuation.snapshot.snapshotId),
    asAt: valuation.at.toISOString(),
  }
}

const presented = new WeakMap<ExitPrice, ReturnType<typeof exitOut>>()

/** The price that many deals share is written out once. */
function presentExit(exit: ExitPrice): ReturnType<typeof exitOut> {
  const known = presented.get(exit) ?? exitOut(exit)
  presented.set(exit, known)
  return known
}

const exitOut = (exit: ExitPrice) => ({
  spotRate: formatRate(exit.spotRate, exit.pair.quoteDp),
  forwardPoints: formatRate(exit.forwardPoints, 4),
  marketForwardRate: formatRate(exit.marketForwardRate, exit.pair.quoteDp),
  pricedAtDate: exit.pricedAtDate,
  datedBy: exit.undated ? ('LastKnownDate' as const) : ('Calendar' as const),
  discountFactor: exit.discountFactor.toFixed(10),
  quoteCurrency: exit.pair.counter,
  conversionRate: exit.conversionRate.toFixed(12),
})

const held = (margin: HeldMargin | undefined, currency: string) =>
  margin
    ? { amount: formatAmount(margin.heldMinor, margin.currency), currency: margin.currency }
    : { amount: formatAmount(0n, currency), currency }

/** @param moved rate move in ten-thousandths of a percent */
function distance(valuation: Valuation, line: CoveredLine, moved: bigint): string | null {
  const { deal } = line
  if (valuation.facilities.get(deal.facilityId)!.marginMethod !== 'PerTrade') return null
  const terms = valuation.terms.get(deal.termId)!
  const left = callDistance(terms, terms.basis === 'RateMove' ? -moved : lossUnits(valuation, line))
  return left === undefined ? null : formatPercent(left)
}

/** The loss that initial margin does not cover, of the notional. */
function lossUnits(valuation: Valuation, { deal, value, initialHeld }: CoveredLine): bigint {
  const covered = initialHeld
    ? valuation.valuerOf(deal.facilityId).convert(initialHeld.heldMinor, initialHeld.currency)
    : 0n
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
