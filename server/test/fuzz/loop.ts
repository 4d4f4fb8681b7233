import { closeSync, openSync, readSync } from 'node:fs'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

/** A time in which the event loop did not turn. All times are in milliseconds. */
export interface Block {
  /** Time that counts. */
  blockedMs: number
  /** Time by the clock on the wall. */
  wallMs: number
  /** Time that the thread ran on a processor; undefined where the system does not tell. */
  ranMs: number | undefined
  /** Pages of memory that the process waited for, because the system had moved them to disk. */
  pagesRead: number
  /** Part in which the garbage collector stopped the thread. */
  collectedMs: number
  /** True if it collected the whole heap. */
  isMajor: boolean
  /** Its start and end on the clock of `process.hrtime`, which CPU profiles use too. */
  from: number
  until: number
}

/** Time of a thread since its start, in milliseconds. */
export interface ThreadTimes {
  ranMs: number
  /** Ready to run, without a processor. */
  waitedMs: number
}

const TICK_MS = 10

/** Time that the thread may wait for a processor without the machine counting as busy. */
const QUIET_MS = 5

/**
 * Reports each time in which the loop was blocked longer than a limit.
 *
 * Other processes of a busy machine delay the loop too. If the thread had to wait for a processor, only the time counts
 * in which it ran: in the rest it waited itself, or slept until a helper thread of the collector or the compiler had its
 * turn. Otherwise all of the time counts, so that a synchronous read or wait is found.
 */
export function watchLoop(
  limitMs: number,
  onBlock: (block: Block) => void,
  times: () => ThreadTimes | undefined = createThreadTimes(),
): { stop(): void } {
  let before = times()
  let last = millisecondsNow()
  let pagesBefore = pagesReadNow()
  const pauses = watchCollector()
  const timer = setInterval(() => {
    const [from, until] = [last, millisecondsNow()]
    const [start, end] = [before, times()]
    before = end
    const pagesRead = pagesReadNow() - pagesBefore
    pagesBefore += pagesRead
    last = millisecondsNow() // reading the times is no block of the watched work
    const wallMs = until - from - TICK_MS
    const isBusy = start !== undefined && end !== undefined && end.waitedMs - start.waitedMs > QUIET_MS
    const ranMs = start && end && end.ranMs - start.ranMs
    const blockedMs = isBusy ? Math.min(wallMs, ranMs!) : wallMs
    if (blockedMs <= limitMs) return
    // The collector's pauses are reported some turns later.
    setTimeout(() => {
      const { collectedMs, isMajor } = pauses.between(from, until)
      onBlock({ blockedMs, wallMs, ranMs, pagesRead, collectedMs, isMajor, from, until })
    }, 3 * TICK_MS)
  }, TICK_MS)
  return {
    stop() {
      clearInterval(timer)
      pauses.stop()
    },
  }
}

const pagesReadNow = (): number => process.resourceUsage().majorPageFault

const millisecondsNow = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Returns a reader of the main thread's times. Linux keeps them per thread in `schedstat`, in nanoseconds: time on a
 * processor, time ready to run without one. Elsewhere it reads nothing, and a delay counts as the wall shows it.
 */
export function createThreadTimes(file = `/proc/self/task/${process.pid}/schedstat`): () => ThreadTimes | undefined {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch {
    return () => undefined
  }
  process.once('exit', () => closeSync(descriptor))
  const buffer = Buffer.alloc(80)
  return () => {
    const length = readSync(descriptor, buffer, 0, buffer.length, 0)
    const [ran, waited] = buffer.toString('latin1', 0, length).split(' ')
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
  }
}

type Collection = PerformanceEntry & { detail: { kind: number } }

const MOST_PAUSES = 64
const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR

/** Collects the pauses of the garbage collector. */
function watchCollector() {
  const pauses: { from: number; ms: number; isMajor: boolean }[] = []
  // Entries count from the start of the process; hrtime has another zero.
  const zero = millisecondsNow() - performance.now()
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries() as Collection[])
      pauses.push({ from: zero + startTime, ms: duration, isMajor: detail.kind === MAJOR })
    pauses.splice(0, pauses.length - MOST_PAUSES)
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    between(from: number, until: number) {
      const within = pauses.filter((pause) => pause.from >= from && pause.from <= until)
      return {
        collectedMs: within.reduce((sum, { ms }) => sum + ms, 0),
        isMajor: within.some(({ isMajor }) => isMajor),
      }
    },
    stop: () => observer.disconnect(),
  }
}
