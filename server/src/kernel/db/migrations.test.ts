import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { readMigrations } from './migration-files.ts'
import { migrate } from './migrations.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'

const db = await testDatabase()
let directory: string
beforeEach(async () => {
  await db.pool.query('drop schema public cascade; create schema public')
  directory = mkdtempSync(path.join(tmpdir(), 'cambist-migrations-'))
  write('0001_first.sql', 'create table first (n int); insert into first values (1);')
  write('0002_second.sql', 'create table second (n int);')
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (name: string, sql: string) => writeFileSync(path.join(directory, name), sql)
const run = () => migrate(db.connection, { directory })
const tables = async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map((row) => row.name)
}

test('each migration runs once, in order', async () => {
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  write('0003_third.sql', 'alter table second add m int;')
  expect(await run()).toEqual(['0003_third.sql'])
  expect(await run()).toEqual([])
})

test('processes that start together migrate once', async () => {
  const runs = await Promise.all([run(), run(), run()])
  expect(runs.map((names) => names.length).sort()).toEqual([0, 0, 2])
})

test('a migration that fails leaves nothing of itself and keeps those before it', async () => {
  write('0003_third.sql', 'create table third (n int); select 1/0;')
  await expect(run()).rejects.toThrow('0003_third.sql failed and was rolled back: division by zero')
  expect(await tables()).toEqual(['first', 'schema_migrations', 'second'])
})

test('a migration that meets a deadlock with a transaction under way is run again', async () => {
  await run()
  const other = await db.pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table second in access exclusive mode')
    write('0003_third.sql', 'lock table first in access exclusive mode; alter table second add m int;')
    const migrated = run()
    await untilWaiting(db)
    await other.query(`set local deadlock_timeout = '1h'`) // the migration looks for a deadlock, and is ended
    await other.query('select from first')
    await other.query('commit')
    expect(await migrated).toEqual(['0003_third.sql'])
  } finally {
    other.release()
  }
})

test('a migration changed after it was applied is refused', async () => {
  await run()
  write('0001_first.sql', 'create table first (n bigint);')
  await expect(run()).rejects.toThrow('0001_first.sql was changed after it had been applied')
})

test('another line ending is not a change', async () => {
  write('0001_first.sql', 'create table first (\nn int);')
  await run()
  write('0001_first.sql', 'create table first (\r\nn int);')
  expect(await run()).toEqual([])
})

test('a database that ran 0130 with another comment is migrated further', async () => {
  const name = '0130_ledger_holds_and_hand_overs.sql'
  write(name, 'create table third (n int);')
  await run()
  const text = 'update schema_migrations set checksum = $2 where name = $1'
  await db.pool.query(text, [name, 'a4a3f92a8008e42b2f36afc9dd3253c4c6dab05370890c8f4ced59bf5c3ae011'])
  expect(await run()).toEqual([])
  await db.pool.query(text, [name, 'that of other statements'])
  await expect(run()).rejects.toThrow(`${name} was changed after it had been applied`)
})

test('a new migration below an applied one is refused', async () => {
  rmSync(path.join(directory, '0001_first.sql'))
  await run()
  write('0001_first.sql', 'create table first (n int);')
  await expect(run()).rejects.toThrow('Give it a higher number')
})

test('a database of a later release is left as it is', async () => {
  write('0003_third.sql', 'create table third (n int);')
  await run()
  rmSync(path.join(directory, '0003_third.sql'))
  expect(await run()).toEqual([])
})

test('two migrations with one number, or without one, are refused', () => {
  write('0002_other.sql', '')
  expect(() => readMigrations(directory)).toThrow(
    'Two migrations have the number 0002: 0002_other.sql and 0002_second.sql',
  )
  write('0001a.sql', '')
  expect(() => readMigrations(directory)).toThrow('0001a.sql is not named like a migration')
})
