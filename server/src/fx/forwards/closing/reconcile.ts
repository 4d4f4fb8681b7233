import type { Act } from '../../../kernel/values/act.ts'
import { type Exposure, findExposure, reduceExposure } from '../../../credit/facilities/index.ts'
import { findInitialMargin, type InitialMargin } from '../../../credit/margin/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { cancelWork, scheduleWork } from '../../../kernel/jobs/work.ts'
import {
  type MadeMove,
  type Move,
  moveTrade,
  moveUnstored,
  type TradeRow,
  type TradeStatus,
} from '../../trades/index.ts'
import { maturityOf } from '../record/dates.ts'
import type { ForwardDeps, ForwardPolicy } from '../record/deps.ts'
import { forwardMoves } from '../record/lifecycle.ts'
import { hasEnded, lowerUnpaid, releaseExcess } from '../record/margin.ts'
import { nextLook, WATCH_FORWARD } from './milestones.ts'
import { baseAndCounter, isNothing, plus } from '../record/parts.ts'
import { type ChildSums, drawnOf, type Forward, isLeft, leftOf, lockForward, sumChildren } from '../record/queries.ts'

/** Dependencies of reconciling a forward: calendars for its milestones, and the operator's grace period. */
export interface ReconcileDeps {
  sources: Pick<ForwardDeps['sources'], 'calendars'>
  policy: ForwardPolicy
}

type TradeKey = Pick<TradeRow, 'entityId' | 'tradeId'>

/** Change of a forward, recorded in its history even if the status stays. */
interface ForwardChanged {
  reason?: string
}

/**
 * Brings a locked forward and everything that belongs to it into the state that follows from the stored facts: credit
 * exposure, status, margin held, and the job that watches it. Every path that changes a forward or a deal of it calls this
 * last. Called again it changes nothing.
 *
 * @param changed given where the remaining balance has changed: the status is recorded again even if it stays
 * @returns the forward as it is then
 */
export async function reconcileForward(
  deps: ReconcileDeps,
  tx: Tx,
  { trade: { entityId, tradeId } }: { trade: TradeKey },
  act: Act,
  changed?: ForwardChanged,
): Promise<Forward> {
  const [forward, children, exposure] = await Promise.all([
    lockForward(tx, entityId, tradeId),
    sumChildren(tx, { entityId, tradeId }),
    findExposure(tx, entityId, tradeId),
  ])
  invariant(forward, 'the forward exists')
  if (!isDealt(forward.trade)) return forward
  checkDrawn(forward, children)
  await reconcileExposure(tx, forward, { children, exposure }, act)
  if (!isBegun(forward.trade) || ENDED.includes(forward.trade.status)) {
    await withoutReaction(tx, tradeId, () => lowerUnpaid(tx, forward, children, act))
  }
  const trade = await reconcileStatus(tx, forward, children, act, changed)
  const reconciled = { ...forward, trade }
  await releaseExcess(tx, reconciled, children, act)
  await reconcileWatch(deps, tx, reconciled, children, act)
  return reconciled
}

/**
 * Releases the margin that belongs to a deal of a forward before the deal settles, so that it pays for it. The deal's
 * settlement reconciles the forward afterwards.
 */
export async function releaseForSettlement(tx: Tx, forward: Forward, settling: TradeRow, act: Act): Promise<void> {
  const children = await sumChildren(tx, forward.facts, settling.tradeId)
  await releaseExcess(tx, forward, children, act, settling)
}

const NOT_DEALT: readonly TradeStatus[] = ['PendingApproval', 'Cancelled', 'Rejected']
const isDealt = ({ status }: TradeRow): boolean => !NOT_DEALT.includes(status)

function checkDrawn({ facts }: Forward, { drawnBuyMinor, drawnSellMinor }: ChildSums): void {
  const drawn = drawnOf(facts)
  invariant(
    drawn.buyMinor === drawnBuyMinor && drawn.sellMinor === drawnSellMinor,
    'the drawdowns of a forward add up to its drawn amount',
  )
}

/** Sets the credit exposure to the remaining amount plus unsettled drawdowns. */
async function reconcileExposure(
  tx: Tx,
  forward: Forward,
  { children, exposure }: { children: ChildSums; exposure: Exposure | undefined },
  { at }: Act,
): Promise<void> {
  const { entityId, tradeId } = forward.trade
  if (!exposure) return
  const unsettled = { buyMinor: children.unsettledBuyMinor, sellMinor: children.unsettledSellMinor }
  const open = baseAndCounter(forward, plus(leftOf(forward), unsettled))
  const baseMinor = exposure.baseMinor - open.baseMinor
  const counterMinor = exposure.counterMinor - open.counterMinor
  if (baseMinor === 0n && counterMinor === 0n) return
  await reduceExposure(tx, { entityId, tradeId, baseMinor, counterMinor }, at)
}

/** Final states of a forward whose last part was amended or closed out; the caller chooses one. */
const ENDED: readonly TradeStatus[] = ['ClosedOut', 'Extended', 'Settled']

/** The move that leads to each status a forward is brought into. */
const MOVES: Partial<Record<TradeStatus, Move>> = {
  // The event `initialMargin.due` is recorded with the margin; the trade's own says that it waits.
  AwaitingInitialMargin: { ...forwardMoves.awaitMargin, event: 'trade.awaitingFunds' },
  Open: forwardMoves.open,
  PartiallyDrawn: forwardMoves.drawPart,
  FullyDrawn: forwardMoves.drawAll,
  Settled: forwardMoves.settle,
  Overdue: forwardMoves.becomeOverdue,
}

async function reconcileStatus(
  tx: Tx,
  forward: Forward,
  children: ChildSums,
  act: Act,
  changed: ForwardChanged | undefined,
): Promise<TradeRow> {
  let { trade } = forward
  if (ENDED.includes(trade.status)) return trade
  const margin = isBegun(trade) ? undefined : await findInitialMargin(tx, trade.entityId, trade.tradeId)
  const wanted = statusesOf(forward, children, margin, act.at)
  for (const [index, status] of wanted.entries()) {
    const isChanged = changed !== undefined && index === 0 && trade.status !== 'Overdue'
    if (status === trade.status && !isChanged) continue
    const reason = status === 'Overdue' ? 'NotDrawn' : changed?.reason
    trade = await moveTrade(tx, trade, MOVES[status]!, act, reason === undefined ? {} : { reason })
  }
  return trade
}

/**
 * Returns the status that follows from the facts; preceded by the one that the forward passes through. A forward that is not
 * deliverable is never overdue: nothing is drawn, and its cash settlement is ours to make.
 */
function statusesOf(
  forward: Forward,
  children: ChildSums,
  margin: OutstandingMargin | undefined,
  at: Date,
): readonly TradeStatus[] {
  const { trade, facts } = forward
  if (!isLeft(forward)) return hasEnded(forward, children) ? ['FullyDrawn', 'Settled'] : ['FullyDrawn']
  const isOverdue = facts.fundsDelivery !== 'NonDeliverable' && at >= maturityOf(forward)
  if (trade.status === 'Overdue' && at >= maturityOf(forward)) return ['Overdue']
  const open = isNothing(drawnOf(facts)) ? openStatus(trade, margin) : 'PartiallyDrawn'
  return isOverdue ? [open, 'Overdue'] : [open]
}

type OutstandingMargin = Pick<InitialMargin, 'outstandingMinor'>

/** Returns the status of an undrawn forward: open once its initial margin is paid. */
const openStatus = (trade: TradeRow, margin: OutstandingMargin | undefined): TradeStatus =>
  !isBegun(trade) && margin && margin.outstandingMinor > 0n ? 'AwaitingInitialMargin' : 'Open'

/** Returns true if a forward no longer depends on its initial margin. */
const isBegun = ({ status }: TradeRow): boolean => status !== 'Executed' && status !== 'AwaitingInitialMargin'

/**
 * Brings a forward that is not stored yet into the state that `reconcileForward` would bring it into, and has it watched. The caller
 * stores it and then emits the events of the steps (`announceMove`).
 *
 * @param outstanding initial margin to be paid, in minor units of its currency: first all, then what is left of it in the same booking
 * @returns the steps of its trade, at least one
 */
export async function beginForward(
  { sources, policy }: ReconcileDeps,
  tx: Tx,
  forward: Forward,
  outstanding: readonly bigint[],
  act: Act,
): Promise<MadeMove[]> {
  ownOf(tx).add(forward.trade.tradeId)
  const steps: MadeMove[] = []
  let { trade } = forward
  for (const outstandingMinor of outstanding) {
    for (const status of statusesOf({ ...forward, trade }, NO_CHILDREN, { outstandingMinor }, act.at)) {
      if (status === trade.status) continue
      const step = moveUnstored(trade, MOVES[status]!, act)
      trade = step.moved
      steps.push(step)
    }
  }
  await reconcileWatch({ sources, policy }, tx, { ...forward, trade }, NO_CHILDREN, act)
  return steps
}

/** Forwards that a transaction brings into their state itself: it began them, or is reconciling them. */
const ownIn = new WeakMap<Tx['atCommit'], Set<string>>()

function ownOf({ atCommit }: Tx): Set<string> {
  const own = ownIn.get(atCommit) ?? new Set()
  ownIn.set(atCommit, own)
  return own
}

/** Runs a step of reconciling a forward that may receive its margin: the steps after it follow from that. */
async function withoutReaction(tx: Tx, tradeId: string, step: () => Promise<void>): Promise<void> {
  const own = ownOf(tx)
  const isOwn = own.has(tradeId)
  own.add(tradeId)
  try {
    await step()
  } finally {
    if (!isOwn) own.delete(tradeId)
  }
}

/** Reconciles a forward whose initial margin was received, unless the transaction brings it into that state itself. */
export async function reconcilePaid(deps: ReconcileDeps, tx: Tx, trade: TradeKey, act: Act): Promise<void> {
  if (ownOf(tx).has(trade.tradeId)) return
  await reconcileForward(deps, tx, { trade }, act)
}

const NO_CHILDREN: ChildSums = {
  drawnBuyMinor: 0n,
  drawnSellMinor: 0n,
  unsettledBuyMinor: 0n,
  unsettledSellMinor: 0n,
  unsettledDrawdowns: 0,
  unpaidLosses: 0,
  setAsideMinor: 0n,
}

/** A forward is watched by one job until all of its deals have ended. */
async function reconcileWatch(
  { sources, policy }: ReconcileDeps,
  tx: Tx,
  forward: Forward,
  children: ChildSums,
  { at }: Act,
): Promise<void> {
  const { entityId, tradeId } = forward.trade
  const job = { entityId, kind: WATCH_FORWARD, resourceId: tradeId }
  if (hasEnded(forward, children)) await cancelWork(tx, job)
  else await scheduleWork(tx, { ...job, dueAt: nextLook(sources.calendars, policy, forward, at) })
}

/** Locks the forward of a deal whose initial margin is paid; the margin module calls it before it locks accounts. */
export async function lockDeal(tx: Tx, { entityId, tradeId }: { entityId: string; tradeId: string }): Promise<void> {
  await lockForward(tx, entityId, tradeId)
}
