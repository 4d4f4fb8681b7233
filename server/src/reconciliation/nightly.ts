import { type Day, dayOf } from '../kernel/values/days.ts'
import type { Outages } from '../kernel/outages.ts'
import { type NightlyDeps, reconcileOnce } from './once.ts'
import { findReconciliation } from './queries.ts'

const EVERY_MS = 60_000

/**
 * Reconciles the books at the start of each business day (UTC), in one of the processes, and logs an error for a difference.
 */
export function startNightlyReconciliation(deps: NightlyDeps & { outages: Pick<Outages, 'note'> }): { stop(): void } {
  let done: Day | undefined
  const round = async () => {
    const day = dayOf(deps.clock.now())
    if (done === day) return
    await reconcileOnce(deps)
    if (await findReconciliation(deps.db.reader, day)) done = day // else another process is doing it, or has failed
  }
  const report = (error: unknown) => {
    if (!deps.outages.note(error)) deps.log.warn({ err: error }, 'reconciliation failed')
  }
  const look = () => void round().catch(report)
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
