import type { Db, Queryable } from '../db/db.ts'
import { refuseHttp } from '../http/problems.ts'
import type { Clock } from '../values/clock.ts'
import { laneOf, lanes } from './job-rows.ts'

/** Due jobs of a lane. */
interface LaneBacklog {
  lane: number
  /** Number of due jobs, `MOST_COUNTED` at most of those that continue others and of those that do not. */
  depth: number
  /** Time that the oldest of them has been due; 0 without any. */
  oldestSeconds: number
}

/** Estimates how long new jobs wait, and how long that may be. One for each process. */
export interface Backlog {
  /**
   * Rejects a command whose jobs would wait behind too much work.
   *
   * @param partition stored id under which its jobs run; absent: any of the lanes
   * @throws overloaded with Retry-After, before the lane has `LIMIT_S` of work
   */
  check(partition?: string): Promise<void>
  /** Notes the time that jobs of a lane took. */
  ran(lane: number, jobs: number, ms: number): void
}

/** Longest backlog of a lane, in seconds of work. */
const LIMIT_S = 10
/** New commands are rejected from here on, so that payments accepted between two counts stay below the limit. */
const REJECT_FROM_S = 0.8 * LIMIT_S
/** Wall time for which a count is used. */
const COUNT_MS = 1000
/** Most due jobs of a lane that a count reads: a larger number no longer matters. */
const MOST_COUNTED = 50_000
/** Time for one job before a worker of this process has run any. */
const FIRST_PACE_MS = 1
/**
 * A job that took longer counts as this: one alone does not stop acceptance. So does a set, unless the run of its lane before
 * it was longer too: it waited for a lock or for a database that was away, and the next ones do not.
 */
const SLOWEST_MS = 1000
/** Number of jobs over which a lane's pace is averaged. */
const PACE_JOBS = 512

/** Creates the estimate of this process; its worker reports the pace, and counts are shared by all commands of a second. */
export function createBacklog(db: Pick<Db, 'reader'>, clock: Clock): Backlog {
  const pace = new Map(lanes().map((lane) => [lane, FIRST_PACE_MS]))
  const slowLanes = new Set<number>()
  let counted: { at: number; seconds: Promise<readonly number[]> } | undefined

  async function count(): Promise<readonly number[]> {
    const found = await readBacklog(db.reader, clock.now())
    return found.map(({ lane, depth }) => (depth * pace.get(lane)!) / 1000)
  }

  function secondsByLane(): Promise<readonly number[]> {
    const now = performance.now()
    if (counted && now - counted.at < COUNT_MS) return counted.seconds
    const seconds = count()
    counted = { at: now, seconds }
    seconds.catch(() => (counted = undefined))
    return seconds
  }

  return {
    async check(partition) {
      const byLane = await secondsByLane()
      const seconds = partition === undefined ? Math.max(...byLane) : byLane[laneOf(partition)]!
      if (seconds < REJECT_FROM_S) return
      const wait = Math.max(1, Math.ceil(seconds - REJECT_FROM_S))
      throw refuseHttp.overloaded({}, { headers: { 'retry-after': String(Math.min(wait, 60)) } })
    },
    ran(lane, jobs, ms) {
      const before = pace.get(lane)!
      const isUsual = ms <= SLOWEST_MS || slowLanes.has(lane)
      const eachMs = Math.min((isUsual ? ms : SLOWEST_MS) / jobs, SLOWEST_MS)
      pace.set(lane, before + (eachMs - before) * Math.min(1, jobs / PACE_JOBS))
      if (ms > SLOWEST_MS) slowLanes.add(lane)
      else slowLanes.delete(lane)
    },
  }
}

/** Counts the due jobs of each lane, by lane ascending. */
export async function readBacklog(db: Queryable, now: Date): Promise<LaneBacklog[]> {
  const { rows } = await db.query<LaneBacklog>({
    name: 'read-backlog', // due_work_ready
    text: `select l.lane, count(w.due_at)::int as depth,
        coalesce(greatest(0, extract(epoch from $1::timestamptz - min(w.due_at))), 0)::float8 as "oldestSeconds"
      from unnest($2::int[]) l (lane) left join lateral (
        (select due_at from due_work where lane = l.lane and continues and due_at <= $1 and retry_at is null limit ${MOST_COUNTED})
        union all
        (select due_at from due_work where lane = l.lane and not continues and due_at <= $1 and retry_at is null
          limit ${MOST_COUNTED})) w on true
      group by l.lane order by l.lane`,
    values: [now, lanes()],
  })
  return rows
}

/** Jobs of one kind that failed and wait for another attempt. */
interface FailingJobs {
  kind: string
  count: number
}

/** Counts the jobs that failed and wait for another attempt, by kind; the first `MOST_COUNTED` jobs that wait. */
export async function readFailing(db: Queryable): Promise<FailingJobs[]> {
  const { rows } = await db.query<FailingJobs>({
    name: 'read-failing-jobs', // due_work_retried
    text: `select kind, count(*)::int as count from (
        select kind, attempts from due_work where retry_at is not null limit ${MOST_COUNTED}) w
      where attempts > 0 group by kind`,
  })
  return rows
}
