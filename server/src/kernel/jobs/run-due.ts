import type { Db, Tx } from '../db/db.ts'
import type { Clock } from '../values/clock.ts'
import { newUuid } from '../values/ids.ts'
import { lanes, WORK_ROW, type WorkRow } from './job-rows.ts'
import { firstLane } from './next-work.ts'

export interface RunLimits {
  /** Wall time for which a run takes on all jobs that others schedule beside it. */
  openMs: number
  /** Wall time after which it takes on only known jobs, also of those due later than soon. */
  closedMs: number
}

const LIMITS: RunLimits = { openMs: 2000, closedMs: 10_000 }
/** Business time from now on for which others schedule most of their jobs. */
const SOON_MS = 60_000

/** Jobs that a long run still takes on: those scheduled before it became long, and its own. It would not end while others add jobs faster than it runs them. */
export interface KnownJobs {
  /** Jobs with later ids were scheduled since. */
  lastId: string
  /** Ids of the jobs that the run has scheduled since. */
  own: Set<string>
  /** Jobs due later than this are known. The run may have scheduled them in a statement that `own` does not note. */
  soon: Date
}

/** A job that is the next of a run, in its lane. */
export type NextJob = { lane: number } & Pick<WorkRow, 'entityId' | 'workId'>

interface DueRuns {
  /** Runs the due jobs of all lanes, in sets; may stop when `isLong`. */
  runJobs: (until: Date, isLong: () => boolean) => Promise<number>
  /** Runs the next job of a lane, or the given one. */
  runNext: (lane: number, until: Date, known?: { job: NextJob; jobs: KnownJobs }) => Promise<number>
  sweepUntil: (until: Date) => Promise<number>
  externalCalls: {
    returned: () => number
    settled: (isOf: (workId: string) => boolean) => Promise<number>
  }
}

/** Creates a function that runs all jobs due by an instant, including those they schedule. Jobs later than now run one by one in the order of their time. */
export function createRunDue(
  { db, clock, runLimits }: { db: Pick<Db, 'pool'>; clock: Clock; runLimits?: RunLimits },
  { runJobs, runNext, sweepUntil, externalCalls }: DueRuns,
): (until: Date) => Promise<number> {
  /** Lanes share accounts: their jobs run one by one. */
  async function runAhead(until: Date, knownJobs: () => KnownJobs | undefined): Promise<number> {
    for (let total = 0; ; ) {
      const jobs = knownJobs()
      const job = jobs && (await firstKnown(db, until, clock.wall(), jobs))
      const lane = jobs ? job?.lane : await firstLane(db, until, clock.wall())
      if (lane === undefined) return total
      const done = await runNext(lane, until, jobs && job && { job, jobs })
      if (done === 0 && !jobs) return total
      total += done // 0 if another worker was first
    }
  }

  /** Runs the due jobs of all lanes, then those that are due later than now. */
  async function runAll(until: Date, knownJobs: () => KnownJobs | undefined): Promise<number> {
    const jobs = knownJobs()
    const now = clock.now()
    const done = jobs ? 0 : await runJobs(until < now ? until : now, () => knownJobs() !== undefined)
    return jobs || until > now ? done + (await runAhead(until, knownJobs)) : done
  }

  return async (until) => {
    const knownJobs = createKnownJobs(clock, until, runLimits)
    for (let total = 0; ; ) {
      const jobs = knownJobs()
      const returned = externalCalls.returned()
      const done = await runAll(until, knownJobs)
      const swept = await sweepUntil(until)
      total += done + swept
      if (jobs) {
        const calls = await externalCalls.settled((workId) => workId <= jobs.lastId || jobs.own.has(workId))
        if (done + calls === 0) return total
      } else if (done + swept === 0) {
        await externalCalls.settled(() => !knownJobs())
        if (externalCalls.returned() !== returned || knownJobs()) continue // its work became due, perhaps after we had looked
        const late = await runAll(until, knownJobs) // of the sweeps of another worker, after we had looked
        if (late === 0 && !knownJobs()) return total
        total += late
      }
    }
  }
}

/** Creates a function that returns the known jobs of a run once it is long; before, it takes on all jobs. */
function createKnownJobs(clock: Clock, until: Date, { openMs, closedMs } = LIMITS): () => KnownJobs | undefined {
  const begun = performance.now()
  let known: KnownJobs | undefined
  return () => {
    const lasted = performance.now() - begun
    if (lasted >= openMs)
      known ??= { lastId: newUuid(), own: new Set(), soon: new Date(clock.now().getTime() + SOON_MS) }
    if (known && lasted >= closedMs) known.soon = until
    return known
  }
}

const KNOWN = `(w.work_id <= $4 or w.due_at > $5 or w.work_id = any($6))`

/** Returns the known job that is due first. */
async function firstKnown(
  db: Pick<Db, 'pool'>,
  until: Date,
  wall: Date,
  { lastId, soon, own }: KnownJobs,
): Promise<NextJob | undefined> {
  const first = (condition: string) =>
    `(select entity_id, due_at, work_id from due_work w where w.lane = l.lane and w.due_at <= $1 and ${condition} and ${KNOWN}
      order by due_at, work_id limit 1)`
  const { rows } = await db.pool.query<NextJob>({
    name: 'first-known-job', // due_work_ready and due_work_retried
    text: `select l.lane, w.entity_id as "entityId", w.work_id as "workId" from unnest($3::int[]) l (lane), lateral (
        ${first('not w.continues and w.retry_at is null')}
        union all ${first('w.continues and w.retry_at is null')}
        union all ${first('w.retry_at <= $2')}) w
      order by w.due_at, w.work_id limit 1`,
    values: [until, wall, lanes(), lastId, soon, [...own]],
  })
  return rows[0]
}

/** Reads a job that is still due. */
export async function readJob(
  tx: Tx,
  { entityId, workId }: Pick<WorkRow, 'entityId' | 'workId'>,
  until: Date,
  wall: Date,
): Promise<WorkRow | undefined> {
  const { rows } = await tx.query<WorkRow>({
    name: 'read-due-job', // due_work_pkey
    text: `select ${WORK_ROW} from due_work
      where entity_id = $1 and work_id = $2 and due_at <= $3 and (retry_at is null or retry_at <= $4)`,
    values: [entityId, workId, until, wall],
  })
  return rows[0]
}
