/**
 * Queue of one: each task starts when the previous one has ended, successfully or not. It is for commands that hold a
 * pool connection while they run jobs on others: many at once would hold all connections and deadlock.
 */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
