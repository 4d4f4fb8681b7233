import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of its time that a process computes, from which it is busy. */
const BUSY = 0.9
/** Time over which the share is measured. */
const LOOK_MS = 250
/** Rest after each transaction of a busy process, as a multiple of the time that it took. */
const REST = 20
const MOST_REST_MS = 1000

interface Pace {
  /** Rests after a transaction, for as long as the process is busy. */
  rest(tookMs: number, stopping: AbortSignal): Promise<void>
}

/**
 * Creates the pace of the webhooks of a process. A busy process rests after each of their transactions, so that requests of clients lose
 * little of their throughput. The deliveries wait in the database meanwhile.
 *
 * @param utilization returns the share of its time that the process computed since the last call, 0 to 1
 */
export function createPace(utilization = measureUtilization()): Pace {
  let isBusy = false
  let lookedAt = performance.now()
  return {
    async rest(tookMs, stopping) {
      const now = performance.now()
      if (now - lookedAt >= LOOK_MS) {
        isBusy = utilization() > BUSY
        lookedAt = now
      }
      if (!isBusy || stopping.aborted) return
      await pause(Math.min(tookMs * REST, MOST_REST_MS), undefined, { signal: stopping, ref: false }).catch(() => {})
    },
  }
}

function measureUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
