import { type Calendars, dealableAt, parsePair } from '../../calendar/index.ts'
import { businessDaysBefore, firstDrawableDay, maturityOf } from '../record/dates.ts'
import type { ForwardPolicy } from '../record/deps.ts'
import { LIVE } from '../record/lifecycle.ts'
import { type Forward, isLeft } from '../record/queries.ts'

/** Kind of the job that watches a forward: its alerts, its deadlines and the close-out of undrawn amounts. */
export const WATCH_FORWARD = 'forward.watch'

/** Something that happens to a forward when its time comes. */
export interface Milestone {
  at: Date
  what: 'windowOpened' | 'maturing' | 'matured'
  businessDaysLeft?: number | undefined
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const beginOf = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * Returns the milestones of a forward in order: its window opens on its first drawable day, unless it is not deliverable; maturity is announced
 * five, two and one business days before the value date; when the value date is over, the remaining amount is overdue or settled in cash.
 */
export function milestones(calendars: Calendars, forward: Forward): Milestone[] {
  const { trade, facts } = forward
  const pair = parsePair(trade.currencyPair)
  const alerts = [5, 2, 1].map((left) => ({
    at: beginOf(businessDaysBefore(calendars, pair, trade.valueDate, left)),
    what: 'maturing' as const,
    businessDaysLeft: left,
  }))
  const firstDay = firstDrawableDay(calendars, pair, { from: facts.accessDate, to: trade.valueDate })
  const opens = { at: beginOf(firstDay), what: 'windowOpened' as const }
  const hasWindow = facts.forwardType !== 'Fixed' && facts.fundsDelivery === 'Deliverable'
  return [...(hasWindow ? [opens] : []), ...alerts, { at: maturityOf(forward), what: 'matured' as const }].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
}

/**
 * Returns the next check of a forward with open deals: its next milestone; the close-out of the remaining amount when
 * the market is open; or once a day while only settlements are pending.
 */
export function nextLook(calendars: Calendars, policy: ForwardPolicy, forward: Forward, at: Date): Date {
  const { watchedUntil } = forward.facts
  const closesAt = closeOutDueAt(policy, forward)
  const whenDealable = (dueAt: Date) =>
    dueAt > at ? dueAt : later(dueAt, dealableAt(calendars, parsePair(forward.trade.currencyPair), at), at)
  if (closesAt && closesAt <= watchedUntil) return whenDealable(watchedUntil)
  const next = milestones(calendars, forward).find((milestone) => milestone.at > watchedUntil)
  if (next) return next.at
  return closesAt ? whenDealable(closesAt) : nextDay(maturityOf(forward), watchedUntil)
}

/**
 * Returns the time from which the remaining amount is closed out: after the grace period; at the end of the value date
 * if non-deliverable; immediately if a cancelled drawdown returned its part to an ended forward. Undefined if no
 * close-out is due.
 */
export function closeOutDueAt({ overdueGraceHours }: ForwardPolicy, forward: Forward): Date | undefined {
  const { trade, facts } = forward
  if (!isLeft(forward)) return undefined
  if (trade.status === 'ClosedOut' || trade.status === 'Extended') return facts.watchedUntil
  const maturity = maturityOf(forward)
  if (facts.fundsDelivery === 'NonDeliverable')
    return LIVE.some((status) => status === trade.status) ? maturity : undefined
  if (trade.status !== 'Overdue') return undefined
  return new Date(maturity.getTime() + overdueGraceHours * HOUR_MS)
}

/** Returns when a deal is closed out that has been due since `dueAt`: at once, or when it can be dealt. */
const later = (dueAt: Date, dealable: Date, at: Date): Date => (dealable > at ? dealable : dueAt)

/** Returns the first instant after another that is whole days after the maturity. */
function nextDay(maturity: Date, after: Date): Date {
  const days = Math.floor((after.getTime() - maturity.getTime()) / DAY_MS) + 1
  return new Date(maturity.getTime() + Math.max(days, 1) * DAY_MS)
}
