import type { EntityDirectory } from '../../entities/index.ts'
import { refuseEntity } from '../../kernel/principal.ts'
import { type ApprovedProduct, executeTrade, moveTrade, tradeMoves } from '../trades/index.ts'
import { enqueue } from './book.ts'
import { queuedMoves } from './work.ts'

/**
 * Deals a held-rate trade that has been approved, or has it wait for the market's opening where it was booked for that.
 * What it has used of the held rate stays used, whatever is decided.
 *
 * @throws daily_limit_exceeded, insufficient_funds
 */
export const approvedHeldRate = ({ entities }: { entities: EntityDirectory }): ApprovedProduct => ({
  approved: async ({ tx }, trade, { limitMinor }, act) => {
    if (trade.subtype === 'MarketOpenOrder')
      return enqueue(tx, await moveTrade(tx, trade, queuedMoves.queue, act), act.at)
    const profile = await entities.get(trade.entityId)
    if (!profile) throw refuseEntity.entity_not_found()
    await executeTrade(tx, profile, await moveTrade(tx, trade, tradeMoves.approve, act), limitMinor, act.at)
  },
})
