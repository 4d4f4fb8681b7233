import { type Legs, plus } from './parts.ts'
import { amendedOf, drawnOf, type Forward, type ForwardChange } from './queries.ts'

const NOTHING: Legs = { buyMinor: 0n, sellMinor: 0n }

/** Returns a forward with changed figures, as `changeForward` stores them. */
export function withChange({ facts, ...others }: Forward, change: ForwardChange): Forward {
  const drawn = plus(drawnOf(facts), change.drawn ?? NOTHING)
  const amended = plus(amendedOf(facts), change.amended ?? NOTHING)
  return {
    ...others,
    facts: {
      ...facts,
      drawnBuyMinor: drawn.buyMinor,
      drawnSellMinor: drawn.sellMinor,
      amendedBuyMinor: amended.buyMinor,
      amendedSellMinor: amended.sellMinor,
      openRevenueMinor: facts.openRevenueMinor + (change.openRevenueMinor ?? 0n),
      openMarginMinor: facts.openMarginMinor + (change.openMarginMinor ?? 0n),
    },
  }
}
