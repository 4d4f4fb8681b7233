import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/kernel/db/migrations.ts'
import { startPostgres } from '../../src/kernel/postgres/index.ts'
import { isRunning } from '../../src/kernel/postgres/process.ts'
import { guardEntities } from './one-entity.ts'
import { claimPrefix, dropAbandoned, dropRun } from './run-databases.ts'
import { databaseDirectory, removeAbandoned, removeOwn } from './temporary-directory.ts'

/** Connection data for creating test databases, the prefix of this run's names, and the SQL that copies the template. */
export interface TestServer {
  connection: pg.ClientConfig
  prefix: string
  copied: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/**
 * Starts one throw-away PostgreSQL for the run, or takes the operator's that TEST_DATABASE_URL names, and migrates the
 * template that every test file's database is cloned from.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { connection: { connectionString: url }, stop: async () => {} } : await startThrowAway()
  const { prefix, release } = await claimPrefix(server.connection)
  if (url) await onServer(server.connection, dropAbandoned)
  const close = async () => {
    if (url) await onServer(server.connection, (client) => dropRun(client, prefix))
    await release()
    await server.stop()
    removeOwn()
  }
  const template = `${prefix}template`
  await createTemplate(server.connection, template).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const copied = `template ${template} strategy ${await cheapStrategy(server.connection)}`
  project.provide('testServer', { connection: server.connection, prefix, copied })
  return close
}

/** A PostgreSQL of its own that keeps nothing on disk safe; it ends with `stop`. */
export async function startThrowAway() {
  await removeAbandoned()
  const stateDir = databaseDirectory()
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '400',
    max_wal_size: '512MB',
  }
  const server = await startPostgres({ stateDir, settings })
  const abort = () => {
    endNow(server.pid)
    for (const directory of [stateDir, server.connection.host ?? ''])
      rmSync(directory, { recursive: true, force: true })
  }
  for (const signal of signals) process.prependListener(signal, abort)
  const stop = async () => {
    for (const signal of signals) process.off(signal, abort)
    await server.stop({ evenIfShared: true })
    rmSync(stateDir, { recursive: true, force: true })
  }
  return { connection: server.connection, stop }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends the server at once and waits without yielding: vitest ends the process as soon as a signal handler yields. */
function endNow(pid: number): void {
  process.kill(pid, 'SIGQUIT')
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waits = 0; isRunning(pid) && waits < 500; waits++) Atomics.wait(pause, 0, 0, 10)
}

/** Copying files needs checkpoints, which cost nothing on a server that never waits for its disk, and a third of the time otherwise. */
async function cheapStrategy(connection: pg.ClientConfig): Promise<'file_copy' | 'wal_log'> {
  const { rows } = await onServer(connection, (client) => client.query<{ fsync: 'on' | 'off' }>('show fsync'))
  return rows[0]!.fsync === 'off' ? 'file_copy' : 'wal_log'
}

async function createTemplate(connection: pg.ClientConfig, name: string): Promise<void> {
  await onServer(connection, (client) => client.query(`create database ${name}`))
  await migrate(inDatabase(connection, name))
  await onServer(inDatabase(connection, name), guardEntities)
}

/** Runs `work` on a connection to the server's own database. */
export async function onServer<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function inDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  const { connectionString, ...rest } = connection
  if (!connectionString) return { ...rest, database }
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return { ...rest, connectionString: url.href }
}
