import { subscribe } from 'node:diagnostics_channel'

/** Time after a request for which the process serves clients: their next requests share the processor with its jobs. */
const SERVING_MS = 100
/** Longest wait of a lane for its turn: jobs that are slow, or wait for a lock, delay the other lanes no longer than this. */
const PATIENCE_MS = 100

/** Runs a function when it is the turn of its lane. */
export type LaneTurns = <T>(work: () => Promise<T>) => Promise<T>

let lastRequestAt = -SERVING_MS
subscribe('http.server.request.start', () => (lastRequestAt = performance.now()))

/**
 * Creates the turns of the lanes of a process. While it serves requests, they run one job or set at a time, in order of arrival: each
 * running lane keeps a process of PostgreSQL busy, and requests would wait for both. Otherwise all lanes run at the same time.
 */
export function createLaneTurns(): LaneTurns {
  const waiting = new Set<() => void>()
  let running = 0

  const turn = () =>
    new Promise<void>((resolve) => {
      const start = () => {
        clearTimeout(patience)
        waiting.delete(start)
        running++
        resolve()
      }
      const patience = setTimeout(start, PATIENCE_MS)
      waiting.add(start)
    })

  return async (work) => {
    if (running > 0 && performance.now() - lastRequestAt < SERVING_MS) await turn()
    else running++
    try {
      return await work()
    } finally {
      running--
      const [next] = waiting
      next?.()
    }
  }
}
