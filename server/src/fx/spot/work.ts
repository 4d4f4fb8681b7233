import { scheduleNoLater, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { dealableAt, parsePair } from '../calendar/index.ts'
import { isPriceUnavailable, PRICE_RETRY_MS } from '../pricing/index.ts'
import { lockTrade, type ProductSettlement, reasonOfLapse } from '../trades/index.ts'
import { type AmendDeps, CLOSE_OUT_SPOT, endSpot } from './amend-making.ts'
import { priceExit } from './amend-price.ts'
import { spotCan } from './rules.ts'

/** Deadlines that an operator can set. */
interface SpotPolicy {
  /** Hours from the cut-off to the close-out of an unpaid spot trade. */
  overdueGraceHours: number
}

const HOUR_MS = 3_600_000

/** Has a spot trade that was not paid for in time closed out when its grace is over; one whose money is held waits. */
export const spotSettlement = ({ overdueGraceHours }: SpotPolicy): ProductSettlement => ({
  async overdue(tx, { entityId, tradeId, cutOffAt, holdId }) {
    if (holdId !== null) return
    const dueAt = new Date(cutOffAt.getTime() + overdueGraceHours * HOUR_MS)
    await scheduleNoLater(tx, { entityId, kind: CLOSE_OUT_SPOT, resourceId: tradeId, dueAt })
  },
})

/** Handles the job `trade.closeOut`: closes out unpaid trades at market; while the market is closed, at its opening. */
const closeOutSpotHandler =
  (deps: Pick<AmendDeps, 'sources' | 'payouts'>): WorkHandler =>
  async (tx, { entityId, resourceId }, act) => {
    const { at } = act
    const trade = await lockTrade(tx, entityId, resourceId)
    if (!trade || !spotCan.CloseOut.includes(trade.status) || at < trade.cutOffAt) return
    const later = (dueAt: Date) => scheduleWork(tx, { entityId, kind: CLOSE_OUT_SPOT, resourceId, dueAt })
    const dealable = dealableAt(deps.sources.calendars, parsePair(trade.currencyPair), at)
    if (dealable > at) return later(dealable)
    const exit = firmExit(deps, trade, at)
    if (!exit) return later(new Date(at.getTime() + PRICE_RETRY_MS))
    await endSpot(deps, tx, trade, exit, { reason: reasonOfLapse(trade), act })
    await deps.payouts.withdraw(tx, trade, act)
  }

/** The exit's price; undefined while the market gives none. */
function firmExit({ sources }: Pick<AmendDeps, 'sources'>, trade: Parameters<typeof priceExit>[1], at: Date) {
  try {
    return priceExit(sources, trade, at)
  } catch (error) {
    if (isPriceUnavailable(error)) return undefined
    throw error
  }
}

/** The jobs of spot trades, by kind. */
export const spotWork = (deps: Parameters<typeof closeOutSpotHandler>[0]): Record<string, WorkHandler> => ({
  [CLOSE_OUT_SPOT]: closeOutSpotHandler(deps),
})
