import { subscribe } from 'node:diagnostics_channel'
import type { EventEmitter } from 'node:events'

/** Time after a request for which the process serves clients: their next requests share the processor with its jobs. */
const SERVING_MS = 100
/**
 * Requests under way that wait for the processor alone. More of them wait for one another and for the database, and bring work: jobs
 * must then keep pace with it.
 */
const FEW = 16
/** Longest wait of a lane for its turn: jobs that are slow, or wait for a lock, delay the other lanes no longer than this. */
const PATIENCE_MS = 100

/** Runs a function when it is the turn of its lane. */
export type LaneTurns = <T>(work: () => Promise<T>) => Promise<T>

let lastRequestAt = -SERVING_MS
let underWay = 0
const answered = () => void underWay--
subscribe('http.server.request.start', (message) => {
  lastRequestAt = performance.now()
  underWay++
  ;(message as { response: EventEmitter }).response.once('close', answered)
})

/** Notes that a response stays open, as that of a stream does: its client waits for the next event, not for the processor. */
export function noteOpen(response: EventEmitter): void {
  if (!response.listeners('close').includes(answered)) return
  response.removeListener('close', answered)
  answered()
}

/** Returns true while a process serves requests, and so few that each would feel how its jobs use the processor. */
export const isServing = (): boolean => underWay <= FEW && performance.now() - lastRequestAt < SERVING_MS

/** Returns true while more requests are under way than wait for the processor alone. */
export const isBusy = (): boolean => underWay > FEW

/**
 * Creates the turns of the lanes of a process. While it serves a few requests, they run one job or set at a time, in order of arrival: each
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
    if (running > 0 && isServing()) await turn()
    else running++
    try {
      return await work()
    } finally {
      running--
      const [next] = waiting
      if (running === 0 || !isServing()) next?.()
    }
  }
}
