/** One row of an entity's prices; null means any. */
export interface PriceTier {
  currencyPair: string | null
  tenor: string | null
  /** The row holds from this amount upwards, minor units of the entity's base currency. */
  fromAmountMinor: bigint
  /** Basis points of the rate, as exact text: "12.500". */
  markupBps: string
}

/**
 * The mark-up for a deal in basis points of the rate, "0" where the entity has no price that fits. A row for the pair
 * goes before one for any pair, then one for the tenor before one for any, then the highest amount reached.
 *
 * @param amountMinor the deal's size in minor units of the entity's base currency
 */
export function findMarkup(
  tiers: readonly PriceTier[],
  deal: { currencyPair: string; tenor: string; amountMinor: bigint },
): string {
  const fitting = tiers.filter(
    (tier) =>
      (tier.currencyPair ?? deal.currencyPair) === deal.currencyPair &&
      (tier.tenor ?? deal.tenor) === deal.tenor &&
      tier.fromAmountMinor <= deal.amountMinor,
  )
  return (
    fitting.reduce<PriceTier | undefined>((best, tier) => (best && !isCloser(tier, best) ? best : tier), undefined)
      ?.markupBps ?? '0'
  )
}

function isCloser(a: PriceTier, b: PriceTier): boolean {
  if ((a.currencyPair === null) !== (b.currencyPair === null)) return a.currencyPair !== null
  if ((a.tenor === null) !== (b.tenor === null)) return a.tenor !== null
  return a.fromAmountMinor > b.fromAmountMinor
}
