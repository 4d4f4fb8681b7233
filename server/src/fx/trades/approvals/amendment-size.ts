import { consumeDailyLimit, countWithoutLimit, type EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { toDecimal, toMinor } from '../../../kernel/values/money.ts'
import type { PriceSources } from '../../pricing/index.ts'
import { sizeOf, valueIn } from '../../quotes/index.ts'
import type { CountingRates } from '../../reference-rates/index.ts'

/**
 * Use of the daily limit of trades by an amendment (decision 132): refused beyond it, counted and never refused because it only
 * reduces what is open, or not counted because it deals nothing.
 */
export type LimitUse = 'Refused' | 'Counted' | 'Not'

/** Sources of the value of an amendment. */
export interface SizeDeps {
  sources: PriceSources
  /** Values of amounts for limits where the market has no rate. */
  counting: CountingRates
}

interface Money {
  minor: bigint
  currency: string
}

/**
 * Returns the size of an amendment in the entity's base currency, minor units; zero if no policy for trades and no daily limit
 * needs it. An amendment that only reduces what is open is valued at reference rates if the market has none.
 *
 * @param amount the amended base amount
 * @returns undefined if there is no rate at all for an amendment that only reduces: it counts as zero, and
 *   `demandOnDeal` asks the strictest policy that its size could fall under
 * @throws price_unavailable, pair_not_tradeable
 */
export function sizeOfAmendment(
  deps: SizeDeps,
  { entity, settings }: EntityProfile,
  { amount, use }: { amount: Money; use: LimitUse },
  now: Date,
): bigint | undefined {
  const hasPolicy = settings.approvalPolicies.some(({ resource }) => resource === 'Trade')
  if (!hasPolicy && use === 'Not') return 0n
  const { baseCurrency } = entity
  return use === 'Refused'
    ? valueIn(deps.sources.market, amount, baseCurrency, now)
    : valueForLimits(deps, amount, baseCurrency, now)
}

/**
 * Returns the size that decides the mark-up of the deal that continues an amended one, within the size limits of the
 * entity. One that only reduces what is open is not refused for lack of a market rate: it is sized at reference rates, and
 * without any as the smallest deal.
 *
 * @throws amount_below_minimum, amount_above_maximum; price_unavailable, pair_not_tradeable unless it only reduces
 */
export function sizeOfContinued(
  deps: SizeDeps,
  profile: EntityProfile,
  { amount, use }: { amount: Money; use: LimitUse },
  now: Date,
): bigint {
  const { baseCurrency } = profile.entity
  if (use === 'Refused' || isPriced(deps, amount.currency, baseCurrency, now)) return sizeOf(deps, profile, amount, now)
  return valueForLimits(deps, amount, baseCurrency, now) ?? 0n
}

/**
 * Returns the value of an amount for policies and limits, minor units: at the market's rates, and where it has none at reference
 * rates; undefined without any.
 */
export function valueForLimits(deps: SizeDeps, amount: Money, currency: string, now: Date): bigint | undefined {
  if (isPriced(deps, amount.currency, currency, now)) return valueIn(deps.sources.market, amount, currency, now)
  const { counting } = deps
  const [from, to] = [counting.dollarsPer(amount.currency, now), counting.dollarsPer(currency, now)]
  return from && to && toMinor(toDecimal(amount.minor, amount.currency).mul(from).div(to), currency)
}

/** Returns true if the market converts one currency into the other. */
function isPriced({ sources }: Pick<SizeDeps, 'sources'>, from: string, to: string, now: Date): boolean {
  const hasRate = (currency: string) => currency === 'USD' || sources.market.leg(currency, now) !== undefined
  return from === to || (hasRate(from) && hasRate(to))
}

/** Counts an amendment towards the entity's daily limit of trades. @throws daily_limit_exceeded if its use is `Refused` */
export async function countAmendment(
  tx: Tx,
  { entity }: Pick<EntityProfile, 'entity'>,
  { use, limitMinor }: { use: LimitUse; limitMinor: bigint },
  now: Date,
): Promise<void> {
  if (use === 'Not') return
  const counted = { entity, kind: 'trade', amountMinor: limitMinor, now } as const
  await (use === 'Refused' ? consumeDailyLimit : countWithoutLimit)(tx, counted)
}
