import { availableParallelism } from 'node:os'
import { refuseHttp } from '../problems.ts'

interface SetQueueOptions<C, R> {
  /** Carries out several commands of one lane. Returns a result or an error for each, in order. */
  run(commands: readonly C[]): Promise<readonly (R | Error)[]>
  /** Commands in a set at most. */
  cap?: number
  /** Lanes under way at once at most. */
  inFlight?: number
  queueLimit?: number
}

/** The turn of a command: its result from a set, or its own turn, to be carried out alone and released. */
type Turn<R> = { result: R } | { release: () => void }

export interface SetQueue<C, R> {
  /** Waits for the turn of a command. @throws overloaded when too many commands wait; otherwise what `run` throws */
  submit(lane: string, command: C): Promise<Turn<R>>
}

interface Waiting<C, R> {
  command: C
  resolve: (turn: Turn<R>) => void
  reject: (error: unknown) => void
}

/**
 * Lanes under way at once, unless it is given (decision 107). With few processors, one lane fewer is faster: commands of lanes that wait for their turn
 * collect, and a larger set costs less for each.
 */
const IN_FLIGHT = availableParallelism() > 2 ? 4 : 3

/** Time that a command of its own keeps its lane, unless it ends earlier: one that waits for a lock must not stop others. */
const ALONE_MS = 250

/**
 * Returns a queue that forms sets of the commands of a lane. When idle, it takes a command at once; while the lane has its turn, or as many
 * other lanes as allowed, commands collect. Lanes take turns in the order of their oldest command.
 */
export function createSetQueue<C, R>(options: SetQueueOptions<C, R>): SetQueue<C, R> {
  const { cap = 32, inFlight = IN_FLIGHT, queueLimit = 10_000 } = options
  const lanes = new Map<string, Waiting<C, R>[]>()
  const busy = new Set<string>()
  let waiting = 0
  let isScheduled = false

  function flush(): void {
    isScheduled = false
    for (const [lane, commands] of lanes) {
      if (busy.size >= inFlight) return
      if (busy.has(lane)) continue
      lanes.delete(lane)
      const rest = commands.splice(cap)
      if (rest.length > 0) lanes.set(lane, rest) // behind the other lanes
      waiting -= commands.length
      busy.add(lane)
      void carryOut(commands).finally(() => {
        busy.delete(lane)
        schedule()
      })
    }
  }

  function schedule(): void {
    if (isScheduled || lanes.size === 0) return
    isScheduled = true
    setImmediate(flush)
  }

  async function carryOut(set: readonly Waiting<C, R>[]): Promise<void> {
    const [first, ...others] = set
    if (first && others.length === 0) return untilReleased(first)
    try {
      const results = await options.run(set.map(({ command }) => command))
      for (const [i, { resolve, reject }] of set.entries()) {
        const result = results[i]!
        if (result instanceof Error) reject(result)
        else resolve({ result })
      }
    } catch (error) {
      for (const { reject } of set) reject(error)
    }
  }

  return {
    submit(lane, command) {
      if (waiting >= queueLimit) return Promise.reject(refuseHttp.overloaded({}, { headers: { 'retry-after': '1' } }))
      return new Promise((resolve, reject) => {
        const own = { command, resolve, reject }
        const queue = lanes.get(lane)
        if (queue) queue.push(own)
        else lanes.set(lane, [own])
        waiting++
        schedule()
      })
    },
  }
}

/** Gives a command a turn of its own. */
const untilReleased = <R>({ resolve }: Pick<Waiting<never, R>, 'resolve'>): Promise<void> =>
  new Promise((end) => {
    const timer = setTimeout(end, ALONE_MS)
    resolve({
      release() {
        clearTimeout(timer)
        end()
      },
    })
  })
