import type { Tx } from '../../kernel/db.ts'
import type { Clock } from '../../kernel/clock.ts'
import { recordChange } from '../../events/index.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/work.ts'
import { type Calendars, marketSession, parsePair } from '../calendar/index.ts'
import { type MoveAct, moveTrade } from '../trades/index.ts'
import { closeOutRest } from './close-out.ts'
import { businessDaysBefore, maturityOf } from './dates.ts'
import type { ForwardDeps, ForwardPolicy } from './deps.ts'
import { forwardMoves, LIVE } from './lifecycle.ts'
import { type Forward, isLeft, lockForward, setWatched } from './queries.ts'

/** Kinds of the due work on a forward: its alerts and deadlines, and the close-out of what was not drawn in time. */
export const WATCH_FORWARD = 'watchForward'
export const CLOSE_OUT_FORWARD = 'closeOutForward'

type Deps = Pick<ForwardDeps, 'sources'>

/** Something that happens to a forward when its time comes. */
interface Milestone {
  at: Date
  what: 'windowOpened' | 'maturing' | 'overdue'
  businessDaysLeft?: number | undefined
}

const HOUR_MS = 3_600_000
const beginOf = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * What happens to a forward as time passes, in order: its window opens; five, two and one business days before the value
 * date it is said to mature; when the value date is over and something is left it is overdue.
 */
export function milestones(calendars: Calendars, forward: Forward): Milestone[] {
  const { trade, facts } = forward
  const pair = parsePair(trade.currencyPair)
  const alerts = [5, 2, 1].map((left) => ({
    at: beginOf(businessDaysBefore(calendars, pair, trade.valueDate, left)),
    what: 'maturing' as const,
    businessDaysLeft: left,
  }))
  const opens = { at: beginOf(facts.accessDate), what: 'windowOpened' as const }
  const isWindow = facts.forwardType !== 'Fixed'
  return [...(isWindow ? [opens] : []), ...alerts, { at: maturityOf(forward), what: 'overdue' as const }].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
}

/** Has the forward's next milestone seen to when it comes. */
export async function watch({ sources }: Deps, tx: Tx, forward: Forward, after: Date): Promise<void> {
  const next = milestones(sources.calendars, forward).find(({ at }) => at > after)
  if (next) await schedule(tx, forward, WATCH_FORWARD, next.at)
}

const schedule = (tx: Tx, { trade }: Forward, kind: string, dueAt: Date): Promise<void> =>
  scheduleWork(tx, { entityId: trade.entityId, kind, resourceId: trade.tradeId, dueAt })

export interface WatchDeps extends Deps {
  clock: Pick<Clock, 'wall'>
  policy: ForwardPolicy
}

/** The due work `watchForward`: does what has come, and waits for what is next. A forward that is over is left alone. */
export const watchHandler =
  (deps: WatchDeps): WorkHandler =>
  async (tx, { entityId, resourceId }, at) => {
    const forward = await lockForward(tx, entityId, resourceId)
    if (!forward || !isLive(forward)) return
    const act = { actor: { type: 'system' as const }, at, wall: deps.clock.wall() }
    const come = milestones(deps.sources.calendars, forward).filter(
      (each) => each.at > forward.facts.watchedUntil && each.at <= at,
    )
    for (const milestone of come) {
      if (milestone.what === 'overdue') await mature(deps, tx, forward, milestone.at, act)
      else await tellMilestone(tx, forward, milestone, act)
    }
    await setWatched(tx, forward, at)
    await watch(deps, tx, forward, at)
  }

/** The value date is over: what is not deliverable is settled in cash, what was not drawn is overdue for its grace. */
async function mature(deps: WatchDeps, tx: Tx, forward: Forward, at: Date, act: MoveAct): Promise<void> {
  const isCash = forward.facts.fundsDelivery === 'NonDeliverable'
  await becomeOverdue(tx, forward, isCash ? at : graceEnd(at, deps.policy), act)
}

const graceEnd = (from: Date, { overdueGraceHours }: ForwardPolicy): Date =>
  new Date(from.getTime() + overdueGraceHours * HOUR_MS)

const isLive = ({ trade }: Forward): boolean => (LIVE as readonly string[]).includes(trade.status)

/** What is left past the value date is overdue, and is closed out when the grace is over. */
async function becomeOverdue(tx: Tx, forward: Forward, closeOutAt: Date, act: MoveAct): Promise<void> {
  const { trade } = forward
  if (trade.status !== 'Overdue') await moveTrade(tx, trade, forwardMoves.becomeOverdue, act, { reason: 'NotDrawn' })
  await schedule(tx, forward, CLOSE_OUT_FORWARD, closeOutAt)
}

/** A drawdown gave its part back when the value date was over: the part is closed out at once if it has had its grace. */
export async function afterReturn(
  { policy }: { policy: ForwardPolicy },
  tx: Tx,
  forward: Forward,
  act: MoveAct,
): Promise<void> {
  const maturity = maturityOf(forward)
  if (act.at < maturity || !isLive(forward)) return
  const end = graceEnd(maturity, policy)
  await becomeOverdue(tx, forward, end > act.at ? end : act.at, act)
}

async function tellMilestone(tx: Tx, { trade }: Forward, milestone: Milestone, act: MoveAct): Promise<void> {
  const { entityId, tradeId, version, valueDate } = trade
  const { businessDaysLeft } = milestone
  await recordChange(tx, {
    entityId,
    type: `forward.${milestone.what}`,
    resourceType: 'trade',
    resourceId: tradeId,
    resourceVersion: version,
    ...act,
    detail: { valueDate, ...(businessDaysLeft === undefined ? {} : { businessDaysLeft }) },
  })
}

/** The due work `closeOutForward`: closes out at market what is overdue; while the market is closed, when it opens. */
export const closeOutHandler =
  (deps: WatchDeps): WorkHandler =>
  async (tx, { entityId, resourceId }, at) => {
    const forward = await lockForward(tx, entityId, resourceId)
    if (!forward || forward.trade.status !== 'Overdue' || !isLeft(forward)) return
    const { isOpen, to } = marketSession(at)
    if (!isOpen) return schedule(tx, forward, CLOSE_OUT_FORWARD, to)
    const act = { actor: { type: 'system' as const }, at, wall: deps.clock.wall() }
    const isCash = forward.facts.fundsDelivery === 'NonDeliverable'
    await closeOutRest(deps, tx, forward, isCash ? 'SettledInCash' : 'NotDrawnInTime', act)
  }
