import { dayOf } from '../../../kernel/values/days.ts'
import type { FundingClass } from '../../../ledger/index.ts'
import { findTrade, findUnfunded, lockInOrder } from '../queries.ts'
import { canSettle } from '../lifecycle.ts'
import { settleOrWait, type SettlementDeps } from './settlement.ts'

/**
 * Trades that wait for money of an account, the oldest value date first. One that lacks money stops the queue; one that
 * fails for another reason lets the next one try.
 */
export const tradesAwaitingFunds = (deps: SettlementDeps): FundingClass => ({
  waiting: (tx, { entityId, accountId }, at) => findUnfunded(tx, entityId, accountId, dayOf(at)),

  async pay(tx, { entityId, availableMinor }, tradeId, by) {
    const found = await findTrade(tx, entityId, tradeId)
    const needsAll = found !== undefined && !deps.products?.[found.kind] && found.holdId === null
    if (needsAll && found.sellMinor > availableMinor) return 'Short'
    const trade = await lockInOrder(tx, deps.products, entityId, tradeId)
    if (!trade || !canSettle(trade)) return 'Passed'
    const { waitsFor } = await settleOrWait(tx, trade, { ...by, products: deps.products })
    if (waitsFor === undefined) return 'Paid'
    return waitsFor === 'insufficient_funds' ? 'Short' : 'Passed'
  },
})
