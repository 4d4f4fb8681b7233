import type { Clock } from '../values/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { lanes, WORK_ROW, type WorkRow } from './job-rows.ts'

/** Returns the lanes with due jobs. */
export async function busyLanes(db: Pick<Db, 'pool'>, until: Date, wall: Date): Promise<number[]> {
  const found = await db.pool.query<{ lane: number }>({
    name: 'busy-lanes',
    text: 'select lane from busy_lanes($1, $2, $3) lane',
    values: [lanes(), until, wall],
  })
  return found.rows.map((row) => row.lane)
}

/** Returns the lane with the job that is due first; undefined without a due job. */
export async function firstLane(db: Pick<Db, 'pool'>, until: Date, wall: Date): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ lane: number }>({
    name: 'first-lane',
    text: `select l.lane from unnest($3::int[]) l (lane), lateral (
        (select due_at, work_id from due_work w where w.lane = l.lane and not w.continues and w.due_at <= $1 and w.retry_at is null
          order by due_at, work_id limit 1)
        union all (select due_at, work_id from due_work w where w.lane = l.lane and w.continues and w.due_at <= $1 and w.retry_at is null
          order by due_at, work_id limit 1)
        union all (select due_at, work_id from due_work w where w.lane = l.lane and w.due_at <= $1 and w.retry_at <= $2
          order by due_at, work_id limit 1)) w
      order by w.due_at, w.work_id limit 1`,
    values: [until, wall, lanes()],
  })
  return rows[0]?.lane
}

/** Time after which jobs that continue earlier ones go before those that begin something: until then, they collect for a set. */
const CONTINUES_FIRST_MS = 1000

/** Returns whether jobs that continue earlier ones may collect in the next round of a worker: not in one round a second of wall time. */
export function createCollecting(): () => boolean {
  let until = 0
  return () => {
    const now = performance.now()
    if (now < until) return true
    until = now + CONTINUES_FIRST_MS
    return false
  }
}

/** A search for the next job of a lane. */
interface Search {
  lane: number
  until: Date
  /** True if jobs that continue earlier ones wait until they are late: while a process is busy, larger sets save more than they delay. */
  collects: boolean
}

/** Reads the job that has been due for the longest, those that continue earlier ones before all others once they are late. */
export async function nextRow(
  tx: Tx,
  { lane, until, collects }: Search,
  clock: Pick<Clock, 'now' | 'wall'>,
): Promise<WorkRow | undefined> {
  const late = new Date(Math.min(until.getTime(), clock.now().getTime()) - CONTINUES_FIRST_MS)
  const found = await tx.query<WorkRow>({
    name: 'next-work', // due_work_ready and due_work_retried: rows under a lease are not read
    text: `select ${WORK_ROW} from next_job($1, $2, $3, $4, $5)`,
    values: [lane, until, clock.wall(), late, collects ? late : until],
  })
  return found.rows[0]
}
