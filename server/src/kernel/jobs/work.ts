import type { Act } from '../values/act.ts'
import { isReset } from '../db/connection-loss.ts'
import { asOfEpoch, type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Clock } from '../values/clock.ts'
import type { Backlog } from './backlog.ts'
import { type DueWork, finishWork, isJobChanged, leaseWork, scheduledIn, type WorkRow } from './job-rows.ts'
import { inCallSpan, inJobSpan, inSetSpan } from './job-traces.ts'
import { createLaneTurns, isBusy, type LaneTurns } from './lane-turns.ts'
import { busyLanes, createCollecting, nextRow } from './next-work.ts'
import { endLease, postpone, putOff } from './put-off.ts'
import { createRunDue, type KnownJobs, type NextJob, readJob, type RunLimits } from './run-due.ts'
import { runSweeps, type Sweep } from './sweeps.ts'
import { readSet, runSet, type SetHandler } from './work-sets.ts'

export { type Sweep, sweepSets } from './sweeps.ts'
export type { SetHandler } from './work-sets.ts'
export {
  type DueWork,
  type NewWork,
  cancelWork,
  jobsOfSet,
  laneOf,
  scheduleAll,
  scheduleNoLater,
  scheduleWork,
} from './job-rows.ts'

/**
 * Runs one job. `at` is its business time: its due time, or now if it is late. A handler that first needs an external
 * call returns it: the job is suspended under a lease and its handler runs again after the call.
 */
export type WorkHandler = (tx: Tx, work: DueWork, act: Act) => Promise<ExternalCall | QueuedExternalCall | void>

/**
 * Makes the external call of a job after the handler's commit, outside any transaction or lock, and stores its own
 * result. It must be safe to repeat: after a crash the handler runs again and sees the stored data. A call that may not be
 * made yet returns `PutOff`: its job is looked at again after a minute.
 */
export type ExternalCall = (db: Pick<Db, 'pool'>) => Promise<void | 'PutOff'>

/** An external call in a queue of its own: a slow system delays its own queue only. */
export interface QueuedExternalCall {
  queue: ErrandQueue
  run: ExternalCall
}

/** A queue of one process. Its entities take turns, so that one with many calls does not delay another with few. */
interface ErrandQueue {
  name: string
  /** Calls under way at a time. */
  atOnce: number
}

export interface Worker {
  /** Runs due jobs in the background until `stop`. */
  start(): void
  stop(): Promise<void>
  /** Runs all jobs due by `until`, including those they schedule, before it returns their number. */
  runDue(until: Date): Promise<number>
  /** Looks for due jobs immediately. */
  wake(): void
  /** Returns the queues of external calls of this process. */
  queues(): CallQueue[]
}

/** A queue of external calls: those under way, and those that wait for their turn. */
interface CallQueue {
  name: string
  underWay: number
  waiting: number
}

const IDLE_MS = 250
/** The queue of external calls that name none. */
const COMMON_QUEUE: ErrandQueue = { name: '', atOnce: 16 }
/** Wall time between two renewals of the leases of waiting and running calls. */
const RENEWAL_MS = 10_000
/** Lease in seconds of wall time after which a job's unfinished external call is retried: its process is gone. */
const EXTERNAL_CALL_LEASE_S = 30

interface WorkerDeps {
  db: Pick<Db, 'pool' | 'epochs'>
  clock: Clock
  handlers: Record<string, WorkHandler>
  /** Handlers that run several jobs of a kind together. */
  sets?: Readonly<Record<string, SetHandler>>
  /** Returns true while a job waits although it is due. */
  isPaused?: (work: DueWork) => boolean | Promise<boolean>
  /** Sweeps by the kind under which their failures are reported. */
  sweeps?: Readonly<Record<string, Sweep>>
  onFailure: (error: unknown, work: Omit<DueWork, 'dueAt'>) => void
  /** Receives the time that jobs took, with the wait of their lane for its turn. */
  backlog?: Pick<Backlog, 'ran'>
  runLimits?: RunLimits
}

/** A worker over all kinds; several processes may run one each: a lane is worked by one of them at a time. */
export function createWorker(deps: WorkerDeps): Worker {
  let running = false
  let loop: Promise<unknown> = Promise.resolve()
  const [laneTurns, mayCollect] = [createLaneTurns(), createCollecting()]
  const { idle, wake } = createPause()
  const externalCalls = createExternalCalls(deps, wake)

  async function background(run: (until: Date) => Promise<number>) {
    while (running) {
      const done = await run(deps.clock.now()).catch(() => 0) // the database is away: try again after the pause
      if (running && done === 0) await idle()
    }
  }

  async function runJobs(until: Date, mayCollect = false, isLong?: () => boolean): Promise<number> {
    const lanes = await busyLanes(deps.db, until, deps.clock.wall())
    const run = (lane: number) => runLane({ ...deps, laneTurns }, externalCalls, { lane, until, mayCollect, isLong })
    return sumOf(await Promise.all(lanes.map(run)))
  }

  function sweepUntil(until: Date, isAwaited = false): Promise<number> {
    const { clock, sweeps = {}, onFailure } = deps
    const db = asOfEpoch(deps.db, clock.epoch?.()) // that of `until`
    const at = (begun: Date) => new Date(Math.max(begun.getTime(), clock.now().getTime()))
    return runSweeps(sweeps, { db, until, at, isAwaited }, onFailure)
  }

  return {
    start() {
      running = true
      loop = Promise.all([background((until) => runJobs(until, mayCollect())), background(sweepUntil)])
    },
    async stop() {
      running = false
      wake()
      await loop
      await externalCalls.stop()
    },
    runDue: createRunDue(deps, {
      sweepUntil: (until) => sweepUntil(until, true),
      externalCalls,
      runJobs: (until, isLong) => runJobs(until, false, isLong),
      runNext: (lane, until, known) => runNext(deps, externalCalls, { lane, until, alone: new Set(), known }),
    }),
    wake,
    queues: () => externalCalls.queues(),
  }
}

/** Creates the pause of a worker without due jobs: it ends after a while, or earlier by `wake`. */
function createPause() {
  const idlers = new Set<() => void>()
  const idle = () =>
    new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        idlers.delete(resume)
        resolve()
      }
      const timer = setTimeout(resume, IDLE_MS)
      idlers.add(resume)
    })
  return { idle, wake: () => idlers.forEach((resume) => resume()) }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

async function runLane(
  deps: WorkerDeps & { laneTurns: LaneTurns },
  externalCalls: ExternalCalls,
  part: Omit<Lane, 'alone'>,
): Promise<number> {
  const alone = new Set<string>()
  for (let total = 0; ; ) {
    const begin = performance.now()
    const done = await deps.laneTurns(() => runNext(deps, externalCalls, { ...part, alone }))
    if (done === 0) return total
    deps.backlog?.ran(part.lane, done, performance.now() - begin)
    total += done
    if (part.isLong?.()) return total
  }
}

/** A lane that is run, with the ids of jobs that no set takes. */
interface Lane {
  lane: number
  until: Date
  alone: Set<string>
  /** True if jobs may wait for others while the process is busy. */
  mayCollect?: boolean
  /** Returns true once a run has taken so long that it need not empty its lanes. */
  isLong?: (() => boolean) | undefined
  /** The job to be run, of a run that takes on known jobs alone. */
  known?: { job: NextJob; jobs: KnownJobs } | undefined
}

/**
 * Runs one job, or a set of them, in one transaction; returns their number, 0 without a due job. A failure is stored on the row and retried later.
 * The partition's lock keeps other workers away from the job; its row is not locked, because clients change it at their
 * commit while holding locks that the handler needs. If a client does, the handler's changes are rolled back and the
 * job is checked again.
 */
async function runNext(
  given: WorkerDeps,
  externalCalls: ExternalCalls,
  { lane, until, alone, mayCollect = false, known }: Lane,
): Promise<number> {
  const deps = { ...given, db: asOfEpoch(given.db, given.clock.epoch?.()) }
  let row: WorkRow | undefined
  let set: WorkRow[] = []
  try {
    const externalCall = await inTransaction(deps.db, async (tx) => {
      const locked = tx.query({ name: 'lock-lane', text: `select pg_advisory_xact_lock(7301, $1)`, values: [lane] })
      const found = known
        ? readJob(tx, known.job, until, deps.clock.wall())
        : nextRow(tx, { lane, until, collects: mayCollect && isBusy() }, deps.clock)
      ;[row] = await Promise.all([found, locked]) // one round trip, in the order sent
      if (row && (await deps.isPaused?.(row))) return putOff(tx, row, until, deps.clock)
      set = row && !known ? await setWith(tx, deps, lane, row, alone) : []
      if (set.length === 0) return row && runHandler(tx, deps, row, known?.jobs.own)
      const act = systemAct(deps, deps.clock.now())
      const left = await inSetSpan(set, () => runSet(tx, deps.sets![row!.kind]!, set, act))
      for (const { workId } of left) alone.add(workId)
    })
    if (row && externalCall) externalCalls.start(row, externalCall, deps.db)
    return row ? Math.max(1, set.length) : 0
  } catch (error) {
    if (isReset(error)) return 0
    if (!row) throw error
    for (const { workId } of set) alone.add(workId) // what stops one of a set is found when each runs alone
    if (set.length > 0 || isJobChanged(error)) return 1
    deps.onFailure(error, row)
    await postpone(deps, row, error)
    return 1
  }
}

/** Returns the jobs to be run together with the next one; none if it is run alone. */
async function setWith(tx: Tx, deps: WorkerDeps, lane: number, row: WorkRow, alone: ReadonlySet<string>) {
  const now = deps.clock.now()
  if (!deps.sets?.[row.kind] || alone.has(row.workId) || row.attempts > 0 || row.dueAt > now) return []
  const found = (await readSet(tx, lane, row, now)).filter(({ workId }) => !alone.has(workId))
  return found.length > 1 ? found : []
}

const systemAct = ({ clock }: WorkerDeps, at: Date): Act => {
  return { actor: { type: 'system' }, at, wall: clock.wall(), epoch: clock.epoch?.() }
}

/** @param own receives the ids of the jobs that it schedules */
async function runHandler(tx: Tx, deps: WorkerDeps, row: WorkRow, own?: Set<string>): ReturnType<WorkHandler> {
  const { clock, handlers } = deps
  const handler = handlers[row.kind]
  if (!handler) throw new Error(`no handler for work of kind ${row.kind}`)
  const at = new Date(Math.max(row.dueAt.getTime(), clock.now().getTime()))
  finishWork(tx, row)
  const externalCall = await inJobSpan(row, () => handler(tx, row, systemAct(deps, at)))
  if (externalCall) leaseWork(tx, row, leaseEnd(clock))
  if (own) for (const id of scheduledIn(tx)) own.add(id)
  return externalCall
}

interface ExternalCalls {
  /** @param db belongs to the epoch of the job */
  start(work: WorkRow, externalCall: ExternalCall | QueuedExternalCall, db: WorkerDeps['db']): void
  /** Waits until no call of the jobs with these ids is running or waiting; returns the number that it waited for. */
  settled(isOf: (workId: string) => boolean): Promise<number>
  /** Returns the number of finished calls, whose jobs are due again. */
  returned(): number
  /** Drops waiting calls and waits for running ones: jobs of the dropped ones are retried elsewhere. */
  stop(): Promise<void>
  queues(): CallQueue[]
}

interface Waiting {
  key: string
  work: WorkRow
  run: ExternalCall
  db: WorkerDeps['db']
}

/** A queue: the number of running calls, and the waiting ones by entity. Entities take turns in order of the map. */
interface Queue {
  underWay: number
  waiting: Map<string, Waiting[]>
}

/**
 * Runs the external calls of one process: one per job, several of a queue at a time. `onReturn` is called when a job is due
 * again.
 */
function createExternalCalls(deps: WorkerDeps, onReturn: () => void): ExternalCalls {
  const works = new Map<string, WorkRow>() // waiting and under way
  const underWay = new Map<string, Promise<void>>()
  const queues = new Map<string, Queue>()
  let returned = 0
  let renewal: NodeJS.Timeout | undefined
  const keyOf = ({ entityId, kind, resourceId }: WorkRow) => `${entityId} ${kind} ${resourceId}`

  function begin(queue: Queue, { key, work, run, db }: Waiting): void {
    queue.underWay++
    const done = runExternalCall({ ...deps, db }, work, run).finally(() => {
      underWay.delete(key)
      works.delete(key)
      queue.underWay--
      returned++
      onReturn()
      const next = takeTurn(queue)
      if (next) begin(queue, next)
      if (works.size === 0) endRenewal()
    })
    underWay.set(key, done)
  }

  function endRenewal(): void {
    clearInterval(renewal)
    renewal = undefined
  }

  return {
    start(work, externalCall, db) {
      const key = keyOf(work)
      if (works.has(key)) return // its lease ran out while it waits for its turn
      const { queue: named, run } =
        typeof externalCall === 'function' ? { queue: COMMON_QUEUE, run: externalCall } : externalCall
      const queue = queues.get(named.name) ?? { underWay: 0, waiting: new Map() }
      queues.set(named.name, queue)
      works.set(key, work)
      renewal ??= setInterval(() => void renewLeases(deps, [...works.values()]).catch(() => {}), RENEWAL_MS).unref()
      if (queue.underWay < named.atOnce) begin(queue, { key, work, run, db })
      else addWaiting(queue, { key, work, run, db })
    },
    async settled(isOf) {
      for (let total = 0; ; ) {
        const own = [...works].filter(([, { workId }]) => isOf(workId))
        if (own.length === 0) return total
        const calls = own.flatMap(([key]) => underWay.get(key) ?? [])
        await (calls.length > 0 ? Promise.all(calls) : Promise.race(underWay.values()))
        total += calls.length
      }
    },
    returned: () => returned,
    async stop() {
      for (const { waiting } of queues.values()) {
        for (const { key } of [...waiting.values()].flat()) works.delete(key)
        waiting.clear()
      }
      await Promise.all(underWay.values())
      endRenewal()
    },
    queues: () =>
      [...queues].map(([name, { underWay: running, waiting }]) => ({
        name,
        underWay: running,
        waiting: sumOf([...waiting.values()].map(({ length }) => length)),
      })),
  }
}

function addWaiting({ waiting }: Queue, entry: Waiting): void {
  const { entityId } = entry.work
  const own = waiting.get(entityId)
  if (own) own.push(entry)
  else waiting.set(entityId, [entry])
}

/** Returns the first call of the entity whose turn it is, and moves the entity to the end of the queue. */
function takeTurn({ waiting }: Queue): Waiting | undefined {
  const [turn] = waiting
  if (!turn) return undefined
  const [entityId, own] = turn
  waiting.delete(entityId)
  const next = own.shift()
  if (own.length > 0) waiting.set(entityId, own)
  return next
}

/** Keeps other processes away from jobs whose calls wait or run here. Skips rows that another transaction locks. */
async function renewLeases({ db, clock }: WorkerDeps, works: readonly WorkRow[]): Promise<void> {
  await db.pool.query({
    name: 'renew-leases',
    text: `update due_work w set retry_at = $3 from (
        select entity_id, work_id from due_work
          where (entity_id, work_id) in (select * from unnest($1::uuid[], $2::uuid[])) and retry_at is not null
          for update skip locked) l
      where w.entity_id = l.entity_id and w.work_id = l.work_id`,
    values: [works.map(({ entityId }) => entityId), works.map(({ workId }) => workId), leaseEnd(clock)],
  })
}

const leaseEnd = (clock: Clock): Date => new Date(clock.wall().getTime() + EXTERNAL_CALL_LEASE_S * 1000)

/** Runs a call and never rejects: a failure is reported, and its job is retried later. */
async function runExternalCall(deps: WorkerDeps, work: WorkRow, externalCall: ExternalCall): Promise<void> {
  try {
    const outcome = await inCallSpan(work, () => externalCall(deps.db))
    await endLease(deps, work, outcome === 'PutOff')
  } catch (error) {
    if (isReset(error)) return // its job is gone
    deps.onFailure(error, work)
    await postpone(deps, work, error).catch(() => {}) // the database is away: the lease runs out
  }
}
