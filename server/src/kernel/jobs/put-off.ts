import type { Db, Queryable, Tx } from '../db/db.ts'
import type { Clock } from '../values/clock.ts'
import { lanes, type WorkRow } from './job-rows.ts'

/** Wall time after which paused jobs are looked at again, unless `resumeJobs` was called before. */
const PAUSE_MS = 300_000
/** Jobs that are put off at a time: other entities share the lane. */
const AT_ONCE = 1000
/** Shown as the error of a paused job. */
const PAUSED = 'paused: the entity is not Active'

/**
 * Puts off due jobs of an entity that are of one kind, `AT_ONCE` at most. Rows that another transaction locks, and jobs whose external
 * call is under way, are left as they are.
 *
 * @param until business time by which the jobs are due
 */
export async function putOff(
  tx: Tx,
  { entityId, kind }: Pick<WorkRow, 'entityId' | 'kind'>,
  until: Date,
  clock: Pick<Clock, 'wall'>,
): Promise<void> {
  const wall = clock.wall()
  await tx.query({
    name: 'put-off-work',
    text: `update due_work w set retry_at = $5, last_error = $6 from (
        select entity_id, work_id from due_work
          where entity_id = $1 and kind = $2 and due_at <= $3 and (retry_at is null or retry_at <= $4)
          limit ${AT_ONCE} for update skip locked) d
      where w.entity_id = d.entity_id and w.work_id = d.work_id`,
    values: [entityId, kind, until, wall, new Date(wall.getTime() + PAUSE_MS), PAUSED],
  })
}

/** Has the paused jobs of an entity run again, in sets like all others. */
export async function resumeJobs(tx: Tx, entityId: string): Promise<void> {
  await tx.query(
    `update due_work w set retry_at = null, last_error = null from (
        select entity_id, work_id from due_work where entity_id = $1 and last_error = $2 for update skip locked) d
      where w.entity_id = d.entity_id and w.work_id = d.work_id`,
    [entityId, PAUSED],
  )
}

/**
 * Ends the lease of a job whose external call was made: it is due again. One whose call was put off is looked at again like a
 * paused one; its failures before that still count.
 */
export async function endLease(
  deps: { db: Pick<Db, 'pool'>; clock: Pick<Clock, 'wall'> },
  { entityId, kind, resourceId }: Pick<WorkRow, 'entityId' | 'kind' | 'resourceId'>,
  isPutOff: boolean,
): Promise<void> {
  const until = isPutOff ? new Date(deps.clock.wall().getTime() + PAUSE_MS) : null
  await deps.db.pool.query({
    name: 'end-lease',
    text: `update due_work set retry_at = $4, attempts = case when $4::timestamptz is null then 0 else attempts end,
        last_error = coalesce($5, last_error)
      where entity_id = $1 and kind = $2 and resource_id = $3`,
    values: [entityId, kind, resourceId, until, isPutOff ? PAUSED : null],
  })
}

/** Stores the failure of a job, and has it tried again after 1, 2, 4 … seconds of wall time, at most five minutes. */
export async function postpone(
  deps: { db: Pick<Db, 'pool'>; clock: Pick<Clock, 'wall'> },
  row: WorkRow,
  error: unknown,
): Promise<void> {
  await deps.db.pool.query(
    `update due_work set attempts = attempts + 1, last_error = left($4, 1000),
       retry_at = $5::timestamptz + least(power(2, least(attempts, 10)), 300) * interval '1 second'
     where entity_id = $1 and kind = $2 and resource_id = $3`,
    [row.entityId, row.kind, row.resourceId, String(error), deps.clock.wall()],
  )
}

/** No job waits longer than twice this; one that seems to was put off by a clock that was set back since. */
const LONGEST_WAIT_MS = 2 * PAUSE_MS
/** Time until such a job is due: in it, a running external call renews its lease. */
const RESUME_MS = 30_000

/**
 * Shortens the wait of jobs that would last until the clock shows again what it showed before it was set back. Changes one entity
 * a statement.
 *
 * @returns the number of these jobs, about `limit` at most
 */
export async function resumeAfterSetBack(db: Queryable, { wall }: { wall: Date }, limit: number): Promise<number> {
  const latest = new Date(wall.getTime() + LONGEST_WAIT_MS)
  const values = [lanes(), latest, new Date(wall.getTime() + RESUME_MS), limit]
  for (let total = 0; ; ) {
    const { rowCount } = await db.query({
      name: 'resume-jobs-after-set-back', // due_work_retried
      text: `update due_work w set retry_at = $3 from (
          select entity_id, work_id from due_work
            where entity_id = (select entity_id from due_work where lane = any ($1) and retry_at > $2 limit 1) and retry_at > $2
            limit $4 for update skip locked) d
        where w.entity_id = d.entity_id and w.work_id = d.work_id`,
      values,
    })
    total += rowCount!
    if (rowCount === 0 || total >= limit) return total
  }
}
