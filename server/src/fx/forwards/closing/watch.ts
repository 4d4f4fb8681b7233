import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../../kernel/module.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { emit } from '../../../events/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { scheduleWork, type WorkHandler } from '../../../kernel/jobs/work.ts'
import { dealableAt, parsePair } from '../../calendar/index.ts'
import { PRICE_RETRY_MS } from '../../pricing/index.ts'
import { closeOutRest } from './close-out.ts'
import type { ForwardDeps, ForwardPolicy } from '../record/deps.ts'
import { LIVE } from '../record/lifecycle.ts'
import { closeOutDueAt, type Milestone, milestones, WATCH_FORWARD } from './milestones.ts'
import { type Forward, isLeft, lockForward, setWatched } from '../record/queries.ts'
import { reconcileForward } from './reconcile.ts'

const milestone = { valueDate: Type.String(), businessDaysLeft: Type.Optional(Type.Integer()) }

/** Events of the milestones of a forward. */
export const milestoneEvents = {
  'forward.windowOpened': defineEvent(
    'The window of a forward opened: its first drawable day began.',
    'trade',
    milestone,
  ),
  'forward.maturing': defineEvent('A forward matures within a few business days.', 'trade', milestone),
} satisfies EventCatalogue

declare module '../../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof milestoneEvents, true> {}
}

interface WatchDeps extends Pick<ForwardDeps, 'sources'> {
  policy: ForwardPolicy
}

/**
 * Handles the job `forward.watch`: announces reached milestones, closes out overdue amounts, and reconciles the forward,
 * which schedules the next check.
 */
export const watchHandler =
  (deps: WatchDeps): WorkHandler =>
  async (tx, { entityId, resourceId }, act) => {
    const { at } = act
    const forward = await lockForward(tx, entityId, resourceId)
    if (!forward) return
    if (isLive(forward)) await announceMilestones(deps, tx, forward, act)
    await setWatched(tx, forward, at)
    const watched = await reconcileForward(deps, tx, forward, act)
    const dueAt = closeOutDueAt(deps.policy, watched)
    if (!dueAt || dueAt > at) return
    const pair = parsePair(watched.trade.currencyPair)
    if (dealableAt(deps.sources.calendars, pair, at) > at) return // looked at again then
    const result = await closeOutRest(deps, tx, watched, reasonOf(watched), act)
    if (result === 'Closed') return
    await scheduleWork(tx, {
      entityId,
      kind: WATCH_FORWARD,
      resourceId,
      dueAt: new Date(at.getTime() + RETRY_MS[result]),
    })
  }

/** Delays before retrying a failed close-out. */
const RETRY_MS = { NoPrice: PRICE_RETRY_MS, NoDate: 86_400_000 }

const isLive = (forward: Forward): boolean =>
  isLeft(forward) && (LIVE as readonly string[]).includes(forward.trade.status)

function reasonOf({ trade, facts }: Forward): string {
  if (facts.fundsDelivery === 'NonDeliverable') return 'SettledInCash'
  return trade.status === 'Overdue' ? 'NotDrawnInTime' : 'DrawdownCancelled'
}

async function announceMilestones({ sources }: WatchDeps, tx: Tx, forward: Forward, act: Act): Promise<void> {
  for (const milestone of milestones(sources.calendars, forward)) {
    const isReached = milestone.at > forward.facts.watchedUntil && milestone.at <= act.at
    // Reconciling records what a matured forward is then.
    const { what, businessDaysLeft } = milestone
    if (isReached && what !== 'matured') await announce(tx, forward, { what, businessDaysLeft }, act)
  }
}

async function announce(
  tx: Tx,
  { trade }: Forward,
  { what, businessDaysLeft }: { what: Exclude<Milestone['what'], 'matured'>; businessDaysLeft: number | undefined },
  act: Act,
): Promise<void> {
  const { entityId, tradeId, version, valueDate } = trade
  await emit(tx, act, {
    entityId,
    type: `forward.${what}`,
    resourceType: 'trade',
    resourceId: tradeId,
    resourceVersion: version,
    detail: { valueDate, ...(businessDaysLeft === undefined ? {} : { businessDaysLeft }) },
  })
}
