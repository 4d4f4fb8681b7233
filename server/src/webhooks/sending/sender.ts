import { isReset } from '../../kernel/db/connection-loss.ts'
import { setMaxListeners } from 'node:events'
import { createInterruption, type Interruption } from '../../kernel/interruption.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import { attemptAll, type AttemptDeps } from './attempt.ts'
import { deriveDeliveries } from './derive.ts'
import { createPace } from './pace.ts'
import { claim, findOpenEndpoints, type OpenEndpoint } from './queue.ts'
import { findSetBack, restartWaits, watchClock } from './set-back.ts'
import { takeTurns } from './turns.ts'

/** Sends events to webhook endpoints. */
export interface WebhookSender {
  /** Sends in the background until `stop`. */
  start(): void
  /** Ends attempts under way; another process, or the next start, repeats them. */
  stop(): Promise<void>
  /** Queues and attempts everything that is due, and waits for the outcomes. Returns the number of attempts. */
  runDue(): Promise<number>
}

interface SenderLimits {
  /** Time for an attempt. */
  timeoutMs: number
  /** Pause between two looks for something to do. */
  idleMs: number
}

const LIMITS: SenderLimits = { timeoutMs: 10_000, idleMs: 500 }
/** Attempts of one process for one endpoint at a time. The database limits those of all processes. */
const LANES = 4
/** Attempts of one process under way at a time. */
const MOST_LANES = 1024
/** Transactions of one process at a time, so that webhooks do not take all connections. */
const TRANSACTIONS = 3

/** Work of this process for one endpoint. */
interface Running {
  lanes: number
  isDeriving: boolean
}

/**
 * Creates a sender. Several processes may run one each: rows are claimed under leases. Requests run outside transactions, and each
 * endpoint has lanes of its own, so a slow receiver delays only its own deliveries. A process that is busy with requests sends less.
 */
export const createWebhookSender = (deps: AttemptDeps, limits: Partial<SenderLimits> = {}): WebhookSender =>
  new Sender(deps, { ...LIMITS, ...limits })

class Sender implements WebhookSender {
  private readonly deps: AttemptDeps
  private readonly limits: SenderLimits
  private readonly running = new Map<string, Running>()
  private readonly tasks = new Set<Promise<void>>()
  private readonly stopped = new AbortController()
  private readonly takeTurn = takeTurns(TRANSACTIONS)
  /** Work is begun by one at a time and at a pace. Outcomes are recorded without waiting for it: their leases run. */
  private readonly takeStart = takeTurns(1)
  private readonly pace = createPace()
  private readonly isSetBack = watchClock()
  /** Deliveries may have times in the future of the clock, until a transaction that restarts their waits succeeds. */
  private hasOldWaits = false
  private timer: NodeJS.Timeout | undefined
  private readonly interruption: Interruption
  private lanes = 0
  private attempts = 0

  constructor(deps: AttemptDeps, limits: SenderLimits) {
    this.deps = deps
    this.limits = limits
    const texts = { interrupted: 'webhooks wait: the database does not answer', resumed: 'webhooks are sent again' }
    this.interruption = createInterruption(deps.log, texts)
    setMaxListeners(0, this.stopped.signal) // each attempt under way has one
  }

  start(): void {
    this.timer ??= setTimeout(() => this.watch(this.again()), 0)
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.stopped.abort()
    await this.settled()
  }

  async runDue(): Promise<number> {
    const before = this.attempts
    for (let made = -1; made !== this.attempts; ) {
      made = this.attempts
      await this.round()
      await this.settled()
    }
    return this.attempts - before
  }

  private async again(): Promise<void> {
    await this.round().then(this.interruption.end, this.interruption.begin)
    if (this.timer) this.timer = setTimeout(() => this.watch(this.again()), this.limits.idleMs)
  }

  /** Starts what is open: the derivation of deliveries from events, or the first lane of an endpoint. */
  private async round(): Promise<void> {
    const { db, clock } = this.deps
    if (this.isSetBack(clock.wall())) this.hasOldWaits = true
    if (this.hasOldWaits) await this.restartWaits()
    for (const endpoint of await findOpenEndpoints(db.reader, clock.wall())) {
      const key = endpoint.webhookEndpointId
      const state = this.running.get(key) ?? { lanes: 0, isDeriving: false }
      this.running.set(key, state)
      if (endpoint.isBehind && !state.isDeriving) this.watch(this.derive(endpoint, state))
      else if (endpoint.isDue) this.openLane(endpoint, state)
    }
    for (const [key, state] of this.running) if (state.lanes === 0 && !state.isDeriving) this.running.delete(key)
  }

  /** Makes deliveries due as if the clock had not been set back. */
  private async restartWaits(): Promise<void> {
    const { db, clock } = this.deps
    for (const endpoint of await findSetBack(db.reader, clock.wall()))
      await this.transact((tx) => restartWaits(tx, endpoint, clock.wall()))
    this.hasOldWaits = false
  }

  private async derive(endpoint: OpenEndpoint, state: Running): Promise<void> {
    const { clock } = this.deps
    state.isDeriving = true
    try {
      while (!this.isStopped && (await this.begin((tx) => deriveDeliveries(tx, endpoint, clock.wall()), false)));
    } finally {
      state.isDeriving = false
    }
    this.openLane(endpoint, state)
  }

  private openLane(endpoint: OpenEndpoint, state: Running): void {
    if (state.lanes < LANES && this.lanes < MOST_LANES) this.watch(this.runLane(endpoint, state))
  }

  /** Attempts deliveries one after the other while some are due. Each lane that finds one opens another. */
  private async runLane(endpoint: OpenEndpoint, state: Running): Promise<void> {
    const { deps, limits, stopped } = this
    state.lanes++
    this.lanes++
    try {
      while (!this.isStopped) {
        const claimed = await this.begin((tx) => claim(tx, endpoint, deps.clock.wall()), [])
        if (claimed.length === 0) return
        this.openLane(endpoint, state)
        const ways = { transact: this.transact, timeoutMs: limits.timeoutMs, signal: stopped.signal }
        const made = await attemptAll(deps, claimed, ways)
        if (made === 0) return
        this.attempts += made
      }
    } finally {
      state.lanes--
      this.lanes--
    }
  }

  private readonly transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.takeTurn(() => inTransaction(this.deps.db, work))

  /** Runs a transaction that begins work. The next one waits until this process has rested. Returns `none` if the process stops. */
  private begin<T>(work: (tx: Tx) => Promise<T>, none: T): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.takeStart(async () => {
        if (this.isStopped) return resolve(none)
        const startedAt = performance.now()
        await this.transact(work).then(resolve, reject)
        await this.pace.rest(performance.now() - startedAt, this.stopped.signal)
      })
    })
  }

  private get isStopped(): boolean {
    return this.stopped.signal.aborted
  }

  private watch(task: Promise<void>): void {
    const watched = task
      .catch((error: unknown) => {
        if (!isReset(error)) this.deps.log.error({ err: error }, 'webhooks were not sent and will be again')
      })
      .finally(() => this.tasks.delete(watched))
    this.tasks.add(watched)
  }

  private async settled(): Promise<void> {
    while (this.tasks.size > 0) await Promise.all(this.tasks)
  }
}
