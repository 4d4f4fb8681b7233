import { setTimeout as sleep } from 'node:timers/promises'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../settings/config.ts'
import { DatabaseClient } from '../kernel/db/client.ts'
import { type DatabaseConnection, readAddress } from '../kernel/db/hosts.ts'
import { migrate } from '../kernel/db/migrations.ts'
import { listDisplaced } from '../kernel/postgres/displaced.ts'
import { superviseUntilStopped } from '../kernel/postgres/supervisor.ts'
import { makeDataDirectory } from './start/data-directory.ts'

/** Migrated database with a function to close it. */
interface OpenedDatabase {
  connection: DatabaseConnection
  close(): Promise<void>
}

/**
 * The operator's PostgreSQL if DATABASE_URL names one, else ours in DATA_DIR; brought to the present schema.
 *
 * @param interrupted ends the wait for a database that is starting
 */
export async function openDatabase(
  config: Config,
  progress: (line: string) => void,
  interrupted?: AbortSignal,
): Promise<OpenedDatabase> {
  const database = config.databaseUrl
    ? await connectToOperators(config.databaseUrl, progress, interrupted)
    : await startOurs(config, progress)
  try {
    await migrate(database.connection, { log: progress })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function startOurs(config: Config, log: (line: string) => void): Promise<OpenedDatabase> {
  makeDataDirectory(config.dataDir)
  reportDisplaced(config.dataDir, log)
  const server = await superviseUntilStopped({ stateDir: path.join(config.dataDir, 'postgres'), log })
  return { connection: server.connection, close: () => server.stop() }
}

/**
 * Reports orphaned databases, and one that is used again because its deleted DATA_DIR has been recreated. A start removes
 * none: while a volume is not mounted, its DATA_DIR can look deleted.
 */
function reportDisplaced(dataDir: string, log: (line: string) => void): void {
  const isNew = !existsSync(path.join(dataDir, 'postgres', 'location'))
  const here = existsSync(dataDir) ? realpathSync(dataDir) : path.resolve(dataDir)
  const orphaned: { home: string; dataDirectory: string | undefined }[] = []
  for (const { home, dataDirectory, status } of listDisplaced()) {
    if (dataDirectory === here && isNew) log(`Using the earlier database of ${here} again: ${home}`)
    else if (status === 'Orphaned') orphaned.push({ home, dataDirectory })
  }
  const [first] = orphaned
  if (first && orphaned.length === 1)
    log(
      `Orphaned database of ${first.dataDirectory}, which was deleted. To remove it: npm run clusters -- remove ${first.home}`,
    )
  else if (first) log(`${orphaned.length} orphaned databases of deleted directories. "npm run clusters" lists them.`)
}

const patienceMs = 30_000

async function connectToOperators(
  url: string,
  progress: (line: string) => void,
  interrupted?: AbortSignal,
): Promise<OpenedDatabase> {
  const connection = readAddress(url)
  const end = performance.now() + patienceMs
  for (let waiting = false; ; waiting = true) {
    try {
      await checkVersion(connection)
      return { connection, close: async () => {} }
    } catch (error) {
      if (!isStarting(error) || performance.now() > end) throw asOperatorError(error)
      if (!waiting) progress('Waiting for the database of DATABASE_URL …')
      await sleep(500, undefined, { signal: interrupted })
    }
  }
}

async function checkVersion(connection: DatabaseConnection): Promise<void> {
  const client = new DatabaseClient(connection)
  client.on('error', () => {}) // reported by connect or by the query
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version ?? ''
    if (Number.parseInt(version, 10) < 15) throw new Error(`PostgreSQL ${version} is too old: 15 or newer is needed`)
  } finally {
    await client.end()
  }
}

/** Returns true if the server may become available shortly: not listening yet, or starting up. */
function isStarting(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return syscall === 'connect' // not a certificate file that the address names
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03'].includes(code)
}

const asOperatorError = (error: unknown) =>
  new Error(
    `The database of DATABASE_URL cannot be used: ${(error as Error).message || (error as { code?: string }).code}.`,
  )
