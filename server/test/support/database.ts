import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb } from '../../src/kernel/db/db.ts'
import { expectRisingVersions } from './event-versions.ts'
import { expectCatalogued } from './events.ts'
import { inDatabase, onServer } from './global-setup.ts'

/**
 * A migrated, empty database for one test file, dropped after it. Call it at the top of the file,
 * `const db = await testDatabase()`, or in beforeAll; `db.close()` drops it sooner. Other processes connect to it with `db.connection`.
 *
 * @param options.poolSize connections of the pool, 10 if not said
 */
export async function testDatabase(options: { poolSize?: number } = {}): Promise<Db> {
  const { connection, prefix, copied } = inject('testServer')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await onServer(connection, (client) => client.query(`create database ${name} ${copied}`))
  const db = await openDb(inDatabase(connection, name), { poolSize: options.poolSize ?? 10, idleMs: IDLE_MS })
  const drop = async () => {
    try {
      await expectCatalogued(db)
      await expectRisingVersions(db)
    } finally {
      await db.close()
    }
    await onServer(connection, (client) => dropWhenLeft(client, name))
  }
  let dropped: Promise<void> | undefined
  const close = () => (dropped ??= drop())
  closeAfterFile(close)
  return { ...db, close }
}

/** Some files open a database in each test, and close them at their end: with idle connections to all of them, the server would have too few. */
const IDLE_MS = 500

/** Attempts to drop a database; the server itself waits five seconds each time. */
const DROP_TRIES = 6

/**
 * Drops an unused database, giving sessions on a busy machine time to end. Sessions at work are not forced: their client would
 * reconnect and slow down all following files. Idle ones that remain are named in a warning and ended.
 */
async function dropWhenLeft(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await client.query(`drop database ${name}`))
    } catch (error) {
      const isInUse = (error as { code?: string }).code === '55006'
      if (isInUse && tries < DROP_TRIES) continue
      if (!isInUse) throw error
      const { rows } = await client.query<{ state: string }>(
        'select application_name, state, query from pg_stat_activity where datname = $1',
        [name],
      )
      const left = `connections were left open: ${JSON.stringify(rows)}`
      if (rows.some(({ state }) => state !== 'idle')) throw new Error(left, { cause: error })
      console.warn(left)
      return void (await client.query(`drop database if exists ${name} with (force)`))
    }
  }
}

const closings: (() => Promise<unknown>)[] = []

/** Closes something at the end of the test file, last opened first; unlike afterAll, it may be called in a test. */
export const closeAfterFile = (close: () => Promise<unknown>): void => void closings.push(close)

/** Closes everything opened by the finished test file and reports failures. */
export async function closeOpened(): Promise<void> {
  const failures: unknown[] = []
  for (const close of closings.splice(0).reverse()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}
