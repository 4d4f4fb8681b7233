/** Steps to undo in reverse order when the process stops. */
export interface Shutdown {
  /** Adds a step; the last added runs first. */
  onStop(step: () => Promise<void>): void
  /** Runs the steps, each even if one before it failed. */
  stop(): Promise<void>
}

const patienceMs = 30_000

/**
 * Stops the process on SIGINT and SIGTERM: runs the steps and exits with 0, or with 1 if a step failed or they took
 * longer than 30 s. A second signal exits immediately; acknowledged data is always on disk.
 */
export function installShutdown(say: (line: string) => void): Shutdown {
  const steps: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) {
      await step().catch((error: Error) => {
        process.exitCode = 1
        say(error.message)
      })
    }
  }
  let asked = false
  const onSignal = () => {
    if (asked) process.exit(1)
    asked = true
    say('Stopping … (Ctrl-C again stops at once)')
    setTimeout(() => process.exit(1), patienceMs).unref()
    void stop().then(() => process.exit())
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  return { onStop: (step) => steps.push(step), stop }
}
