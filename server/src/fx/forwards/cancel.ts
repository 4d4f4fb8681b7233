import type { CommandContext } from '../../kernel/command.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db.ts'
import { parseId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/refusals.ts'
import { refuseShared } from '../../kernel/shared-refusals.ts'
import { cancelWork, type WorkHandler } from '../../kernel/work.ts'
import {
  type ApprovedProduct,
  LAPSE_TRADE_APPROVAL,
  lockTrade,
  type MoveAct,
  moveTrade,
  type PayoutPort,
  SETTLE_TRADE,
  type TradeRow,
} from '../trades/index.ts'
import { clientAct, getLocked } from './book.ts'
import { closeOutPart, priceCloseOut } from './close-out.ts'
import type { ForwardDeps, ForwardPolicy } from './deps.ts'
import { type Drawn, LAPSE_DRAWDOWN } from './drawdown.ts'
import { drawdownMoves, forwardMoves } from './lifecycle.ts'
import { isNothing } from './parts.ts'
import { changeForward, drawnOf, findDrawdown, type Forward } from './queries.ts'
import { refuse } from './rules.ts'
import { afterReturn } from './watch.ts'

/** What giving a drawdown's part back needs. */
export interface CancelDeps extends Pick<ForwardDeps, 'sources'> {
  payouts: Pick<PayoutPort, 'withdraw'>
  policy: ForwardPolicy
}

/**
 * Cancels a drawdown that waits for approval, its value date or its money, before its funding cut-off: its part goes back to the
 * forward, and attached payments are cancelled.
 *
 * @throws trade_not_found; drawdown_not_cancellable
 */
export async function cancelDrawdown(deps: CancelDeps, context: CommandContext, wireId: string): Promise<Drawn> {
  const { tx, principal, now } = context
  const drawdownId = parseId('trd', wireId)
  const trade = drawdownId && (await lockTrade(tx, principal.entityId, drawdownId))
  if (!trade || trade.kind !== 'Drawdown') throw refuseShared.trade_not_found()
  const { status, cutOffAt } = trade
  if (!['PendingApproval', 'Booked', 'AwaitingFunds'].includes(status) || now >= cutOffAt)
    throw refuse.drawdown_not_cancellable({ status, cutOffAt: cutOffAt.toISOString() })
  return giveBack(deps, tx, trade, 'CancelledByClient', clientAct(context))
}

/** The due work `lapseDrawdown`: a drawdown whose money has not come when the grace is over is cancelled. */
export const lapseHandler =
  (deps: CancelDeps & { clock: Pick<Clock, 'wall'> }): WorkHandler =>
  async (tx, { entityId, resourceId }, at) => {
    const trade = await lockTrade(tx, entityId, resourceId)
    if (!trade || !['AwaitingFunds', 'Overdue', 'SettlementFailed'].includes(trade.status)) return
    const act = { actor: { type: 'system' as const }, at, wall: deps.clock.wall() }
    await giveBack(deps, tx, trade, 'NotFundedInTime', act)
  }

/** What becomes of a drawdown that was not approved: its part goes back. */
export const refusedDrawdown = (deps: CancelDeps): Required<Pick<ApprovedProduct, 'calledOff'>> => ({
  calledOff: async (tx, trade, reason, act) => {
    await giveBack(deps, tx, trade, reason, act)
  },
})

async function giveBack(deps: CancelDeps, tx: Tx, trade: TradeRow, reason: string, act: MoveAct): Promise<Drawn> {
  const { entityId, tradeId } = trade
  const drawdown = await findDrawdown(tx, entityId, tradeId)
  invariant(drawdown, 'a trade of kind Drawdown has its drawdown')
  const cancelled = await moveTrade(tx, trade, drawdownMoves.cancel, act, { reason })
  for (const kind of [SETTLE_TRADE, LAPSE_DRAWDOWN, LAPSE_TRADE_APPROVAL])
    await cancelWork(tx, { entityId, kind, resourceId: tradeId })
  await deps.payouts.withdraw(tx, trade, act)
  const forward = await returnPart(tx, await getLocked(tx, entityId, drawdown.forwardId), trade, act)
  await followUp(deps, tx, forward, trade, act)
  return { trade: cancelled, drawdown, forward: await getLocked(tx, entityId, drawdown.forwardId) }
}

/** Puts a drawdown's part back to its forward, which can be drawn again while it is not over. */
async function returnPart(tx: Tx, forward: Forward, trade: TradeRow, act: MoveAct): Promise<Forward> {
  const part = { buyMinor: -trade.buyMinor, sellMinor: -trade.sellMinor }
  const changed = await changeForward(tx, forward, { drawn: part, openRevenueMinor: trade.revenueMinor })
  const { status } = forward.trade
  if (status !== 'PartiallyDrawn' && status !== 'FullyDrawn') return changed
  const next = isNothing(drawnOf(changed.facts)) ? forwardMoves.reopen : forwardMoves.reopenPart
  return { ...changed, trade: await moveTrade(tx, forward.trade, next, act, { reason: 'DrawdownCancelled' }) }
}

/** What a part leads to that has come back late: a forward past its value date, or one that is over, closes it out. */
async function followUp(deps: CancelDeps, tx: Tx, forward: Forward, trade: TradeRow, act: MoveAct): Promise<void> {
  if (!['ClosedOut', 'Extended'].includes(forward.trade.status)) return afterReturn(deps, tx, forward, act)
  const part = { buyMinor: trade.buyMinor, sellMinor: trade.sellMinor, isLast: true }
  const closing = priceCloseOut(deps, forward, part, act.at)
  await closeOutPart(deps, tx, forward, closing, { reason: 'DrawdownCancelled', act })
}
