import { readMigrations, type Migration } from './migration-files.ts'
import path from 'node:path'
import type pg from 'pg'
import { DatabaseClient } from './client.ts'
import type { DatabaseConnection } from './hosts.ts'
import { serverDirectory } from '../values/package-directory.ts'

// Any number will do, as long as no other lock of ours has it: ASCII "camb".
const migrationLock = 0x63616d62

/**
 * Migrates a database to the current schema: runs the pending migrations in order, each in a transaction of its own.
 * Processes that start together wait for one another. Leaves a database alone that a later release has migrated.
 *
 * @returns the names of the migrations that were run
 * @throws Error when an applied migration was changed, or a pending one is numbered below an applied one
 */
export async function migrate(
  connection: DatabaseConnection,
  options: { directory?: string; log?: (line: string) => void } = {},
): Promise<string[]> {
  const migrations = readMigrations(options.directory ?? path.join(serverDirectory, 'db', 'migrations'))
  const client = new DatabaseClient({ ...connection, application_name: 'cambist migrations' })
  client.on('error', () => {}) // reported by the query that fails
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<Pick<Migration, 'name' | 'checksum'>>(
      'select name, checksum from schema_migrations',
    )
    const pending = pendingMigrations(migrations, rows)
    const isNew = rows.length === 0
    if (isNew && pending.length > 0) options.log?.('Creating the tables …')
    for (const migration of pending) await apply(client, migration, isNew ? undefined : options.log)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Checksums of texts that differ from a file's in a comment alone. A database may have run either. */
const SAME_STATEMENTS: Readonly<Record<string, string>> = {
  '0130_ledger_holds_and_hand_overs.sql': 'a4a3f92a8008e42b2f36afc9dd3253c4c6dab05370890c8f4ced59bf5c3ae011',
}

/** Returns the migrations to run. Ignores unknown applied names: they come from a later release. */
function pendingMigrations(migrations: Migration[], applied: Pick<Migration, 'name' | 'checksum'>[]): Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const changed = migrations.find(
    ({ name, checksum }) => ![undefined, checksum, SAME_STATEMENTS[name]].includes(checksums.get(name)),
  )
  if (changed)
    throw new Error(
      `${changed.name} was changed after it had been applied. Restore it, and make the change in a new migration.`,
    )
  const pending = migrations.filter(({ name }) => !checksums.has(name))
  const late = pending.find(({ name }) => applied.some((other) => other.name > name))
  if (late)
    throw new Error(
      `${late.name} comes before a migration that has been applied. Give it a higher number. A database from before release 0.1.0 cannot be migrated: start with an empty one.`,
    )
  return pending
}

/** Transactions of the previous release may lock tables in another order than a migration: PostgreSQL then ends one of them. */
const ATTEMPTS = 5
const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'

async function apply(client: pg.Client, migration: Migration, log?: (line: string) => void): Promise<void> {
  log?.(`Migrating the database: ${migration.name}`)
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      if (attempt < ATTEMPTS && isDeadlock((error as Error).cause)) continue
      throw error
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`${migration.name} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
