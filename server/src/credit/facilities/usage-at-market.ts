import { marketInputs, type PriceSources } from '../../fx/pricing/index.ts'
import type { Pair } from '../../fx/calendar/index.ts'
import { liveValuer } from '../valuation/index.ts'
import type { PositionRow } from './queries.ts'
import { type GrowingUsage, type UsageFacts, usageOf, wantedBy } from './usage.ts'

/** The market that a facility with one more deal is valued by. */
export function wantedFor(facts: UsageFacts, { pair }: { pair: Pick<Pair, 'symbol'> }) {
  const { pairs, currencies } = wantedBy(facts)
  return { pairs: [...new Set([...pairs, pair.symbol])], currencies }
}

interface Kept {
  wanted: ReturnType<typeof wantedFor>
  inputs: readonly unknown[]
  usage: GrowingUsage
}
const kept = new WeakMap<UsageFacts, Map<string, Kept>>()

/**
 * Returns the utilisation of a facility at the current market, ready for one more deal in a pair. It is computed once for all deals that are
 * decided on the same facts at the same market, so its cost per quote does not grow with the number of open deals.
 *
 * @throws price_unavailable, pair_not_tradeable
 */
export function usageAtMarket(sources: PriceSources, facts: UsageFacts, pair: Pair, at: Date): GrowingUsage {
  const ofFacts = kept.get(facts) ?? new Map<string, Kept>()
  const found = ofFacts.get(pair.symbol)
  const wanted = found?.wanted ?? wantedFor(facts, { pair })
  const inputs = marketInputs(sources, wanted, at)
  if (found && inputs.every((input, i) => input === found.inputs[i])) return found.usage
  const usage = usageOf(facts, liveValuer(sources, wanted, facts.facility.currency, at))
  kept.set(facts, ofFacts.set(pair.symbol, { wanted, inputs, usage }))
  return usage
}

/**
 * Has the utilisation of a facility's facts known for the facts with one more deal too, while the market stays. The sums are those of
 * `usageOf`: the deal's position is valued as a whole.
 *
 * @param position the position that the deal belongs to, with it
 * @param replaced that position without it, if there was one
 */
export function growUsage(facts: UsageFacts, grown: UsageFacts, position: PositionRow, replaced?: PositionRow): void {
  const { currencyPair } = position
  const found = kept.get(facts)?.get(currencyPair)
  if (found) kept.set(grown, new Map([[currencyPair, { ...found, usage: found.usage.plus(position, replaced) }]]))
}
