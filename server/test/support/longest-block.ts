import { existsSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** Linux counts the processor time of the calling thread here, in nanoseconds. */
const OWN_TIME = '/proc/thread-self/schedstat'
const isCounted = existsSync(OWN_TIME)

/** Processor time of this thread in milliseconds; elsewhere than on Linux, wall time. */
const ownTime = (): number =>
  isCounted ? Number(readFileSync(OWN_TIME, 'utf8').split(' ', 1)[0]) / 1e6 : performance.now()

const TRIES = 3

/**
 * Returns the longest block of work as `longestBlock` does: of up to three tries the first below a limit, else the shortest. A
 * collection of garbage that earlier tests left is seen once, a block of the work each time.
 */
export async function blockBelow(limitMs: number, work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES && least >= limitMs; i++) least = Math.min(least, await longestBlock(work))
  return least
}

/**
 * Returns the longest time in milliseconds for which work keeps the event loop of this thread from turning. It counts the
 * time in which the thread computes: on a busy machine it also waits for the processor.
 */
async function longestBlock(work: () => Promise<void>): Promise<number> {
  let last = ownTime()
  let longest = 0
  const look = () => {
    const now = ownTime()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    await new Promise((resolve) => setTimeout(resolve, 5))
    last = ownTime()
    longest = 0
    await work()
    look()
    return longest
  } finally {
    clearInterval(timer)
  }
}
