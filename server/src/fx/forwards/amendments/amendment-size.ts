import type { Demand } from '../../../approvals/index.ts'
import { consumeDailyLimit, countWithoutLimit, type EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
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

/** Returns the size of an amendment: the base amount of its part, in the entity's base currency. @throws price_unavailable */
export function sizeOfPart(
  { sources }: Pick<ForwardDeps, 'sources'>,
  { entity }: EntityProfile,
  forward: Forward,
  part: Part,
  now: Date,
): bigint {
  const { pair, baseMinor } = baseAndCounter(forward, part)
  return valueIn(sources.market, { minor: baseMinor, currency: pair.base }, entity.baseCurrency, now)
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
