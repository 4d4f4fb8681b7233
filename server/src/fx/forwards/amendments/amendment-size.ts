import type { EntityProfile } from '../../../entities/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { type DealDemand, demandOnDeal, type LimitUse, type SizeDeps, sizeOfAmendment } from '../../trades/index.ts'
import { baseAndCounter, type Part } from '../record/parts.ts'
import type { Forward } from '../record/queries.ts'
import type { AmendmentType } from '../record/schema.ts'

/** Daily limit by amendment (decision 132). */
export const LIMIT_USE: Record<AmendmentType, LimitUse> = {
  Extend: 'Refused',
  BringForward: 'Counted',
  CloseOut: 'Counted',
  Split: 'Not',
}

/** The part of a forward that an amendment is about. */
interface Amended {
  forward: Forward
  part: Part
}

/** Returns the size of an amendment: the base amount of its part, valued as `sizeOfAmendment` does. */
export function sizeOfPart(
  deps: SizeDeps,
  profile: EntityProfile,
  { type, forward, part }: Amended & { type: AmendmentType },
  now: Date,
): bigint | undefined {
  const { pair, baseMinor } = baseAndCounter(forward, part)
  const amount = { minor: baseMinor, currency: pair.base }
  return sizeOfAmendment(deps, profile, { amount, use: LIMIT_USE[type] }, now)
}

/**
 * Returns the approvals that the entity's policies for trades require for an amendment; undefined if none.
 *
 * @param sizeMinor as `sizeOfPart` returns it
 */
export function demandOnAmendment(
  tx: Tx,
  profile: EntityProfile,
  { forward, part }: Amended,
  sizeMinor: bigint | undefined,
): Promise<DealDemand | undefined> {
  const { buyCurrency, sellCurrency } = forward.trade
  const { buyMinor, sellMinor } = part
  return demandOnDeal(tx, profile, 'Trade', { buyCurrency, buyMinor, sellCurrency, sellMinor, limitMinor: sizeMinor })
}
