import type pg from 'pg'
import { randomBytes } from 'node:crypto'
import { inDatabase, onServer, startThrowAway } from '../../support/global-setup.ts'

/** An empty database for the server, and how to reach it. */
export interface EmptyDatabase {
  connection: pg.ClientConfig
  /** URL for DATABASE_URL. */
  url: string
  drop(): Promise<void>
}

/**
 * Makes an empty database on a running PostgreSQL.
 *
 * @param copied SQL that copies a database with the tables, which saves the time of making them
 */
export async function createDatabase(server: pg.ClientConfig, copied = ''): Promise<EmptyDatabase> {
  const name = `cambist_days_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(server, (client) => client.query(`create database ${name} ${copied}`))
  const connection = inDatabase(server, name)
  return {
    connection,
    url: urlOf(connection),
    drop: () =>
      onServer(server, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

/** Makes an empty database on the PostgreSQL that TEST_DATABASE_URL names, or on one started for it. */
export async function provideDatabase(): Promise<EmptyDatabase> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return createDatabase({ connectionString: url })
  const server = await startThrowAway()
  const database = await createDatabase(server.connection)
  return { ...database, drop: () => server.stop() }
}

export function urlOf({ connectionString, host, port, user, password, database }: pg.ClientConfig): string {
  if (connectionString) return connectionString
  const secret = encodeURIComponent(typeof password === 'string' ? password : '')
  return `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
}
