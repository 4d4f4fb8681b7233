import type { Tx } from '../../src/kernel/db/db.ts'
import { findExposure, reduceExposure } from '../../src/credit/facilities/index.ts'

/** Reduces an exposure to nothing, as the close-out of a deal does. */
export async function closeExposure(tx: Tx, deal: { entityId: string; tradeId: string }, at: Date): Promise<void> {
  const { baseMinor, counterMinor } = (await findExposure(tx, deal.entityId, deal.tradeId))!
  await reduceExposure(tx, { ...deal, baseMinor, counterMinor }, at)
}
