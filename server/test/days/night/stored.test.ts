import pg from 'pg'
import { expect, test } from 'vitest'
import { newUuid } from '../../../src/kernel/values/ids.ts'
import { closeAfterFile, testDatabase } from '../../support/database.ts'
import { storedBooks } from './stored.ts'

// Rows that the service would never write: triggers are off for the session that plants them.

const db = await testDatabase()
const client = new pg.Client(db.connection)
await client.connect()
closeAfterFile(() => client.end())
await client.query('set session_replication_role = replica')

const now = new Date('2027-01-05T23:10:00Z')
const stored = storedBooks(client)
await client.query('insert into sandbox_clock (version, offset_ms, frozen_at) values (1, 0, $1)', [now])

const checksOf = async () => {
  const found = [...(await stored.laws(now)), ...(await stored.ahead())]
  return found.map(({ check }) => check)
}

async function planted(sql: string, values: unknown[]): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(sql, values)
    return await checksOf()
  } finally {
    await client.query('rollback')
  }
}

test('an empty ledger obeys every law', async () => {
  expect(await checksOf()).toEqual([])
})

test('a book of one entity and currency that does not sum to zero', async () => {
  const balance = `insert into balances (entity_id, account_id, currency, kind, balance_minor) values ($1, $2, $3, 'client', $4)`
  const [entityId, other] = [newUuid(), newUuid()]
  const checks = await planted(balance, [entityId, newUuid(), 'EUR', 1])
  expect(checks).toEqual(['a book sums to zero in each currency', 'a balance is the sum of its postings'])
  const opposite = `with one as (${balance}) insert into balances (entity_id, account_id, currency, kind, balance_minor)
    values ($5, $6, $7, 'client', -1)`
  // The same amounts in one book would sum to zero.
  expect(await planted(opposite, [entityId, newUuid(), 'EUR', 1, other, newUuid(), 'EUR'])).toContain(checks[0])
  expect(await planted(opposite, [entityId, newUuid(), 'EUR', 1, entityId, newUuid(), 'USD'])).toContain(checks[0])
})

test('a journal and a payment that lie in the future of the clock after a start', async () => {
  const journal = `insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id)
    values ($1, $2, 'test', '2027-01-05', $3, 'test', $2)`
  const at = new Date(now.getTime() + 2_000)
  expect(await planted(journal, [newUuid(), newUuid(), at])).toEqual([
    'no journal is ahead of the clock',
    'nothing is ahead of the clock after a start',
  ])
  expect(await planted(journal, [newUuid(), newUuid(), now])).toEqual([])
})

test('a job that is due years ahead, and one that a failure has put off for longer than it may', async () => {
  const job = `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane, retry_at)
    values ($1, $2, 'test', $2, $3, 0, $4)`
  const check = ['no job waits longer than it may']
  expect(await planted(job, [newUuid(), newUuid(), new Date('2031-01-01'), null])).toEqual(check)
  const late = new Date(Date.now() + 3_600_000)
  expect(await planted(job, [newUuid(), newUuid(), now, late])).toEqual(check)
  expect(await planted(job, [newUuid(), newUuid(), new Date('2027-09-01'), null])).toEqual([])
})

test('two transactions that wait for each other are counted as a deadlock', async () => {
  const before = await stored.deadlocks()
  const [one, two] = [new pg.Client(db.connection), new pg.Client(db.connection)]
  await Promise.all([one.connect(), two.connect()])
  const lock = (who: pg.Client, key: number) => who.query('select pg_advisory_xact_lock($1)', [key])
  await Promise.all([one.query('begin'), two.query('begin')])
  await Promise.all([lock(one, 1), lock(two, 2)])
  const crossed = await Promise.allSettled(
    [lock(one, 2), lock(two, 1)].map((each, i) =>
      each.catch(async (error) => {
        await [one, two][i]!.query('rollback')
        throw error
      }),
    ),
  )
  expect(crossed.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await Promise.all([one.end(), two.end()])
  await expect.poll(() => stored.deadlocks(), { timeout: 10_000 }).toBe(before + 1)
})
