import { isBusy, isServing } from './lane-turns.ts'

/** Work between two pauses at least. */
const PART_MS = 20
/** Time of a pause for each unit of work, with and without requests. */
const [WHILE_REQUESTED, OTHERWISE] = [9, 1]
const LONGEST_MS = 60_000

/**
 * Returns the pauses of long work that no client waits for: call it with the time that each part took. While the process serves requests, the
 * work takes a tenth of the time, and half of it otherwise.
 *
 * @param pause waits for a number of milliseconds
 * @param isRequested tells whether the process serves requests
 */
export function createRests(
  pause: (ms: number) => Promise<void>,
  isRequested = () => isServing() || isBusy(),
): (workedMs: number) => Promise<void> {
  let worked = 0
  return async (ms) => {
    worked += ms
    if (worked < PART_MS) return
    const owed = worked * (isRequested() ? WHILE_REQUESTED : OTHERWISE)
    worked = 0
    await pause(Math.min(owed, LONGEST_MS))
  }
}
