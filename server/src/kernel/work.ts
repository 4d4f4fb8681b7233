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

/**
 * Does one piece of work. `at` is the business time it counts as: its due time, or now when it is late. A handler that must
 * ask the outside first answers with an errand: the work stays due, and its handler is called again when the errand is done.
 */
export type WorkHandler = (tx: Tx, work: DueWork, at: Date) => Promise<Errand | void>

/**
 * Asks the outside what a piece of work must know, after the handler's commit, in no transaction and under no lock, and
 * stores what it learns itself. Safe to repeat: after a crash the handler is called again, and sees what is stored.
 */
export type Errand = (db: Pick<Db, 'pool'>) => Promise<void>

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
/** Errands of one process under way at a time; others wait for their turn. */
const ERRANDS_AT_ONCE = 16
/** Wall time after which work whose errand has not come back is taken up again: the process that ran it is gone. */
const ERRAND_LEASE_S = 30

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

interface WorkerDeps {
  db: Pick<Db, 'pool'>
  clock: Clock
  handlers: Record<string, WorkHandler>
  onFailure: (error: unknown, work: DueWork) => void
}

/** A worker over all kinds; several processes may run one each: a lane is worked by one of them at a time. */
export function createWorker(deps: WorkerDeps): Worker {
  let running = false
  let loop: Promise<void> = Promise.resolve()
  let wakeUp: (() => void) | undefined
  const errands = createErrands(deps, () => wakeUp?.())

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
    const counts = await Promise.all(lanes.map((lane) => runLane(deps, errands, lane, until)))
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
      await errands.stop()
    },
    async runDue(until) {
      for (let total = 0; ; ) {
        const returned = errands.returned()
        const done = await runDue(until)
        total += done
        if (done > 0) continue
        await errands.settled()
        if (errands.returned() === returned) return total // else its work became due, perhaps after we had looked
      }
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

async function runLane(deps: WorkerDeps, errands: Errands, lane: number, until: Date): Promise<number> {
  let done = 0
  while (await runNext(deps, errands, lane, until)) done++
  return done
}

type WorkRow = DueWork & { workId: string; attempts: number }

/** One piece of work in one transaction; false when none is due. A failure is kept on the row and tried again later. */
async function runNext(deps: WorkerDeps, errands: Errands, lane: number, until: Date): Promise<boolean> {
  let row: WorkRow | undefined
  try {
    const errand = await inTransaction(deps.db, async (tx) => {
      await tx.query({ name: 'lock-lane', text: `select pg_advisory_xact_lock(7301, $1)`, values: [lane] })
      row = await nextRow(tx, lane, until, deps.clock.wall())
      return row && runHandler(tx, deps, row)
    })
    if (row && errand) errands.start(row, errand)
    return row !== undefined
  } catch (error) {
    if (!row) throw error
    deps.onFailure(error, row)
    await postpone(deps, row, error)
    return true
  }
}

async function runHandler(tx: Tx, { clock, handlers }: WorkerDeps, row: WorkRow): Promise<Errand | void> {
  const handler = handlers[row.kind]
  if (!handler) throw new Error(`no handler for work of kind ${row.kind}`)
  const at = new Date(Math.max(row.dueAt.getTime(), clock.now().getTime()))
  // Removed before the handler runs, so that the handler may schedule the same kind again.
  await tx.query({
    name: 'finish-work',
    text: 'delete from due_work where entity_id = $1 and work_id = $2',
    values: [row.entityId, row.workId],
  })
  const errand = await handler(tx, row, at)
  if (errand) await keepForErrand(tx, row, clock.wall())
  return errand
}

/** The work is due as before, though nobody takes it up while its errand is under way. */
async function keepForErrand(tx: Tx, row: WorkRow, wall: Date): Promise<void> {
  await scheduleWork(tx, row)
  await tx.query({
    name: 'lease-work',
    text: `update due_work set retry_at = $4, attempts = $5 where entity_id = $1 and kind = $2 and resource_id = $3`,
    values: [row.entityId, row.kind, row.resourceId, new Date(wall.getTime() + ERRAND_LEASE_S * 1000), row.attempts],
  })
}

interface Errands {
  start(work: WorkRow, errand: Errand): void
  /** Waits until none is under way or waiting. */
  settled(): Promise<void>
  /** How many have come back so far; by then their work is due again. */
  returned(): number
  /** Forgets those that wait, and waits for those under way: the work of the former is taken up again elsewhere. */
  stop(): Promise<void>
}

/** The errands of one process: one for a piece of work, some at a time. `onReturn` is told when work is due again. */
function createErrands(deps: WorkerDeps, onReturn: () => void): Errands {
  const underWay = new Map<string, Promise<void>>()
  const waiting = new Map<string, () => void>()
  let returned = 0
  const keyOf = ({ entityId, kind, resourceId }: WorkRow) => `${entityId} ${kind} ${resourceId}`

  function begin(key: string, work: WorkRow, errand: Errand): void {
    const done = runErrand(deps, work, errand).finally(() => {
      underWay.delete(key)
      returned++
      onReturn()
      const [next] = waiting
      if (!next) return
      waiting.delete(next[0])
      next[1]()
    })
    underWay.set(key, done)
  }

  return {
    start(work, errand) {
      const key = keyOf(work)
      if (underWay.has(key) || waiting.has(key)) return // its lease ran out while it waits for its turn
      if (underWay.size < ERRANDS_AT_ONCE) begin(key, work, errand)
      else waiting.set(key, () => begin(key, work, errand))
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.values())
    },
    returned: () => returned,
    async stop() {
      waiting.clear()
      await Promise.all(underWay.values())
    },
  }
}

/** Never rejects: an errand that fails is reported, and its work tried again later. */
async function runErrand(deps: WorkerDeps, work: WorkRow, errand: Errand): Promise<void> {
  try {
    await errand(deps.db)
    await deps.db.pool.query({
      name: 'resume-work',
      text: `update due_work set retry_at = null, attempts = 0 where entity_id = $1 and kind = $2 and resource_id = $3`,
      values: [work.entityId, work.kind, work.resourceId],
    })
  } catch (error) {
    deps.onFailure(error, work)
    await postpone(deps, work, error).catch(() => {}) // the database is away: the lease runs out
  }
}

async function nextRow(tx: Tx, lane: number, until: Date, wall: Date): Promise<WorkRow | undefined> {
  const found = await tx.query<WorkRow>({
    name: 'next-work', // index due_work_by_lane
    text: `select entity_id as "entityId", work_id as "workId", kind, resource_id as "resourceId", due_at as "dueAt", attempts
      from due_work where lane = $1 and due_at <= $2 and (retry_at is null or retry_at <= $3)
      order by due_at, work_id limit 1 for update`,
    values: [lane, until, wall],
  })
  return found.rows[0]
}

/** Tries again after 1, 2, 4 … seconds of wall time, at most five minutes. */
async function postpone(deps: WorkerDeps, row: WorkRow, error: unknown): Promise<void> {
  await deps.db.pool.query(
    `update due_work set attempts = attempts + 1, last_error = left($4, 1000),
       retry_at = $5::timestamptz + least(power(2, least(attempts, 10)), 300) * interval '1 second'
     where entity_id = $1 and kind = $2 and resource_id = $3`,
    [row.entityId, row.kind, row.resourceId, String(error), deps.clock.wall()],
  )
}
