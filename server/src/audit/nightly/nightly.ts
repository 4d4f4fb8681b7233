import { saysDatabaseIsAway } from '../../kernel/db/connection-loss.ts'
import { type Day, dayOf } from '../../kernel/values/days.ts'
import { type VerificationDeps, verifyOnce } from './once.ts'

const EVERY_MS = 60_000

/** Verifies all chains of the audit trail once a day (UTC), in one of the processes, and logs an error for a difference. */
export function startNightlyVerification(deps: VerificationDeps): { stop(): void } {
  const stopping = new AbortController()
  let done: Day | undefined
  let isRunning = false
  const round = async () => {
    const day = dayOf(deps.clock.wall())
    if (isRunning || done === day) return
    isRunning = true
    try {
      if (await verifyOnce(deps, stopping.signal)) done = day
    } catch (error) {
      const isAway = stopping.signal.aborted || saysDatabaseIsAway(error)
      if (!isAway) deps.log.warn({ err: error }, 'the verification of the audit trail failed')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void round(), EVERY_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
