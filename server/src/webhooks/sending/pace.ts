import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of its time that a process computes, from which it rests, and from which it rests most: the database has its share of the cores too. */
const BUSY = [0.4, 0.7] as const
/** Time over which the share is measured. */
const LOOK_MS = 250
/** Rest after a transaction of a busy process, as a multiple of the time that it took. */
const REST = 20
const MOST_REST_MS = 1000

interface Pace {
  /** Rests after a transaction, the longer the busier the process is. */
  rest(tookMs: number, stopping: AbortSignal): Promise<void>
}

/**
 * Creates the pace of the webhooks of a process. A busy process rests after their transactions, so that requests of clients lose
 * little of their throughput. The deliveries wait in the database meanwhile.
 *
 * @param utilization returns the share of its time that the process computed since the last call, 0 to 1
 */
export function createPace(utilization = measureUtilization()): Pace {
  let multiple = 0
  let lookedAt = performance.now()
  return {
    async rest(tookMs, stopping) {
      const now = performance.now()
      if (now - lookedAt >= LOOK_MS) {
        multiple = restOf(utilization())
        lookedAt = now
      }
      if (multiple === 0 || stopping.aborted) return
      const restMs = Math.min(tookMs * multiple, MOST_REST_MS)
      await pause(restMs, undefined, { signal: stopping, ref: false }).catch(() => {})
    },
  }
}

/** Returns the multiple of a share of time: it grows with the square, so that a process that is half idle rests little. */
function restOf(share: number): number {
  const [from, to] = BUSY
  return REST * Math.min(Math.max((share - from) / (to - from), 0), 1) ** 2
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
