import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient } from './client.ts'
import type { Db } from './db.ts'

/** Callback for a notification, or undefined after a (re)connect: notifications may then have been missed. */
type Hear = (payload: string | undefined) => void

/**
 * Listens to PostgreSQL's NOTIFY on a separate connection with reconnects. Notifications during an outage are lost, so
 * every callback gets undefined after each connect and reads its data again.
 */
export interface Listener {
  /** Adds a hearer; before `start` only. It must not throw. */
  on(channel: string, hear: Hear): void
  start(): Promise<void>
  /** Returns true if all notifications up to 0.75 s ago have arrived: the time for which a cache may be stale. */
  isCurrent(): boolean
  /** Aborted when the listener closes: reads that a notification caused are not repeated from then on. */
  closing: AbortSignal
  close(): Promise<void>
}

const RECONNECT_MS = 200
const HEARTBEAT_MS = 250
const CURRENT_MS = 750
const SILENCE_MS = 2000

const beforeReconnect = () => pause(RECONNECT_MS, undefined, { ref: false })

/**
 * Creates a listener without callbacks. A heartbeat checks the connection: PostgreSQL delivers notifications before the
 * answer to the next query, so an answer proves that none sent before is missing. A silent connection (unplugged cable,
 * hanging proxy) is dropped and reopened.
 */
export function createListener(db: Pick<Db, 'connection'>): Listener {
  const hearers = new Map<string, Hear[]>()
  const closing = new AbortController()
  let drop = () => {}
  let leave: () => Promise<void> = async () => {}
  let currentUntil = 0

  async function connect(): Promise<void> {
    const socket = new Socket()
    const client = new DatabaseClient({ ...db.connection, keepAlive: true, stream: () => socket })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    drop = () => socket.destroy()
    leave = () => client.end()
    client.on('error', drop)
    client.on('notification', ({ channel, payload }) => hearers.get(channel)?.forEach((hear) => hear(payload ?? '')))
    const giveUp = setTimeout(drop, SILENCE_MS)
    try {
      await client.connect()
      const askedAt = performance.now()
      for (const channel of hearers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const hear of [...hearers.values()].flat()) hear(undefined)
      currentUntil = askedAt + CURRENT_MS
    } catch (error) {
      drop()
      throw error
    } finally {
      clearTimeout(giveUp)
    }
    void beat(client)
    void ended.then(reconnect)
  }

  async function beat(client: pg.Client): Promise<void> {
    try {
      while (!closing.signal.aborted) {
        const askedAt = performance.now()
        const giveUp = setTimeout(drop, SILENCE_MS)
        await client.query('select 1').finally(() => clearTimeout(giveUp))
        currentUntil = askedAt + CURRENT_MS
        await pause(HEARTBEAT_MS, undefined, { ref: false })
      }
    } catch {
      drop() // 'end' follows, and with it a new connection
    }
  }

  async function reconnect(): Promise<void> {
    currentUntil = 0
    for (await beforeReconnect(); !closing.signal.aborted; await beforeReconnect()) {
      try {
        return await connect()
      } catch {
        // the database is away: try again
      }
    }
  }

  return {
    on(channel, hear) {
      hearers.set(channel, [...(hearers.get(channel) ?? []), hear])
    },
    start: connect,
    isCurrent: () => performance.now() < currentUntil,
    closing: closing.signal,
    async close() {
      closing.abort()
      currentUntil = 0
      await Promise.race([leave().catch(() => {}), pause(500, undefined, { ref: false })])
      drop()
    },
  }
}
