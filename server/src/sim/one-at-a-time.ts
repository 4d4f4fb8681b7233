/**
 * A queue of one: each task starts when the one before has ended, however it ended. For commands that hold a connection
 * of the pool while they have due work done on others: many at once would hold them all and wait for ever.
 */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
