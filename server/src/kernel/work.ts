import { type Db, inTransaction, type Tx } from './db.ts'
import type { Clock } from './clock.ts'
import { newUuid } from './ids.ts'

/**
 * Work that falls due at a business time. A row stands for one piece of work on one resource; its handler runs in the
 * transaction that deletes the row, so work is done once or is still due. Rows of one entity run in order of due time.
 */
export interface DueWork {
  entityId: string
  kind: string
  resourceId: string
  /** Business time. */
  dueAt: Date
}

/** Does one piece of work. `at` is the business time it counts as: its due time, or now when it is late. */
export type WorkHandler = (tx: Tx, work: DueWork, at: Date) => Promise<void>

export interface Worker {
  /** Runs due work in the background until `stop`. */
  start(): void
  stop(): Promise<void>
  /** Does everything due by `until`, what that makes due included, before it answers; how many pieces. */
  runDue(until: Date): Promise<number>
  /** Looks for due work at once. */
  wake(): void
}

const LANES = 4
const IDLE_MS = 250

const laneOf = (entityId: string): number => Number.parseInt(entityId.slice(-4), 16) % LANES

/** Schedules work inside the transaction that makes it necessary; the same kind on the same resource is moved, not doubled. */
export async function scheduleWork(tx: Tx, work: DueWork): Promise<void> {
  await tx.query({
    name: 'schedule-work',
    text: `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane) values ($1, $2, $3, $4, $5, $6)
      on conflict (entity_id, kind, resource_id) do update set due_at = excluded.due_at, retry_at = null`,
    values: [work.entityId, newUuid(), work.kind, work.resourceId, work.dueAt, laneOf(work.entityId)],
  })
}

/**
 * As `scheduleWork`, but work that is due no later already stays as it is: it may be late, and must not be put off. It is
 * not waited for either, should it be running: its handler takes the lock that the caller holds, and looks once it has it
 * whether more is to be done.
 */
export async function scheduleNoLater(tx: Tx, work: DueWork): Promise<void> {
  await tx.query({
    name: 'schedule-work-no-later',
    text: `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
      select $1::uuid, $2::uuid, $3::text, $4::uuid, $5::timestamptz, $6::smallint
        where not exists (select 1 from due_work where entity_id = $1 and kind = $3 and resource_id = $4 and due_at <= $5)
      on conflict (entity_id, kind, resource_id) do update set due_at = excluded.due_at, retry_at = null
        where due_work.due_at > excluded.due_at`,
    values: [work.entityId, newUuid(), work.kind, work.resourceId, work.dueAt, laneOf(work.entityId)],
  })
}

/** Schedules one kind of work for many resources of an entity at once, as `scheduleWork` does for one. */
export async function scheduleAll(
  tx: Tx,
  work: Omit<DueWork, 'resourceId'> & { resourceIds: readonly string[] },
): Promise<void> {
  await tx.query({
    name: 'schedule-all-work',
    text: `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
      select $1, work_id, $2, resource_id, $3, $4 from unnest($5::uuid[], $6::uuid[]) as due (work_id, resource_id)
      on conflict (entity_id, kind, resource_id) do update set due_at = excluded.due_at, retry_at = null`,
    values: [
      work.entityId,
      work.kind,
      work.dueAt,
      laneOf(work.entityId),
      work.resourceIds.map(() => newUuid()),
      work.resourceIds,
    ],
  })
}

/** Takes back work that is no longer wanted. */
export async function cancelWork(tx: Tx, work: Omit<DueWork, 'dueAt'>): Promise<void> {
  await tx.query({
    name: 'cancel-work',
    text: 'delete from due_work where entity_id = $1 and kind = $2 and resource_id = $3',
    values: [work.entityId, work.kind, work.resourceId],
  })
}

/** A worker over all kinds; several processes may run one each: a lane is worked by one of them at a time. */
export function createWorker(deps: {
  db: Pick<Db, 'pool'>
  clock: Clock
  handlers: Record<string, WorkHandler>
  onFailure: (error: unknown, work: DueWork) => void
}): Worker {
  let running = false
  let loop: Promise<void> = Promise.resolve()
  let wakeUp: (() => void) | undefined

  const idle = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function background() {
    while (running) {
      const done = await runDue(deps.clock.now()).catch(() => 0) // the database is away: try again after the pause
      if (running && done === 0) await idle()
    }
  }

  async function runDue(until: Date): Promise<number> {
    const lanes = await busyLanes(deps.db, until, deps.clock.wall())
    const counts = await Promise.all(lanes.map((lane) => runLane(deps, lane, until)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    start() {
      running = true
      loop = background()
    },
    async stop() {
      running = false
      wakeUp?.()
      await loop
    },
    async runDue(until) {
      let total = 0
      for (let done = -1; done !== 0; total += done) done = await runDue(until)
      return total
    },
    wake: () => wakeUp?.(),
  }
}

async function busyLanes(db: Pick<Db, 'pool'>, until: Date, wall: Date): Promise<number[]> {
  const found = await db.pool.query<{ lane: number }>({
    name: 'busy-lanes',
    text: `select lane from generate_series(0, ${LANES - 1}) lane
      where exists (select 1 from due_work w where w.lane = lane.lane and w.due_at <= $1 and (w.retry_at is null or w.retry_at <= $2))`,
    values: [until, wall],
  })
  return found.rows.map((row) => row.lane)
}

async function runLane(deps: Parameters<typeof createWorker>[0], lane: number, until: Date): Promise<number> {
  let done = 0
  while (await runNext(deps, lane, until)) done++
  return done
}

type WorkRow = DueWork & { workId: string }

/** One piece of work in one transaction; false when none is due. A failure is kept on the row and tried again later. */
async function runNext(deps: Parameters<typeof createWorker>[0], lane: number, until: Date): Promise<boolean> {
  let row: WorkRow | undefined
  try {
    return await inTransaction(deps.db, async (tx) => {
      await tx.query({ name: 'lock-lane', text: `select pg_advisory_xact_lock(7301, $1)`, values: [lane] })
      row = await nextRow(tx, lane, until, deps.clock.wall())
      if (!row) return false
      const handler = deps.handlers[row.kind]
      if (!handler) throw new Error(`no handler for work of kind ${row.kind}`)
      const at = new Date(Math.max(row.dueAt.getTime(), deps.clock.now().getTime()))
      // Removed before the handler runs, so that the handler may schedule the same kind again.
      await tx.query({
        name: 'finish-work',
        text: 'delete from due_work where entity_id = $1 and work_id = $2',
        values: [row.entityId, row.workId],
      })
      await handler(tx, row, at)
      return true
    })
  } catch (error) {
    if (!row) throw error
    deps.onFailure(error, row)
    await postpone(deps, row, error)
    return true
  }
}

async function nextRow(tx: Tx, lane: number, until: Date, wall: Date): Promise<WorkRow | undefined> {
  const found = await tx.query<WorkRow>({
    name: 'next-work', // index due_work_by_lane
    text: `select entity_id as "entityId", work_id as "workId", kind, resource_id as "resourceId", due_at as "dueAt"
      from due_work where lane = $1 and due_at <= $2 and (retry_at is null or retry_at <= $3)
      order by due_at, work_id limit 1 for update`,
    values: [lane, until, wall],
  })
  return found.rows[0]
}

/** Tries again after 1, 2, 4 … seconds of wall time, at most five minutes. */
async function postpone(deps: Parameters<typeof createWorker>[0], row: WorkRow, error: unknown): Promise<void> {
  await deps.db.pool.query(
    `update due_work set attempts = attempts + 1, last_error = left($3, 1000),
       retry_at = $4::timestamptz + least(power(2, least(attempts, 10)), 300) * interval '1 second'
     where entity_id = $1 and work_id = $2`,
    [row.entityId, row.workId, String(error), deps.clock.wall()],
  )
}
