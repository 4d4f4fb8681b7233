import { expect, inject, test } from 'vitest'
import { testDatabase } from './database.ts'
import { onServer } from './global-setup.ts'
import { claimPrefix, dropAbandoned, dropRun } from './run-databases.ts'

const db = await testDatabase()
const { connection, prefix: ownPrefix } = inject('testServer')

test('a test file gets a database of its own with the present schema', async () => {
  const { rows } = await db.pool.query('select name from schema_migrations')
  expect(rows.length).toBeGreaterThan(0)
})

test('two runs with the same process id have databases of different names', async () => {
  const [one, other] = [await claimPrefix(connection), await claimPrefix(connection)]
  expect(one.prefix).not.toBe(other.prefix)
  expect(ownPrefix).toMatch(new RegExp(`^cambist_test_${process.pid}_[0-9a-f]{12}_$`))
  await Promise.all([one.release(), other.release()])
})

test('the databases of a run that was killed are dropped by the next one, those of a running one stay', async () => {
  await onServer(connection, async (client) => {
    const databasesOf = async (prefix: string) =>
      (await client.query('select from pg_database where starts_with(datname, $1)', [prefix])).rowCount
    const [running, killed] = [await claimPrefix(connection), await claimPrefix(connection)]
    for (const { prefix } of [running, killed]) await client.query(`create database ${prefix}one`)
    const own = await databasesOf(ownPrefix)
    await killed.release()
    const isGone = async () =>
      (await client.query('select from pg_stat_activity where application_name = $1', [killed.prefix])).rowCount
    await expect.poll(isGone).toBe(0)
    await dropAbandoned(client)
    expect([await databasesOf(running.prefix), await databasesOf(killed.prefix)]).toEqual([1, 0])
    expect(own).toBeGreaterThanOrEqual(2)
    expect(await databasesOf(ownPrefix)).toBeGreaterThanOrEqual(2)
    await dropRun(client, running.prefix)
    await running.release()
    expect(await databasesOf(running.prefix)).toBe(0)
  })
})
