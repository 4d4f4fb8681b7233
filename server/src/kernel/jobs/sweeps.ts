import type { Db } from '../db/db.ts'

/** One pass of a sweep. */
interface SweepRun {
  db: Pick<Db, 'pool'>
  /** Business time; what begins later is left for another pass. */
  until: Date
  /** Business time of work that began at an instant: that instant, or now when it is late. */
  at: (begun: Date) => Date
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

/** Runs a sweep until it finds nothing; returns how many pieces it finished. */
export async function runSweep(sweep: Sweep, run: SweepRun): Promise<number> {
  for (let total = 0; ; ) {
    const done = await sweep(run)
    if (done === 0) return total
    total += done
  }
}
