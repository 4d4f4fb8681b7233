import type { Act } from '../../../kernel/values/act.ts'
import { lockFacilities } from '../../../credit/facilities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { refuseShared } from '../../../kernel/values/shared-refusals.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../../kernel/jobs/work.ts'
import {
  type ApprovedProduct,
  LAPSE_TRADE_APPROVAL,
  listChildren,
  lockInOrder,
  lockTrade,
  moveTrade,
  type PayoutPort,
  reasonOfLapse,
  SETTLE_TRADE,
  type TradeRow,
  type TradeStatus,
} from '../../trades/index.ts'
import { getLocked } from '../booking/book.ts'
import type { ForwardDeps, ForwardPolicy } from '../record/deps.ts'
import { type Drawn, LAPSE_DRAWDOWN } from './drawdown.ts'
import { drawdownMoves } from '../record/lifecycle.ts'
import { changeForward, findDrawdown, type Forward, lockForwards } from '../record/queries.ts'
import { reconcileForward } from '../closing/reconcile.ts'
import { refuse } from '../record/rules.ts'
import { lockParent } from './settlement.ts'
import { releaseWires } from './wires.ts'

/** Dependencies of returning a drawdown's part. */
export interface CancelDeps extends Pick<ForwardDeps, 'sources'> {
  payouts: Pick<PayoutPort, 'lockAttached' | 'withdraw'>
  policy: ForwardPolicy
}

/** A drawdown is locked after its forward. */
const LOCKS = { Drawdown: { lock: async (tx: Tx, trade: TradeRow) => void (await lockParent(tx, trade)) } }

/** Business time after which a drawdown is looked at again whose settlement has not been tried yet. */
const RETRY_MS = 15 * 60_000

/**
 * Cancels a drawdown that waits for approval, its value date or its money, before its funding cut-off: its part goes back to the
 * forward, and attached payments are cancelled.
 *
 * @throws trade_not_found; drawdown_not_cancellable
 */
export async function cancelDrawdown(deps: CancelDeps, context: CommandContext, wireId: string): Promise<Drawn> {
  const { tx, principal, at: now } = context
  const drawdownId = parseId('trd', wireId)
  const trade = drawdownId && (await lockInOrder(tx, LOCKS, principal.entityId, drawdownId))
  if (!trade || trade.kind !== 'Drawdown') throw refuseShared.trade_not_found()
  const { status, cutOffAt } = trade
  if (!['PendingApproval', 'Booked', 'AwaitingFunds'].includes(status) || now >= cutOffAt)
    throw refuse.drawdown_not_cancellable({ status, cutOffAt: cutOffAt.toISOString() })
  return releaseDrawdown(deps, tx, trade, 'CancelledByClient', context)
}

/**
 * The job `drawdown.lapse`: cancels a drawdown whose money has not come when the grace is over. One whose settlement has not
 * been tried yet, because it failed for another reason, is looked at again: it lapses once it is known to lack the money.
 */
export const lapseHandler =
  (deps: CancelDeps): WorkHandler =>
  async (tx, { entityId, kind, resourceId }, act) => {
    const { at } = act
    const trade = await lockInOrder(tx, LOCKS, entityId, resourceId)
    if (trade?.status === 'Booked') {
      return scheduleWork(tx, { entityId, kind, resourceId, dueAt: new Date(at.getTime() + RETRY_MS) })
    }
    if (!trade || !['AwaitingFunds', 'Overdue', 'SettlementFailed'].includes(trade.status)) return
    await releaseDrawdown(deps, tx, trade, reasonOfLapse(trade), act)
  }

/** Handles a drawdown that was not approved: returns its part to the forward. */
export const refusedDrawdown = (deps: CancelDeps): Required<Pick<ApprovedProduct, 'calledOff' | 'lock'>> => ({
  ...LOCKS.Drawdown,
  calledOff: async (tx, trade, reason, act) => {
    await releaseDrawdown(deps, tx, trade, reason, act)
  },
})

/**
 * Locks forwards that end, with all that the cancellation of their unsettled drawdowns changes: the drawdowns, their payments, and the
 * entity's balances. Call it before the transaction posts anything, outside of a savepoint.
 *
 * @returns the forwards, by ascending id
 */
export async function lockWithUnsettled(
  { payouts }: CancelDeps,
  tx: Tx,
  entityId: string,
  forwardIds: readonly string[],
): Promise<Forward[]> {
  await lockFacilities(tx, entityId) // from here on no other transaction changes a drawdown
  const unsettled: TradeRow[] = []
  for (const forwardId of forwardIds) unsettled.push(...(await unsettledOf(tx, { entityId, tradeId: forwardId })))
  const tradeIds = [...forwardIds, ...unsettled.map(({ tradeId }) => tradeId)].sort()
  for (const tradeId of tradeIds) await lockTrade(tx, entityId, tradeId)
  const forwards = await lockForwards(tx, entityId, forwardIds)
  await payouts.lockAttached(tx, { entityId, paymentIds: unsettled.flatMap(({ paymentIds }) => paymentIds) }, 'All')
  return forwards
}

/**
 * Cancels all drawdowns of a forward that have not settled, because the forward itself ends. `lockWithUnsettled` has locked them.
 *
 * @returns true if there were any: the forward has changed then
 */
export async function cancelUnsettled(
  deps: CancelDeps,
  tx: Tx,
  { entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>,
  reason: string,
  act: Act,
): Promise<boolean> {
  const open = await unsettledOf(tx, { entityId, tradeId })
  for (const { tradeId: drawdownId } of open) {
    const trade = await lockTrade(tx, entityId, drawdownId)
    invariant(trade, 'an existing trade is never deleted')
    await releaseDrawdown(deps, tx, trade, reason, act)
  }
  return open.length > 0
}

/** Returns the drawdowns of a forward that can be cancelled, the oldest first. */
async function unsettledOf(tx: Tx, { entityId, tradeId }: Pick<TradeRow, 'entityId' | 'tradeId'>): Promise<TradeRow[]> {
  const children = await listChildren(tx, entityId, tradeId)
  return children.filter(({ kind, status }) => kind === 'Drawdown' && canCancel(status)).toReversed()
}

const canCancel = (status: TradeStatus): boolean => drawdownMoves.cancel.from.some((permitted) => permitted === status)

/** Withdraws the payments last: that locks the daily usage, which comes after all balances. */
async function releaseDrawdown(deps: CancelDeps, tx: Tx, trade: TradeRow, reason: string, act: Act): Promise<Drawn> {
  const { entityId, tradeId } = trade
  const drawdown = await findDrawdown(tx, entityId, tradeId)
  invariant(drawdown, 'a trade of kind Drawdown has its drawdown')
  const cancelled = await moveTrade(tx, trade, drawdownMoves.cancel, act, { reason })
  for (const kind of [SETTLE_TRADE, LAPSE_DRAWDOWN, LAPSE_TRADE_APPROVAL])
    await cancelWork(tx, { entityId, kind, resourceId: tradeId })
  await deps.payouts.lockAttached(tx, trade, 'All')
  await changeForward(tx, await getLocked(tx, entityId, drawdown.forwardId), {
    drawn: { buyMinor: -trade.buyMinor, sellMinor: -trade.sellMinor },
    openRevenueMinor: trade.revenueMinor,
    openMarginMinor: drawdown.marginAppliedMinor,
  })
  const parent = { trade: { entityId, tradeId: drawdown.forwardId } }
  const forward = await reconcileForward(deps, tx, parent, act, { reason: 'DrawdownCancelled' })
  await releaseWires(tx, trade, act.at)
  await deps.payouts.withdraw(tx, trade, act)
  return { trade: cancelled, drawdown, forward }
}
