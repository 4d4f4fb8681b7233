import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Credentials } from '../../src/commands/demo/http.ts'
import { type Db, openDb } from '../../src/kernel/db/db.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { databaseDirectory } from '../support/temporary-directory.ts'
import { killDatabase } from './database-process.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { environmentOf } from './victim.ts'

/** Several processes of the real server on one durable database, there to be killed. */
export interface Fleet {
  baseUrls: readonly string[]
  credentials: Credentials
  /** A look into the database, past the servers. */
  db: Db
  /** Kills a process, the database or both at once with SIGKILL, and starts what was killed again. */
  kill(target: { process?: number; database?: boolean }): Promise<void>
  /** End of the output of each process, for failure messages. */
  output(): string
  /** Kills and removes everything. */
  end(): Promise<void>
}

/** Starts a sandbox with so many processes, in a directory of its own. */
export async function startFleet(size: number): Promise<Fleet> {
  const dataDir = databaseDirectory()
  const stateDir = path.join(dataDir, 'postgres')
  const environments: Parameters<typeof startServer>[0][] = []
  for (let i = 0; i < size; i++)
    environments.push({
      ...(await environmentOf(dataDir)),
      OPEN_BANKING: 'false',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    })
  const servers: ServerProcess[] = []
  const start = (i: number) => (servers[i] = startServer(environments[i]!))
  const remove = async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await killDatabase(stateDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await start(0).untilReady() // it makes the database
    for (let i = 1; i < size; i++) await start(i).untilReady()
    const { connection } = await startPostgres({ stateDir }) // runs already: this tells how to connect
    const db = await openDb(connection, { poolSize: 2 })
    return {
      baseUrls: environments.map(({ BASE_URL }) => BASE_URL),
      credentials: JSON.parse(readFileSync(path.join(dataDir, 'sandbox-credentials.json'), 'utf8')) as Credentials,
      db,
      async kill({ process, database = false }) {
        const dying = process === undefined ? undefined : servers[process]!.kill()
        if (database) await killDatabase(stateDir)
        await dying
        if (process !== undefined) start(process)
        await Promise.all(servers.map((server) => server.untilReady())) // one of them starts the database again
      },
      output: () => servers.map((server, i) => `${i}: ${server.output()}`).join('\n'),
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
