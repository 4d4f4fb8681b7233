import type { Db } from '../db/db.ts'
import { isReset, mayPassLater } from '../db/connection-loss.ts'
import { HOUSE_ENTITY_ID } from '../values/house.ts'
import { invariant } from '../values/refusals.ts'

/** One pass of a sweep. */
interface SweepRun {
  db: Pick<Db, 'pool'>
  /** Business time; what begins later is left for another pass. */
  until: Date
  /** Business time of work that began at an instant: that instant, or now when it is late. */
  at: (begun: Date) => Date
  /** True if a caller waits for all that is due. Absent in the background, where a sweep may leave work for a later pass. */
  isAwaited?: boolean
  /** Reports one piece that failed; the pass continues with the others, and a later one tries it again. */
  failed: (error: unknown, piece: { entityId: string; resourceId: string }) => void
}

/**
 * Work whose open pieces are rows of a table of its own, so that recording one schedules no job. A sweep takes many pieces at
 * once, in as many transactions as it likes, and is safe to repeat after a crash between any two of them.
 *
 * @returns how many pieces it finished; it is called again until there are none
 */
export type Sweep = (run: SweepRun) => Promise<number>

/** A piece of a sweep, by the kind of its work. */
interface FailedPiece {
  kind: string
  entityId: string
  resourceId: string
}

/**
 * Runs each sweep until it finds nothing, all beside each other; returns how many pieces they finished. One that fails as a whole is
 * reported and delays no other.
 *
 * @throws an error after which a repetition may pass, once all have ended
 */
export async function runSweeps(
  sweeps: Readonly<Record<string, Sweep>>,
  run: Omit<SweepRun, 'failed'>,
  onFailure: (error: unknown, piece: FailedPiece) => void,
): Promise<number> {
  const runs = Object.entries(sweeps).map(([kind, sweep]) => {
    const failed = (error: unknown, piece = OF_NONE) => {
      if (!isReset(error)) onFailure(error, { kind, ...piece })
    }
    return runSweep(sweep, { ...run, failed }).catch((error: unknown) => {
      if (mayPassLater(error)) throw error
      failed(error)
      return 0
    })
  })
  const results = await Promise.allSettled(runs)
  return results.reduce((sum, result) => {
    if (result.status === 'rejected') throw result.reason
    return sum + result.value
  }, 0)
}

/** The piece of a failure that is not of one. */
const OF_NONE = { entityId: HOUSE_ENTITY_ID, resourceId: HOUSE_ENTITY_ID }

async function runSweep(sweep: Sweep, run: SweepRun): Promise<number> {
  for (let total = 0; ; ) {
    const done = await sweep(run)
    if (done === 0) return total
    total += done
  }
}

/** Result of a sweep for one set of open pieces. */
interface SweptSet {
  /** Pieces that it finished. */
  done: number
  /** Keys by which the next sets leave out what could not be finished. */
  left: readonly string[]
}

/**
 * Runs sets of open pieces to the last one; returns how many pieces it finished. Pieces that could not be finished are left out of
 * the next sets of the pass: they become the oldest, and would fill every set and block all others.
 *
 * @param read returns the oldest open pieces without those under the given keys
 */
export async function sweepSets<Piece>(
  read: (except: readonly string[]) => Promise<readonly Piece[]>,
  run: (set: readonly Piece[]) => Promise<SweptSet>,
): Promise<number> {
  const except: string[] = []
  for (let total = 0; ; ) {
    const set = await read(except)
    if (set.length === 0) return total
    const { done, left } = await run(set)
    invariant(done + left.length > 0, 'a set of a sweep is finished or left')
    except.push(...left)
    total += done
  }
}
