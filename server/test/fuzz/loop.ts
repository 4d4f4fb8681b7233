import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A time in which the event loop did not turn. */
export interface Block {
  /** Milliseconds of processor time that the process used in it. A busy machine also delays a process that computes nothing. */
  busyMs: number
  blockedMs: number
  /** End, in milliseconds of wall time. */
  at: number
}

const TICK_MS = 10

/** Reports each time in which the loop was blocked longer than a limit while the process computed. */
export function watchLoop(limitMs: number, onBlock: (block: Block) => void): { stop(): void; longestMs(): number } {
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS })
  histogram.enable()
  let last = process.hrtime.bigint()
  let used = process.cpuUsage()
  const timer = setInterval(() => {
    const now = process.hrtime.bigint()
    const blockedMs = Number(now - last) / 1e6 - TICK_MS
    const { user, system } = process.cpuUsage(used)
    const busyMs = (user + system) / 1000
    if (blockedMs > limitMs && busyMs > limitMs) onBlock({ busyMs, blockedMs, at: Date.now() })
    last = now
    used = process.cpuUsage()
  }, TICK_MS)
  return {
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
    longestMs: () => histogram.max / 1e6,
  }
}
