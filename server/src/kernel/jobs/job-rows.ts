import { columnOf } from '../db/arrays.ts'
import { type Tx, writeAtCommit, type Writer } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { traceScheduled } from './job-traces.ts'

/**
 * Rows of scheduled jobs. A transaction collects its changes and writes them at commit, by key ascending: jobs come
 * right before the event counters in the lock order, regardless of when the transaction schedules them.
 */
export interface DueWork {
  entityId: string
  kind: string
  resourceId: string
  /** Business time. */
  dueAt: Date
}

/** A job to be scheduled. */
export interface NewWork extends DueWork {
  /** Stored id of what keeps the order of its jobs, such as the account of a payment. Default: the entity. */
  partition?: string
  /** True if it continues what an earlier job began: it goes first once it is late. */
  continues?: boolean
}

/** A job as the worker found it. */
export type WorkRow = DueWork & { workId: string; attempts: number; continues: boolean }

/** Columns of a `WorkRow`. */
export const WORK_ROW = `entity_id as "entityId", work_id as "workId", kind, resource_id as "resourceId", due_at as "dueAt", attempts, continues`

type JobKey = Omit<DueWork, 'dueAt'>

type JobChange = JobKey &
  (
    | ({ act: 'schedule' | 'scheduleNoLater'; workId: string } & Omit<NewWork, keyof JobKey>)
    | { act: 'cancel' }
    | { act: 'finish'; workId: string }
    | { act: 'lease'; workId: string; until: Date }
  )

/** Final change of a job by a transaction. `runs` is the row that the transaction itself executes. */
interface FinalChange extends JobKey {
  runs?: string
  act: 'schedule' | 'scheduleNoLater' | 'cancel' | 'lease'
  dueAt?: Date
  partition?: string | undefined
  continues?: boolean | undefined
  /** Id of the row to be stored. Jobs due at the same instant run in scheduling order. */
  workId?: string
  until?: Date
}

/** Returns true if a transaction failed because the job that it carried out was rescheduled or cancelled meanwhile. */
export const isJobChanged = (error: unknown): boolean => (error as { code?: string }).code === JOB_CHANGED

/** Code with which PostgreSQL fails such a transaction (`must_be_unchanged`). */
const JOB_CHANGED = 'CJ001'

const LANES = 4
/** Returns the lane in which the jobs of a partition run: of an entity, or of one of its accounts. */
export const laneOf = (partition: string): number => Number.parseInt(partition.slice(-4), 16) % LANES
export const lanes = (): number[] => Array.from({ length: LANES }, (_, lane) => lane)

/** Schedules a job for the commit of the transaction that makes it necessary. A job of the same kind on the same resource is moved. */
export async function scheduleWork(tx: Tx, work: NewWork): Promise<void> {
  collect(tx, { ...work, act: 'schedule', workId: newUuid() })
}

/**
 * Schedules like `scheduleWork`, but keeps an earlier due time: a late job must not be postponed. If the job is
 * running, its handler takes the lock held by the caller and then looks for more to do.
 */
export async function scheduleNoLater(tx: Tx, work: DueWork): Promise<void> {
  collect(tx, { ...keyOf(work), act: 'scheduleNoLater', dueAt: work.dueAt, workId: newUuid() })
}

/** Schedules one kind of job for many resources of an entity, as `scheduleWork` does for one. */
export async function scheduleAll(
  tx: Tx,
  { resourceIds, ...work }: Omit<NewWork, 'resourceId'> & { resourceIds: readonly string[] },
): Promise<void> {
  for (const resourceId of resourceIds) collect(tx, { ...work, resourceId, act: 'schedule', workId: newUuid() })
}

/** Cancels a job. If it runs at this moment, its effects are rolled back. */
export async function cancelWork(tx: Tx, work: JobKey): Promise<void> {
  collect(tx, { ...keyOf(work), act: 'cancel' })
}

/** Removes the job that the transaction carries out. Call it before the handler, which may schedule the same kind again. */
export const finishWork = (tx: Tx, row: WorkRow): void =>
  collect(tx, { ...keyOf(row), act: 'finish', workId: row.workId })

/** Keeps the job that the transaction was to carry out, and hides it from workers until an instant of wall time. */
export const leaseWork = (tx: Tx, row: WorkRow, until: Date): void =>
  collect(tx, { ...keyOf(row), act: 'lease', workId: row.workId, until })

/** Returns the ids of the jobs that a transaction has scheduled so far. */
export const scheduledIn = (tx: Tx): string[] =>
  tx.atCommit.itemsOf(jobRows).flatMap((change) => ('dueAt' in change ? [change.workId] : []))

const collect = (tx: Tx, change: JobChange): void => writeAtCommit(tx, jobRows, change)

const keyOf = ({ entityId, kind, resourceId }: JobKey): JobKey => ({ entityId, kind, resourceId })

const jobRows: Writer<JobChange> = {
  place: 1,
  write: writeJobs,
  raises: () => true,
}

/** Sends all statements at once, in the order of the jobs. They fail if a job that the transaction carried out was changed (`isJobChanged`). */
async function writeJobs(tx: Tx, changes: readonly JobChange[]): Promise<void> {
  const finals = finalChanges(changes)
  const own = finals.filter(({ runs, act }) => runs !== undefined && act !== 'lease')
  const others = finals.filter(({ runs, act }) => runs === undefined || act !== 'cancel')
  await Promise.all([deleteOwnJobs(tx, own), ...runsOfAct(others).map((jobs) => WRITES[jobs[0]!.act](tx, jobs))])
}

/** Divides changes where their act differs from the one before. */
function runsOfAct(changes: readonly FinalChange[]): FinalChange[][] {
  const runs: FinalChange[][] = []
  for (const change of changes) {
    const last = runs.at(-1)
    if (last?.[0]!.act === change.act) last.push(change)
    else runs.push([change])
  }
  return runs
}

/** Statements for changes of one act. */
const WRITES: Record<FinalChange['act'], (tx: Tx, jobs: readonly FinalChange[]) => Promise<unknown>> = {
  schedule: upsertJobs,
  scheduleNoLater: (tx, jobs) => Promise.all(jobs.map((job) => upsertNoLater(tx, job))),
  cancel: deleteJobs,
  lease: (tx, jobs) => Promise.all(jobs.map((job) => leaseOwnJob(tx, job, job.runs!))),
}

/** The last word on each job, by key ascending. */
function finalChanges(changes: readonly JobChange[]): FinalChange[] {
  const finals = new Map<string, FinalChange>()
  for (const change of changes) {
    const key = `${change.entityId} ${change.kind} ${change.resourceId}`
    finals.set(key, followedBy(finals.get(key), change))
  }
  return [...finals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, final]) => final)
}

function followedBy(before: FinalChange | undefined, change: JobChange): FinalChange {
  const job = { ...keyOf(change), ...(before?.runs === undefined ? {} : { runs: before.runs }) }
  switch (change.act) {
    case 'finish':
      return { ...job, runs: change.workId, act: 'cancel' }
    case 'lease':
      return { ...job, runs: change.workId, act: 'lease', until: change.until }
    case 'cancel':
      return { ...job, act: 'cancel' }
    case 'schedule':
      return { ...job, ...placeOf(change), act: 'schedule', dueAt: change.dueAt, workId: change.workId }
    case 'scheduleNoLater': {
      const { dueAt, workId } = before?.dueAt && before.dueAt <= change.dueAt ? before : change
      return { ...job, act: before && before.act !== 'scheduleNoLater' ? 'schedule' : 'scheduleNoLater', dueAt, workId }
    }
  }
}

const placeOf = ({ partition, continues }: Pick<NewWork, 'partition' | 'continues'>) => ({ partition, continues })

/** Leases the row that the transaction carries out. */
async function leaseOwnJob(tx: Tx, { entityId, until }: FinalChange, workId: string): Promise<void> {
  await tx.query({
    // Without a name, so that PostgreSQL plans it for the current number of jobs.
    text: `with leased as (update due_work set retry_at = $3 where entity_id = $1 and work_id = $2 returning 1)
      select must_be_unchanged((select count(*) from leased) = 1)`,
    values: [entityId, workId, until],
  })
}

/** Takes away the rows that the transaction carries out. */
async function deleteOwnJobs(tx: Tx, jobs: readonly FinalChange[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.query({
    name: 'finish-work',
    text: 'select finish_jobs($1, $2)',
    values: [columnOf('uuid', jobs, ({ entityId }) => entityId), columnOf('uuid', jobs, ({ runs }) => runs)],
  })
}

/** Upserts jobs in array order. A rescheduled job gets a new id, so that a worker running the old one starts again. */
async function upsertJobs(tx: Tx, jobs: readonly FinalChange[]): Promise<void> {
  for (const { kind, workId } of jobs) traceScheduled(kind, workId!)
  await tx.query({
    name: 'schedule-work',
    text: `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane, continues)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::smallint[], $7::boolean[])
      on conflict (entity_id, kind, resource_id) do update
        set work_id = excluded.work_id, due_at = excluded.due_at, retry_at = null`,
    values: [
      columnOf('uuid', jobs, ({ entityId }) => entityId),
      columnOf('uuid', jobs, ({ workId }) => workId),
      columnOf('text', jobs, ({ kind }) => kind),
      columnOf('uuid', jobs, ({ resourceId }) => resourceId),
      columnOf('timestamptz', jobs, ({ dueAt }) => dueAt),
      columnOf('smallint', jobs, ({ entityId, partition = entityId }) => laneOf(partition)),
      columnOf('boolean', jobs, ({ continues = false }) => continues),
    ],
  })
}

async function upsertNoLater(tx: Tx, { entityId, kind, resourceId, dueAt, workId }: FinalChange): Promise<void> {
  traceScheduled(kind, workId!)
  await tx.query({
    name: 'schedule-work-no-later',
    text: `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
      select $1::uuid, $2::uuid, $3::text, $4::uuid, $5::timestamptz, $6::smallint
        where not exists (select 1 from due_work where entity_id = $1 and kind = $3 and resource_id = $4 and due_at <= $5)
      on conflict (entity_id, kind, resource_id) do update
        set work_id = excluded.work_id, due_at = excluded.due_at, retry_at = null
        where due_work.due_at > excluded.due_at`,
    values: [entityId, workId, kind, resourceId, dueAt, laneOf(entityId)],
  })
}

/** Deletes jobs, locked by key ascending. */
async function deleteJobs(tx: Tx, jobs: readonly JobKey[]): Promise<void> {
  await tx.query({
    name: 'cancel-work',
    text: 'select cancel_jobs($1, $2, $3)',
    values: [
      columnOf('uuid', jobs, ({ entityId }) => entityId),
      columnOf('text', jobs, ({ kind }) => kind),
      columnOf('uuid', jobs, ({ resourceId }) => resourceId),
    ],
  })
}

/**
 * Part of a statement that schedules a job for each of a set of new resources.
 *
 * @param rows query with the columns entity_id, work_id, kind, resource_id, due_at, lane and continues
 */
export const jobsOfSet = (rows: string): string =>
  `jobs_written as (insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane, continues) ${rows})`
