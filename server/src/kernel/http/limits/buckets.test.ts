import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { createBuckets } from './buckets.ts'
import { deleteFullBuckets } from './leases.ts'

const db = await testDatabase()
/** Later than the wall clock: no housekeeping of another test on this database deletes these buckets as full. */
let now = new Date('2099-11-25T10:00:00Z')
const wall = () => now
const after = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
/** Tokens that a process leases at once. */
const leaseSize = (quota: number) => Math.ceil(quota / 50)
const open = (quota: number, source: Pick<typeof db, 'pool'> = db, clock = wall) =>
  createBuckets({ db: source, wall: clock }, 'reads', quota)
beforeEach(() => db.pool.query('delete from rate_limit_buckets'))

/** Sends requests one after another; returns the number admitted. */
async function admitted(buckets: ReturnType<typeof open>, count: number, client = 'a'): Promise<number> {
  let found = 0
  for (let i = 0; i < count; i++) if ((await buckets.take(client)).isAdmitted) found++
  return found
}

test('two processes together admit as many requests as the limit allows', async () => {
  const [one, two] = [open(10), open(10)]
  expect((await admitted(one, 4)) + (await admitted(two, 4))).toBe(8)
  expect((await admitted(one, 4)) + (await admitted(two, 4))).toBe(2)
})

test('processes with blocks of a large limit admit nothing beyond it, and keep at most a block and a half each', async () => {
  const quota = 2000
  const all = [open(quota), open(quota), open(quota)]
  let total = 0
  for (let round = 0; round < 60; round++)
    total += (await Promise.all(all.map((buckets) => admitted(buckets, 20)))).reduce((a, b) => a + b)
  expect(total).toBeLessThanOrEqual(quota)
  expect(total).toBeGreaterThanOrEqual(quota - all.length * 1.5 * leaseSize(quota))
})

test('a bucket fills evenly with time, and never above its limit', async () => {
  const [one, two] = [open(60), open(60)]
  expect(await admitted(one, 70)).toBe(60)
  after(0.9)
  expect(await admitted(two, 5)).toBe(0)
  after(10)
  expect(await admitted(one, 70)).toBe(10)
  after(3600)
  expect(await admitted(two, 70)).toBe(60)
})

test("a client at its limit does not touch another's", async () => {
  const buckets = open(10)
  expect(await admitted(buckets, 12, 'a')).toBe(10)
  expect(await admitted(buckets, 12, 'b')).toBe(10)
})

test('concurrent requests on an empty lease are counted one by one', async () => {
  const [one, two] = [open(100), open(100)]
  const verdicts = await Promise.all(Array.from({ length: 150 }, async (_, i) => (i % 2 ? one : two).take('a')))
  const count = verdicts.filter(({ isAdmitted }) => isAdmitted).length
  expect(count).toBeLessThanOrEqual(100)
  expect(count).toBeGreaterThanOrEqual(100 - 3 * leaseSize(100))
})

test('most requests need no statement, and rejected ones hardly any', async () => {
  let statements = 0
  const pool = {
    query: (query: pg.QueryConfig) => {
      statements++
      return db.pool.query(query)
    },
  } as unknown as pg.Pool
  const buckets = open(5000, { pool })
  expect(await admitted(buckets, 5000)).toBe(5000)
  expect(statements).toBeLessThanOrEqual(52)
  expect(await admitted(buckets, 1000)).toBe(0)
  expect(statements).toBeLessThanOrEqual(53)
})

test('the verdict states the remaining requests, when the bucket is full, and when to retry', async () => {
  const buckets = open(60)
  expect(await buckets.take('a')).toMatchObject({ isAdmitted: true, remaining: 59, resetSeconds: 1 })
  await admitted(buckets, 29)
  expect(await buckets.take('a')).toMatchObject({ isAdmitted: true, remaining: 29, resetSeconds: 31 })
  after(10)
  expect(await buckets.take('a')).toMatchObject({ isAdmitted: true, remaining: 38 })
  await admitted(buckets, 38)
  expect(await buckets.take('a')).toEqual({ isAdmitted: false, remaining: 0, resetSeconds: 60, retrySeconds: 1 })
  const slow = open(2)
  await admitted(slow, 2, 'b')
  expect(await slow.take('b')).toMatchObject({ isAdmitted: false, retrySeconds: 30 })
})

test('a lease that lies unused is dropped, so that it does not add to a later window', async () => {
  const [one, two] = [open(1000), open(1000)]
  await one.take('a') // holds a block
  after(3600)
  expect(await admitted(two, 1100)).toBe(1000)
  expect(await admitted(one, 20)).toBe(0)
})

test('a process whose clock is behind takes nothing extra and adds nothing', async () => {
  const late = open(60, db, () => new Date(now.getTime() - 30_000))
  expect(await admitted(open(60), 60)).toBe(60)
  expect(await admitted(late, 5)).toBe(0)
})

test('a clock that is set back an hour neither stops a bucket for an hour nor fills it', async () => {
  const buckets = open(60)
  await buckets.take('a')
  after(-3600)
  expect(((await buckets.take('a')) as { remaining: number }).remaining).toBeGreaterThanOrEqual(0)
  expect(await admitted(buckets, 70)).toBeLessThanOrEqual(60)
  after(3600)
  expect(await admitted(buckets, 70)).toBeGreaterThan(0)
  expect(await buckets.take('a')).toMatchObject({ isAdmitted: false })
  after(-3598)
  expect(await admitted(buckets, 5)).toBe(0)
  after(30)
  expect(await admitted(buckets, 70)).toBeGreaterThanOrEqual(28)
  expect(await admitted(open(60), 70)).toBe(0)
})

test('a lower limit applies immediately, also in buckets that were filled under a higher one', async () => {
  expect(await admitted(open(100), 1)).toBe(1)
  expect(await admitted(open(10), 50)).toBe(10)
})

test('without its database a process admits requests, which fail on their own', async () => {
  const pool = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool
  expect(await admitted(open(10, { pool }), 30)).toBe(30)
})

test('buckets that are full again are deleted', async () => {
  await admitted(open(10), 3, 'old')
  after(121)
  await admitted(open(10), 3, 'new')
  expect(await deleteFullBuckets(db.pool, now, 1000)).toBe(1)
  const { rows } = await db.pool.query('select client from rate_limit_buckets')
  expect(rows).toEqual([{ client: 'new' }])
})
