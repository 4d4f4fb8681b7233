import type { Transferable, Worker } from 'node:worker_threads'

/** The thread ended before it answered: out of memory, out of time, or by a defect. */
export class ThreadEnded extends Error {}

/** More questions are waiting than allowed. */
export class ThreadBusy extends Error {}

interface ThreadOptions {
  open(): Worker
  /** Longest time for one answer; a thread that needs longer is ended and replaced. */
  timeLimitMs: number
  /** Most questions that wait for the thread. */
  queueLimit: number
  /** Time without questions after which the thread ends and frees its memory. */
  idleMs: number
}

/** A thread for work that would block the event loop. */
interface Thread<Q, A> {
  /**
   * Answers a question in the thread, one after another. Transferred buffers can no longer be used here.
   *
   * @throws ThreadBusy, ThreadEnded
   */
  run(question: Q, transfer: readonly Transferable[]): Promise<A>
}

interface Waiting<Q, A> {
  question: Q
  transfer: readonly Transferable[]
  resolve(answer: A): void
  reject(error: Error): void
}

/** Creates a thread that starts with its first question and starts anew after it has ended. */
export function createThread<Q, A>(options: ThreadOptions): Thread<Q, A> {
  const queue: Waiting<Q, A>[] = []
  let worker: Worker | undefined
  let current: Waiting<Q, A> | undefined
  let timer: NodeJS.Timeout | undefined

  const end = (ending: Worker, error: Error) => {
    if (worker !== ending) return
    worker = undefined
    void ending.terminate()
    settle((waiting) => waiting.reject(error))
  }
  const settle = (by: (waiting: Waiting<Q, A>) => void) => {
    clearTimeout(timer)
    worker?.unref()
    const settled = current
    current = undefined
    if (settled) by(settled)
    next()
  }
  const start = (): Worker => {
    const started = options.open()
    started.unref()
    started.on('message', (answer: A) => settle((waiting) => waiting.resolve(answer)))
    started.on('error', (error) => end(started, new ThreadEnded(error.message)))
    started.on('exit', () => end(started, new ThreadEnded('it exited')))
    return started
  }
  const next = () => {
    current = queue.shift()
    if (!current) {
      const idle = worker
      if (idle) timer = setTimeout(() => end(idle, new ThreadEnded('it was idle')), options.idleMs).unref()
      return
    }
    const asked = (worker ??= start())
    asked.ref() // the process stays for the answer
    timer = setTimeout(() => end(asked, new ThreadEnded('it took too long')), options.timeLimitMs).unref()
    asked.postMessage(current.question, current.transfer)
  }
  return {
    run: (question, transfer) =>
      new Promise((resolve, reject) => {
        if (queue.length >= options.queueLimit) return reject(new ThreadBusy('too many questions are waiting'))
        queue.push({ question, transfer, resolve, reject })
        if (current) return
        clearTimeout(timer)
        next()
      }),
  }
}

/**
 * Returns the file of a thread: beside the bundle, or `worker.ts` beside its caller.
 *
 * @param caller `import.meta.url` of the module that starts the thread
 */
export function threadFile(caller: string, bundled: string): URL {
  if (caller.endsWith('.mjs')) return new URL(bundled, caller)
  const isRead = 'typescript' in process.features && process.features.typescript
  return new URL(isRead ? './worker.ts' : './from-source.mjs', caller)
}
