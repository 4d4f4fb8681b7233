/**
 * Bundled PostgreSQL: creates a durable cluster in a directory, runs it, and connects through a private unix socket. It
 * works as root (which drops to another account) and as an ordinary user, with or without npm's install scripts. A
 * server that outlived a killed parent is adopted, and a killed server is restarted.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareBinaries } from './binaries.ts'
import { databaseUser, ensureCluster } from './cluster.ts'
import { findHome } from './home.ts'
import { LockedError, withLock } from './lock.ts'
import { isRunning, waitForExit } from './process.ts'
import { adoptOrSpawn, type Installation, servedSocket } from './server.ts'
import { isSame, removeSocketDirectory, socketDirectory } from './socket.ts'

export interface PostgresOptions {
  /** Directory of the cluster; created if absent. */
  stateDir: string
  /** PostgreSQL settings over ours, for tests: `{ fsync: 'off' }`. */
  settings?: Record<string, string>
  /** Receives messages about slow steps. */
  log?: (line: string) => void
  /** Keeps the server from being stopped by another process until `stop` is called. */
  isUser?: boolean
}

export interface EmbeddedPostgres {
  /** Stays the same when the server is started again. */
  connection: pg.ClientConfig
  pid: number
  /** True when the server already ran. */
  adopted: boolean
  /** The directory of the cluster, the password and the log. */
  home: string
  /** Resolves when the server's process has ended, for any reason. */
  ended: Promise<void>
  /** Stops the server, unless another process of ours is connected to it. `evenIfShared` stops it regardless. */
  stop(options?: { evenIfShared?: boolean }): Promise<void>
}

const databaseName = 'cambist'

/** Name of the connection of each process that uses the server. */
const USER = 'cambist user'

const startLock = (home: string): string => path.join(home, 'start.lock')

/** Time that a start waits for another start or a stop: more than the 60 seconds that PostgreSQL has for its end. */
const START_PATIENCE_MS = 90_000

/** Time that a stop waits for a start. A start that takes longer uses the server, which then stays. */
const STOP_PATIENCE_MS = 10_000

/**
 * Starts the database of a state directory, or takes over the one that runs there. Two starts at once are one start.
 * @throws Error with a sentence for the operator
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { home, accounts } = findHome(options.stateDir)
  const { log = () => {}, settings = {} } = options
  const startOrAdopt = async (): Promise<EmbeddedPostgres> => {
    const binaries = prepareBinaries(home, accounts?.server)
    const { data, password } = await ensureCluster(home, binaries, accounts, { sync: settings.fsync !== 'off', log })
    const socket = socketDirectory(home, accounts?.server, servedSocket(data))
    const connection = { host: socket, port: 5432, user: databaseUser, password, database: databaseName }
    const installation: Installation = { home, data, socket, native: binaries.native, account: accounts?.server }
    const running = await adoptOrSpawn(installation, settings, () => answers(connection, data))
    await ensureDatabase(connection, data)
    const release = options.isUser ? await holdServer(connection) : () => {}
    return {
      ...running,
      connection,
      home,
      ended: endOf(running.pid),
      stop: (how) => {
        release()
        return stopAlone(running.pid, { home, connection }, how)
      },
    }
  }
  const onWait = (pid: string) => log(`Waiting for process ${pid}, which starts or stops this database …`)
  return withLock(startLock(home), startOrAdopt, START_PATIENCE_MS, onWait)
}

/** Returns true if the server of a data directory accepts connections. */
async function answers(connection: pg.ClientConfig, data: string): Promise<boolean> {
  try {
    return await onServer(connection, async (client) => isSame(await servedBy(client), data))
  } catch {
    return false
  }
}

/** @throws Error if the server that answers serves another data directory */
async function ensureDatabase(connection: pg.ClientConfig, data: string): Promise<void> {
  await onServer(connection, async (client) => {
    const served = await servedBy(client)
    if (!isSame(served, data))
      throw new Error(`The server in ${connection.host} serves ${served} instead of ${data}. Stop it first.`)
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  })
}

async function servedBy(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  return rows[0]!.data_directory
}

/** Runs `work` on a connection to the maintenance database. */
async function onServer<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'cambist launcher' })
  client.on('error', () => {}) // reported by the query or by connect
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A client with the method that its type definitions lack. */
type Client = pg.Client & { unref(): void }

/**
 * Opens a connection by which the stop of another process recognises this one before its pools are open. It keeps no process
 * alive.
 *
 * @returns function that closes it
 */
async function holdServer(connection: pg.ClientConfig): Promise<() => void> {
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: USER }) as Client
  client.on('error', () => {}) // the server ended; the pools report it
  await client.connect()
  client.unref()
  return () => void client.end().catch(() => {})
}

async function endOf(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(250, undefined, { ref: false })
}

interface Stopped {
  home: string
  connection: pg.ClientConfig
}

/**
 * Stops the server while no other process starts it: a start between the check of its users and the removal of the socket's
 * directory would lose the server or the directory.
 */
async function stopAlone(pid: number, at: Stopped, how: { evenIfShared?: boolean } = {}): Promise<void> {
  // Asked before the lock is taken: the wait for its other users would keep starts and stops of other processes waiting.
  if (!how.evenIfShared && (await isShared(at.connection))) return
  let isHeld = false
  try {
    await withLock(
      startLock(at.home),
      async () => {
        isHeld = true
        await stop(pid, at, how)
      },
      STOP_PATIENCE_MS,
    )
  } catch (error) {
    if (isHeld) throw error
    // Without room or a directory for the lock, no other process can start it either.
    if (how.evenIfShared || !(error instanceof LockedError)) await stop(pid, at, how)
  }
}

async function stop(pid: number, { home, connection }: Stopped, how: { evenIfShared?: boolean }): Promise<void> {
  if (!how.evenIfShared && (await isShared(connection))) return
  if (!isRunning(pid)) return
  process.kill(pid, 'SIGINT')
  const left = await waitForExit([pid], 60_000)
  if (left.length > 0) throw new Error(`PostgreSQL (process ${pid}) is still shutting down.`)
  if (connection.host) removeSocketDirectory(connection.host, home)
}

/** Returns true if another process of ours uses the server. Connections we just closed may linger for a moment. */
async function isShared(connection: pg.ClientConfig): Promise<boolean> {
  const others = `select 1 from pg_stat_activity where application_name in ('cambist', 'cambist migrations', '${USER}') limit 1`
  try {
    return await onServer(connection, async (client) => {
      for (let attempt = 0; attempt < 20; attempt++) {
        if ((await client.query(others)).rowCount === 0) return false
        await sleep(50)
      }
      return true
    })
  } catch {
    return false // it does not answer: nobody uses it
  }
}
