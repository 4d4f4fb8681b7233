import { isBusy, isServing } from './lane-turns.ts'

/** Least time of work between two pauses. */
const PART_MS = 20
/** Length of a pause, in times of the work before it: while the process serves requests, and otherwise. */
const [WHILE_REQUESTED, OTHERWISE] = [9, 1]
const LONGEST_MS = 60_000

/** Returns true while the process serves requests. */
export const isRequested = (): boolean => isServing() || isBusy()

/**
 * Returns a function that pauses between parts of long work. Call it before a part, with the time that the part before took.
 * While requests are served, the work takes a tenth of the time, and half of it otherwise.
 *
 * @param pause waits for a number of milliseconds
 * @param yields tells whether requests are served
 */
export function createRests(
  pause: (ms: number) => Promise<void>,
  yields = isRequested,
): (workedMs: number) => Promise<void> {
  let worked = 0
  return async (ms) => {
    worked += ms
    if (worked < PART_MS) return
    const owed = worked * (yields() ? WHILE_REQUESTED : OTHERWISE)
    worked = 0
    await pause(Math.min(owed, LONGEST_MS))
  }
}
