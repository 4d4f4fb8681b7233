import { findInitialMargin } from '../../credit/margin/index.ts'
import { termsOf } from '../../credit/facilities/index.ts'
import type { Tx } from '../../kernel/db.ts'
import { type Part, shareOf } from './parts.ts'
import { type Forward, leftOf, pendingOf } from './queries.ts'

/**
 * The initial margin that goes with a part of a locked forward: its share of what is held and not yet put aside for other
 * drawdowns. A term that keeps margin to the end releases none before the last part.
 *
 * @returns minor units of the margin's currency
 */
export async function marginShare(tx: Tx, forward: Forward, part: Part): Promise<bigint> {
  const { entityId, tradeId } = forward.trade
  const margin = await findInitialMargin(tx, entityId, tradeId)
  if (!margin) return 0n
  const { facilityId, termId } = forward.facts
  const term = (await termsOf(tx, entityId, facilityId)).find((each) => each.termId === termId)
  if (term?.marginRelease === 'AtEnd' && !part.isLast) return 0n
  const { marginMinor } = await pendingOf(tx, entityId, tradeId)
  return shareOf(margin.heldMinor - marginMinor, part, leftOf(forward))
}
