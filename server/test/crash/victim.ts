import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Credentials } from '../../src/commands/demo/http.ts'
import { type Db, openDb } from '../../src/kernel/db/db.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { freePort } from '../support/free-port.ts'
import { databaseDirectory } from '../support/temporary-directory.ts'
import { killDatabase } from './database-process.ts'
import { startServer } from './server-process.ts'

/** Victim of a kill: the database with all its processes, its first process alone, or everything at once. */
export type Target = 'server' | 'database' | 'postmaster' | 'both'

/** The real server with its own durable database, there to be killed. */
export interface Victim {
  baseUrl: string
  credentials: Credentials
  /** A look into the database, past the server. */
  db: Db
  /** SIGKILL; answers when nothing of the target runs any more. */
  kill(target: Target): Promise<void>
  /** End of the server's output, for failure messages. */
  output(): string
  /** Starts the server, unless it runs, without waiting for it. */
  start(): void
  /** Starts the server, unless it runs, and waits until it is ready. */
  revive(): Promise<void>
  /** Kills and removes everything. */
  end(): Promise<void>
}

/** Starts a sandbox on a free port, in a directory of its own. */
export async function startVictim(): Promise<Victim> {
  const dataDir = databaseDirectory()
  const stateDir = path.join(dataDir, 'postgres')
  const environment = await environmentOf(dataDir)
  let server = startServer(environment)
  const start = () => {
    if (!server.runs()) server = startServer(environment)
  }
  const kill = async (target: Target) => {
    const dying = target === 'server' || target === 'both' ? server.kill() : undefined
    if (target !== 'server') await killDatabase(stateDir, target === 'postmaster')
    await dying
  }
  const remove = async () => {
    await kill('both')
    await killDatabase(stateDir) // one that the server had only just begun to start
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await server.untilReady()
    const { connection } = await startPostgres({ stateDir }) // runs already: this tells how to connect
    const db = await openDb(connection, { poolSize: 2 })
    return {
      baseUrl: environment.BASE_URL,
      credentials: JSON.parse(readFileSync(path.join(dataDir, 'sandbox-credentials.json'), 'utf8')) as Credentials,
      db,
      kill,
      output: () => server.output(),
      start,
      async revive() {
        start()
        await server.untilReady()
      },
      async end() {
        await db.close().catch(() => {}) // it may be dead
        await remove()
        rmSync(connection.host!, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The settings of a sandbox in a directory, on free ports. */
export async function environmentOf(dataDir: string) {
  const [port, openBankingPort] = await Promise.all([freePort(), freePort()])
  const { DATABASE_URL: _operators, NODE_ENV: _sandbox, ...inherited } = process.env
  return {
    ...inherited,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    OPEN_BANKING_PORT: `${openBankingPort}`,
    BASE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    SANDBOX: 'true',
    SANDBOX_HISTORY: 'false',
  }
}
