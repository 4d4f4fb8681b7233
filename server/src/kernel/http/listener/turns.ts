import { refuseHttp } from '../problems.ts'

/**
 * Creates a queue for work that strangers cause: runs few pieces at once, in order of arrival, and rejects more when too
 * many wait.
 *
 * @throws overloaded (in the returned function) when `mostWaiting` pieces wait
 */
export function createTurns({
  atOnce,
  mostWaiting,
}: {
  atOnce: number
  mostWaiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw refuseHttp.overloaded({}, { headers: { 'retry-after': '5' } })
      await new Promise<void>((resolve) => waiting.push(resolve)) // whoever ends hands its place over
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
