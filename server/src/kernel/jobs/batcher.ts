import { SandboxReset } from '../db/connection-loss.ts'
import { BATCH_WAIT_MS } from '../db/waits/waits.ts'
import { refuseHttp } from '../http/problems.ts'

/**
 * Combines many single commands into few batches. When idle, a command is sent immediately (`setImmediate`: together
 * with all others of the same event loop turn, without a timer); while batches are in flight, commands collect for the
 * next one. Beyond `queueLimit` waiting commands the response is 503 with Retry-After.
 */
interface BatcherOptions<C, R> {
  /** Carries a batch out; one result per command, in order. A rejection counts for the whole batch. */
  run(commands: C[]): Promise<(R | Failed)[]>
  /** Commands in a batch at most. */
  cap?: number
  /** Batches under way at once at most. */
  inFlight?: number
  queueLimit?: number
  /** Milliseconds for which a command waits for its batch at most: 503 with Retry-After beyond it. */
  waitMs?: number | undefined
  /** Handling of a rejected batch. Default: every command of it is rejected. */
  recover?(error: unknown, attempt: number): 'retry' | 'split' | 'reject'
  /** Merges commands of one identity: a later one waits for the first and gets `attached(result, first)`. */
  identity?(command: C): string | undefined
  /** Returns true if two commands of one identity are the same; a different one runs after the first. */
  isSame?(a: C, b: C): boolean
  /** The result of a command that was attached to a same one before it. */
  attached?(result: R, first: C): R
  metrics?: BatcherMetrics
}

/** The result of one command of a batch that went wrong while others did not. */
export class Failed {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/**
 * Carries out those commands of a batch that were received in the current epoch of the sandbox.
 *
 * @param epoch current epoch; undefined in production, where all are carried out
 * @returns one result per command, in order: SandboxReset for those of an earlier epoch
 */
export async function runOfEpoch<C, R>(
  epoch: number | undefined,
  commands: C[],
  epochOf: (command: C) => number | undefined,
  run: (commands: C[]) => Promise<(R | Failed)[]>,
): Promise<(R | Failed)[]> {
  const isOld = (command: C) => epoch !== undefined && (epochOf(command) ?? epoch) !== epoch
  if (epoch === undefined || !commands.some(isOld)) return run(commands)
  const current = commands.filter((command) => !isOld(command))
  const results = current.length === 0 ? [] : await run(current)
  let place = 0
  return commands.map((command) => (isOld(command) ? new Failed(new SandboxReset()) : results[place++]!))
}

export interface BatcherMetrics {
  batches: number
  commands: number
  attached: number
  retries: number
  splits: number
  refused: number
  inFlight: number
  waiting: number
  /** Milliseconds that commands waited before their batch went, in total. */
  waitedMs: number
  largest: number
}

export const newBatcherMetrics = (): BatcherMetrics => ({
  batches: 0,
  commands: 0,
  attached: 0,
  retries: 0,
  splits: 0,
  refused: 0,
  inFlight: 0,
  waiting: 0,
  waitedMs: 0,
  largest: 0,
})

export interface Batcher<C, R> {
  /** @throws overloaded when too many commands wait; otherwise whatever `run` says */
  submit(command: C): Promise<R>
  metrics: BatcherMetrics
  /** Fulfils when nothing waits and nothing is in flight. */
  drained(): Promise<void>
}

interface Waiting<C, R> {
  command: C
  since: number
  resolve(result: R): void
  reject(error: unknown): void
}

type Known<C, R> = Map<string, { command: C; result: Promise<R> }>

/** Returns how many commands from `head` on have waited for longer than `waitMs`: batches before them waited for a lock. */
function lateIn(queue: readonly { since: number }[], head: number, waitMs = BATCH_WAIT_MS): number {
  const oldest = performance.now() - waitMs
  let end = head
  while (end < queue.length && queue[end]!.since < oldest) end++
  return end - head
}

function rejectAll(late: readonly { reject(error: unknown): void }[]): void {
  for (const each of late) each.reject(refuseHttp.database_unavailable({}, { headers: { 'retry-after': '5' } }))
}

export function createBatcher<C, R>(options: BatcherOptions<C, R>): Batcher<C, R> {
  const { cap = 128, inFlight = 2, queueLimit = 10_000, metrics = newBatcherMetrics() } = options
  const queue: Waiting<C, R>[] = []
  // The commands under way, in a map for each time the queue was emptied, which is dropped as a whole. One map that all of them
  // pass through would make the garbage collector keep them for long: its former tables, once old, hold on to their successors.
  let collecting: Known<C, R> = new Map()
  let known = [collecting]
  let head = 0
  let scheduled = false
  const idle: (() => void)[] = []

  function submit(command: C): Promise<R> {
    const identity = options.identity?.(command)
    if (identity === undefined) return enqueue(command)
    const first = find(identity)
    if (!first) return remember(identity, command)
    if (options.isSame?.(first.command, command) === false)
      return first.result.then(
        () => submit(command),
        () => submit(command),
      )
    metrics.attached++
    return first.result.then((result) => options.attached?.(result, first.command) ?? result)
  }

  function find(identity: string) {
    for (const commands of known) {
      const found = commands.get(identity)
      if (found) return found
    }
    return undefined
  }

  function remember(identity: string, command: C): Promise<R> {
    const home = collecting
    const result = enqueue(command)
    home.set(identity, { command, result })
    const forget = () => {
      home.delete(identity)
      if (home.size === 0 && home !== collecting) known = known.filter((commands) => commands !== home)
    }
    result.then(forget, forget)
    return result
  }

  function enqueue(command: C): Promise<R> {
    if (queue.length - head >= queueLimit) {
      metrics.refused++
      return Promise.reject(refuseHttp.overloaded({}, { headers: { 'retry-after': '1' } }))
    }
    return new Promise((resolve, reject) => {
      queue.push({ command, since: performance.now(), resolve, reject })
      metrics.waiting = queue.length - head
      if (!scheduled && metrics.inFlight < inFlight) {
        scheduled = true
        setImmediate(flush)
      }
    })
  }

  function flush(): void {
    scheduled = false
    rejectAll(take(lateIn(queue, head, options.waitMs)))
    while (metrics.inFlight < inFlight && head < queue.length) void carryOut(take())
  }

  function take(count = cap): Waiting<C, R>[] {
    const batch = queue.slice(head, head + count)
    head += batch.length
    if (head === queue.length) collectAnew()
    if (head === queue.length || head > 4096) {
      queue.splice(0, head)
      head = 0
    }
    metrics.waiting = queue.length - head
    return batch
  }

  function collectAnew(): void {
    if (collecting.size === 0) return
    collecting = new Map()
    known.push(collecting)
  }

  async function carryOut(batch: Waiting<C, R>[]): Promise<void> {
    metrics.inFlight++
    count(batch)
    const settle = await attempt(batch, 1)
    metrics.inFlight--
    flush() // the next batch is on its way before the answers of this one are written
    settle()
    if (metrics.inFlight === 0 && head === queue.length) {
      for (const tell of idle.splice(0)) tell()
    }
  }

  function count(batch: Waiting<C, R>[]): void {
    const now = performance.now()
    metrics.batches++
    metrics.commands += batch.length
    metrics.largest = Math.max(metrics.largest, batch.length)
    for (const { since } of batch) metrics.waitedMs += now - since
  }

  /** Executes a batch; its result settles the commands' promises. */
  async function attempt(batch: Waiting<C, R>[], number: number): Promise<() => void> {
    let results: (R | Failed)[]
    try {
      results = await options.run(batch.map(({ command }) => command))
    } catch (error) {
      return recover(batch, error, number)
    }
    return () => {
      for (const [i, waiting] of batch.entries()) {
        const result = results[i]!
        if (result instanceof Failed) waiting.reject(result.error)
        else waiting.resolve(result)
      }
    }
  }

  async function recover(batch: Waiting<C, R>[], error: unknown, number: number): Promise<() => void> {
    const remedy = options.recover?.(error, number) ?? 'reject'
    if (remedy === 'retry') {
      metrics.retries++
      return attempt(batch, number + 1)
    }
    if (remedy === 'split' && batch.length > 1) {
      metrics.splits++
      const half = Math.ceil(batch.length / 2)
      const first = await attempt(batch.slice(0, half), 1)
      const second = await attempt(batch.slice(half), 1)
      return () => {
        first()
        second()
      }
    }
    return () => {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  return {
    submit,
    metrics,
    async drained() {
      if (metrics.inFlight === 0 && head === queue.length) return
      await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}
