import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import { silent } from './connection-loss.ts'
import type { DatabaseConnection } from './hosts.ts'

/** Times after which a database that accepts and stays silent counts as lost. */
export interface SilenceLimits {
  /** Time for the first byte on a new connection. */
  openMs: number
  /** Time for the answer to a probe. */
  answerMs: number
}

export const SILENCE_LIMITS: SilenceLimits = { openMs: 4000, answerMs: 5000 }

/** Probes are this far apart, and their answers are looked for as often. */
const TICK_MS = 250

const isSilent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT'

/** Sockets of the connections to a database. */
interface Sockets {
  /** Creates a socket that ends if the first byte does not arrive in time. */
  stream: () => Socket
  /** Ends all of them, and new ones at once: what waits for an answer fails as lost. */
  cut(): void
  /** Lets new ones open again. */
  restore(): void
}

/** Creates the sockets of the connections to one database. */
export function createSockets(limits: Pick<SilenceLimits, 'openMs'>): Sockets {
  const open = new Set<Socket>()
  let isCut = false
  return {
    stream() {
      const socket = impatient(limits.openMs)
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      if (isCut) setImmediate(() => socket.destroy(silent()))
      return socket
    },
    cut() {
      isCut = true
      for (const socket of open) socket.destroy(silent())
    },
    restore() {
      isCut = false
    },
  }
}

function impatient(openMs: number): Socket {
  const socket = new Socket()
  socket.on('error', () => {}) // it may end before its connection listens; the connection reports it
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy(silent())
  }, openMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
  return socket
}

const tick = () => pause(TICK_MS, undefined, { ref: false })

/** Returns true if the work ends within `answerMs`, well or not. Time in which this process itself did nothing does not count. */
async function isSettled(work: Promise<unknown>, limits: SilenceLimits): Promise<boolean> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  for (let waited = 0; !isOver && waited < limits.answerMs; waited += TICK_MS) await tick()
  return isOver
}

/**
 * Watches a database on a connection of its own. If a probe has no answer in time and a new connection gets none either, it
 * cuts the given sockets, until the database responds again: requests fail with 503 instead of waiting for the operating
 * system's time-out. If another host of the database has taken over, it cuts them once.
 */
export function watchSilence(
  connection: DatabaseConnection,
  sockets: Pick<Sockets, 'cut' | 'restore'>,
  limits: SilenceLimits,
): { close(): Promise<void> } {
  let closed = false
  let current: Socket | undefined

  /** Opens a connection of the watch. Fails as silent if the database stops responding at any step. */
  async function connect(): Promise<DatabaseClient> {
    const socket = (current = impatient(limits.openMs))
    const client = new DatabaseClient({ ...connection, application_name: 'cambist watch', stream: () => socket })
    client.on('error', () => {})
    const connecting = client.connect()
    if (!(await isSettled(connecting, limits))) socket.destroy(silent())
    await connecting
    sockets.restore()
    return client
  }

  /** Returns true if a probe is answered in time. Throws if the connection is lost. */
  async function isAnswered(client: pg.Client): Promise<boolean> {
    const asked = client.query('select 1')
    const isInTime = await isSettled(asked, limits)
    if (isInTime) await asked
    return isInTime
  }

  /** Probes one connection until it is silent or lost. */
  async function probe(client: DatabaseClient): Promise<void> {
    while (!closed && (await isAnswered(client))) await tick()
    if (closed) return
    client.doubt()
    current?.destroy()
    await connect().then(
      (next) => {
        if (!next.isWith(client)) sockets.cut()
        sockets.restore()
        return next.end()
      },
      () => sockets.cut(),
    )
  }

  async function watch(): Promise<void> {
    while (!closed) {
      await connect()
        .then(probe)
        .catch((error) => {
          if (isSilent(error)) sockets.cut() // otherwise it is away: connections report that themselves
        })
      await tick()
    }
  }

  const watching = watch()
  return {
    async close() {
      closed = true
      current?.destroy()
      await watching
    },
  }
}
