import type { Demand } from '../../../approvals/index.ts'
import { consumeDailyLimit, countWithoutLimit, type EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { toDecimal, toMinor } from '../../../kernel/values/money.ts'
import { demandOnDeal } from '../../trades/index.ts'
import { valueIn } from '../../quotes/index.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { baseAndCounter, type Part } from '../record/parts.ts'
import type { Forward } from '../record/queries.ts'
import type { AmendmentType } from '../record/schema.ts'

/** An amendment as policies and limits look at it. */
interface Sized {
  row: AmendmentRow
  forward: Forward
  part: Part
  profile: EntityProfile
  /** Minor units of the entity's base currency. */
  limitMinor: bigint
}

/**
 * Returns the size of an amendment: the base amount of its part, in the entity's base currency; zero if no policy for trades and
 * no daily limit needs it. An amendment that only reduces the open amount is valued at reference rates if the market
 * has none. Without any rate it counts as zero, unless a policy needs its size.
 *
 * @throws price_unavailable, pair_not_tradeable
 */
export function sizeOfPart(
  { sources, counting }: Pick<ForwardDeps, 'sources' | 'counting'>,
  { entity, settings }: EntityProfile,
  { row: { type }, forward, part }: Pick<Sized, 'row' | 'forward' | 'part'>,
  now: Date,
): bigint {
  const hasPolicy = settings.approvalPolicies.some(({ resource }) => resource === 'Trade')
  if (!hasPolicy && COUNTS[type] === 'Not') return 0n
  const { pair, baseMinor } = baseAndCounter(forward, part)
  const amount = { minor: baseMinor, currency: pair.base }
  const { baseCurrency } = entity
  const hasRate = (currency: string) => currency === 'USD' || sources.market.leg(currency, now) !== undefined
  const isLive = pair.base === baseCurrency || (hasRate(pair.base) && hasRate(baseCurrency))
  if (isLive || COUNTS[type] === 'Refused') return valueIn(sources.market, amount, baseCurrency, now)
  const [from, to] = [counting.dollarsPer(pair.base, now), counting.dollarsPer(baseCurrency, now)]
  if (from && to) return toMinor(toDecimal(baseMinor, pair.base).mul(from).div(to), baseCurrency)
  return hasPolicy ? valueIn(sources.market, amount, baseCurrency, now) : 0n
}

/** Returns the approvals that the entity's policies for trades require for an amendment; undefined if none. */
export function demandOnAmendment(tx: Tx, { forward, part, profile, limitMinor }: Sized): Promise<Demand | undefined> {
  const { buyCurrency, sellCurrency } = forward.trade
  const { buyMinor, sellMinor } = part
  return demandOnDeal(tx, profile, 'Trade', { buyCurrency, buyMinor, sellCurrency, sellMinor, limitMinor })
}

/** Daily limit by amendment (decision 132): one that only reduces the open amount is counted and never refused. */
const COUNTS: Record<AmendmentType, 'Refused' | 'Counted' | 'Not'> = {
  Extend: 'Refused',
  BringForward: 'Counted',
  CloseOut: 'Counted',
  Split: 'Not',
}

/** Counts an amendment towards the entity's daily limit of trades. @throws daily_limit_exceeded for an extension */
export async function countAmendment(tx: Tx, { row, profile, limitMinor }: Sized, now: Date): Promise<void> {
  const how = COUNTS[row.type]
  if (how === 'Not') return
  const use = { entity: profile.entity, kind: 'trade', amountMinor: limitMinor, now } as const
  await (how === 'Refused' ? consumeDailyLimit : countWithoutLimit)(tx, use)
}
