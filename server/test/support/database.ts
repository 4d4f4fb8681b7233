import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Db, openDb } from '../../src/kernel/db.ts'
import { inDatabase, onServer } from './global-setup.ts'

/**
 * A migrated, empty database for one test file, dropped after it. Call it at the top of the file,
 * `const db = await testDatabase()`, or in beforeAll. Other processes connect to it with `db.connection`.
 *
 * @param options.poolSize connections of the pool, 10 if not said
 */
export async function testDatabase(options: { poolSize?: number } = {}): Promise<Db> {
  const { connection, prefix } = inject('testServer')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await onServer(connection, (client) => client.query(`create database ${name} template ${prefix}template`))
  const db = await openDb(inDatabase(connection, name), { poolSize: options.poolSize ?? 10 })
  opened.push(async () => {
    await db.close()
    await onServer(connection, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return db
}

const opened: (() => Promise<void>)[] = []

/** Drops the databases of the test file that has just ended. */
export async function dropTestDatabases(): Promise<void> {
  await Promise.all(opened.splice(0).map((drop) => drop()))
}
