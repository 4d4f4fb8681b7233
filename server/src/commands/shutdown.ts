/** Steps to undo in reverse order when the process stops. */
export interface Shutdown {
  /** Aborted by the signal to stop: ends waiting during the start. */
  readonly signal: AbortSignal
  /**
   * Opens a resource and closes it at the stop. A stop during the opening waits for it, so that nothing opened remains.
   *
   * @throws Error if the process is stopping already
   */
  hold<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): Promise<T>
  /** Adds a step; the last added runs first. @throws Error if the process is stopping already */
  onStop(step: () => Promise<void>): void
  /**
   * Adds the end of a listener. All listeners close together, when the first one added is due: slow clients of several delay a
   * stop once.
   *
   * @throws Error if the process is stopping already
   */
  closeListener(close: () => Promise<void>): void
  /** Runs the steps, each even if one before it failed. A second call waits for the first. */
  stop(): Promise<void>
}

const patienceMs = 30_000

/** Ctrl-C under npm arrives twice, from the terminal and from npm: signals this close together count as one. */
const SAME_SIGNAL_MS = 1_000

/**
 * Stops the process on SIGINT and SIGTERM: runs the steps and exits with 0, or with 1 if a step failed or they took
 * longer than 30 s. A second signal exits immediately; acknowledged data is always on disk.
 */
export function installShutdown(say: (line: string) => void): Shutdown {
  const steps: (() => Promise<void>)[] = []
  const aborter = new AbortController()
  let stopping: Promise<void> | undefined
  const runSteps = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      await step().catch((error: Error) => {
        process.exitCode = 1
        say(error.message)
      })
    }
  }
  const stop = () => (stopping ??= runSteps())
  const onStop = (step: () => Promise<void>) => {
    if (stopping) throw new Error('The start was interrupted.')
    steps.push(step)
  }
  const listeners: (() => Promise<void>)[] = []
  let askedAt: number | undefined
  const onSignal = () => {
    if (askedAt !== undefined && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1)
    if (askedAt !== undefined) return
    askedAt = performance.now()
    say('Stopping … (Ctrl-C again stops at once)')
    setTimeout(() => process.exit(1), patienceMs).unref()
    aborter.abort()
    void stop().then(() => process.exit())
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  return {
    signal: aborter.signal,
    onStop,
    closeListener(close) {
      if (listeners.length === 0 || stopping) onStop(() => closeAll(listeners))
      listeners.push(close)
    },
    stop,
    async hold(open, close) {
      let opening: ReturnType<typeof open> | undefined
      onStop(async () => {
        const opened = await opening?.then(
          (value) => ({ value }),
          () => undefined, // the start reports it
        )
        if (opened) await close(opened.value)
      })
      opening = open()
      return opening
    },
  }
}

/** @throws the first error, once all are closed */
async function closeAll(listeners: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(listeners.map((close) => close()))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
