import { afterEach, expect, test, vi } from 'vitest'
import { liveCalendars } from '../../../test/support/calendars.ts'
import { givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { PRICES, standingMarket } from '../../../test/support/market.ts'
import { openProcess } from '../../../test/support/process.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { type MarketData, shippedInterestRates } from '../pricing/index.ts'
import { createRateWatch, unwatchRate, type WatchedRate, watchRate } from './index.ts'
import { lookAtMarket } from './look.ts'

const db = await testDatabase()
const entityId = await givenEntity(db, 'RM')
const time = { now: new Date('2026-11-25T10:00:00.000Z') }
const clock = { now: () => time.now, wall: () => new Date() }
const state: { ageMs: number; prices?: typeof PRICES } = { ageMs: 0 }
const calendars = liveCalendars()
const sourcesOf = (market: MarketData) => ({ calendars, market, rates: shippedInterestRates() })
const sources = sourcesOf(standingMarket(state))
/** Instants at which the jobs were due, by resource. */
const ran = new Map<string, string[]>()
const again = new Set<string>()
const { worker, newWorker } = await openProcess(
  db,
  { clock, sources },
  {
    jobs: {
      'note.reached': async (tx, { resourceId, dueAt }) => {
        ran.set(resourceId, [...(ran.get(resourceId) ?? []), dueAt.toISOString()])
        if (again.delete(resourceId)) await watchRate(tx, levelOf({ resourceId }))
      },
    },
  },
)

const OPEN = '2026-11-25T10:00:00.000Z'
afterEach(async () => {
  await db.pool.query('delete from rate_levels')
  await db.pool.query('delete from due_work')
  ran.clear()
  state.prices = PRICES
  time.now = new Date(OPEN)
})

const levelOf = (change: Partial<Omit<WatchedRate, 'level'>> & { level?: string }): WatchedRate => ({
  entityId,
  kind: 'note.reached',
  resourceId: newUuid(),
  currencyPair: 'EUR/USD',
  priceSide: 'Mid',
  direction: 'AtOrAbove',
  ...change,
  level: new Decimal(change.level ?? '1.17'),
})
async function watched(change: Parameters<typeof levelOf>[0] = {}, within?: Tx): Promise<string> {
  const level = levelOf(change)
  if (within) await watchRate(within, level)
  else await inTransaction(db, (tx) => watchRate(tx, level))
  return level.resourceId
}
const move = (currency: string, bid: string, mid: string, ask: string) => {
  state.prices = { ...(state.prices ?? PRICES), [currency]: [bid, mid, ask] }
}
const look = () => worker.runDue(time.now)
const levels = async () => {
  const { rows } = await db.pool.query<{ id: string }>('select resource_id as id from rate_levels order by 1')
  return rows.map(({ id }) => id)
}

test.each([
  ['Bid', 'AtOrAbove', '1.17005', '1.17006'],
  ['Mid', 'AtOrAbove', '1.17010', '1.17011'],
  ['Ask', 'AtOrAbove', '1.17015', '1.17016'],
  ['Bid', 'AtOrBelow', '1.17005', '1.17004'],
  ['Mid', 'AtOrBelow', '1.17010', '1.17009'],
  ['Ask', 'AtOrBelow', '1.17015', '1.17014'],
] as const)(
  '%s %s %s runs its job once at that price, and not one pip before',
  async (priceSide, direction, at, not) => {
    move('EUR', '1.17005', '1.17010', '1.17015')
    const [reached, missed] = [
      await watched({ priceSide, direction, level: at }),
      await watched({ priceSide, direction, level: not }),
    ]
    await look()
    await look()
    expect([[...ran], await levels()]).toEqual([[[reached, [OPEN]]], [missed]])
  },
)

test('the middle reaches the level that it shows, however its further decimals are', async () => {
  const { bid, mid, ask } = { bid: '1.1700', mid: '1.169999999999', ask: '1.1701' }
  move('EUR', bid, mid, ask)
  const above = await watched({ level: '1.17' })
  await look()
  expect([...ran.keys()]).toEqual([above])
})

test('a cross is compared through its two USD pairs', async () => {
  const [reached, missed] = [
    await watched({ currencyPair: 'EUR/GBP', direction: 'AtOrBelow', level: '0.8858' }),
    await watched({ currencyPair: 'EUR/GBP', direction: 'AtOrBelow', level: '0.8857' }),
  ]
  await look() // 1.16250 / 1.31240 = 0.88578
  expect([[...ran.keys()], await levels()]).toEqual([[reached], [missed]])
})

test('a job that watches its level again is scheduled again when the market reaches it again', async () => {
  const resourceId = await watched({ level: '1.16' })
  again.add(resourceId)
  await look()
  expect(ran.get(resourceId)).toEqual([OPEN])
  move('EUR', '1.1699', '1.17', '1.1701')
  await look()
  expect(ran.get(resourceId)).toEqual([OPEN, OPEN])
})

test('a level that is watched anew replaces the one before', async () => {
  const resourceId = await watched({ level: '1.16' })
  await watched({ resourceId, direction: 'AtOrBelow', level: '1.15' })
  await look()
  expect([ran.size, await levels()]).toEqual([0, [resourceId]])
})

test('levels wait while the market is closed, and are compared at its opening', async () => {
  const resourceId = await watched({ level: '1.16' })
  time.now = new Date('2026-11-28T12:00:00.000Z')
  await look()
  expect(ran.size).toBe(0)
  time.now = new Date('2026-11-29T22:00:01.000Z')
  await look()
  expect([...ran]).toEqual([[resourceId, [time.now.toISOString()]]])
})

test('levels of a pair without a price wait and delay no other', async () => {
  const { CHF: _none, ...others } = PRICES
  state.prices = { ...others, CHF: undefined } as unknown as typeof PRICES
  const market: MarketData = {
    ...standingMarket(),
    leg: (currency, at) => (currency === 'CHF' ? undefined : standingMarket().leg(currency, at)),
  }
  const waiting = await watched({ currencyPair: 'USD/CHF', level: '0.1' })
  const reached = await watched({ level: '1.16' })
  const unpriced: (readonly string[])[] = []
  const deps = { db, sources: sourcesOf(market), unpriced: (pairs: readonly string[]) => void unpriced.push(pairs) }
  expect([await lookAtMarket(deps, time.now), unpriced]).toEqual([1, [['USD/CHF']]])
  expect(await levels()).toEqual([waiting])
  state.prices = PRICES
  await look()
  expect([...ran.keys()].sort()).toEqual([reached, waiting].sort())
})

test('a level that was given up runs no job, also when its job was scheduled already', async () => {
  const [before, after] = [await watched({ level: '1.16' }), await watched({ level: '1.16' })]
  const giveUp = (resourceId: string) =>
    inTransaction(db, (tx) => unwatchRate(tx, { entityId, kind: 'note.reached', resourceId }))
  await giveUp(before)
  await lookAtMarket({ db, sources }, time.now)
  await giveUp(after)
  await look()
  expect([ran.size, await levels()]).toEqual([0, []])
})

test('several processes that look at the same moment schedule each job once', async () => {
  const ids = await inTransaction(db, (tx) =>
    Promise.all(Array.from({ length: 60 }, () => watched({ level: '1.16' }, tx))),
  )
  const workers = [worker, newWorker(), newWorker()]
  await Promise.all(workers.map((each) => each.runDue(time.now)))
  expect([...ran].sort()).toEqual(ids.map((id) => [id, [OPEN]]).sort())
})

test('a caller that waits for all that is due also waits for jobs that the look of another process scheduled', async () => {
  const resourceId = await watched({ level: '1.16' })
  const other = newWorker()
  other.start()
  try {
    await look()
    expect([...ran.keys()]).toEqual([resourceId])
  } finally {
    await other.stop()
  }
})

test('an entity whose levels cannot be handled delays those of no other, however many it has', async () => {
  const failing = await givenEntity(db, 'RM')
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < 600; i++) await watched({ entityId: failing, level: '1.16' }, tx)
  })
  const resourceId = await watched({ level: '1.16' })
  await db.pool.query(
    `create function fail_here() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger broken before delete on rate_levels for each row when (old.entity_id = '${failing}')
       execute function fail_here()`,
  )
  const failures: string[] = []
  const failed = (_error: unknown, piece: { entityId: string }) => void failures.push(piece.entityId)
  try {
    expect(await lookAtMarket({ db, sources, failed }, time.now)).toBe(1)
  } finally {
    await db.pool.query('drop trigger broken on rate_levels')
  }
  await look()
  expect([failures, ran.has(resourceId), ran.size]).toEqual([[failing], true, 601])
})

test('a look at a market that has reached thousands of levels ends, and the next one continues', async () => {
  await db.pool.query(
    `insert into rate_levels select $1, 'note.reached', gen_random_uuid(), 'EUR/USD', 'Mid', 'AtOrAbove', 1
      from generate_series(1, 2300)`,
    [entityId],
  )
  const once = () => lookAtMarket({ db, sources }, time.now)
  expect([await once(), await once(), await once()]).toEqual([2000, 300, 0])
})

test('the search for pairs reads no more of the index with ten thousand levels than with one', async () => {
  await db.pool.query(
    `insert into rate_levels select $1, 'note.reached', gen_random_uuid(), p, 'Mid', 'AtOrAbove', 9 + i
      from generate_series(1, 5000) i, unnest(array['EUR/USD', 'GBP/USD']) p`,
    [entityId],
  )
  await db.pool.query('analyze rate_levels')
  const read = vi.fn(db.pool.query.bind(db.pool))
  await lookAtMarket({ db: { pool: { query: read } } as never, sources }, time.now)
  const [pairs, reached] = read.mock.calls.map(([statement]) => statement as unknown as { text: string; values?: [] })
  for (const { text, values } of [pairs!, reached!]) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: object }] }>({
      text: `explain (analyze, format json) ${text}`,
      values: values ?? [],
    })
    const read = [...JSON.stringify(rows[0]!['QUERY PLAN']).matchAll(/"Actual Rows":\s*(\d+)/g)].map(([, n]) =>
      Number(n),
    )
    expect(Math.max(...read)).toBeLessThan(20)
  }
})

test('a watch logs once when a pair loses its price, and once when all have one again', async () => {
  let isPriced = true
  const market: MarketData = {
    ...standingMarket(),
    leg: (currency, at) => (isPriced || currency !== 'GBP' ? standingMarket().leg(currency, at) : undefined),
  }
  const log = { warn: vi.fn(), info: vi.fn() }
  const watch = createRateWatch({ sources: sourcesOf(market), clock, log })
  const pass = () =>
    watch.look({
      db,
      until: time.now,
      at: (begun) => begun,
      isAwaited: true,
      failed: (error) => expect.unreachable(String(error)),
    })
  await watched({ currencyPair: 'GBP/USD', level: '9' })
  await pass()
  isPriced = false
  await pass()
  await pass()
  expect(log.warn.mock.calls.map(([found]) => found)).toEqual([{ currencyPairs: ['GBP/USD'] }])
  expect(log.info).not.toHaveBeenCalled()
  isPriced = true
  await pass()
  await pass()
  expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1])
})

test('a watch looks once a second in the background, and whenever a caller waits', async () => {
  const watch = createRateWatch({ sources, clock, log: { warn() {}, info() {} } })
  const run = {
    db,
    until: time.now,
    at: (begun: Date) => begun,
    failed: (error: unknown) => expect.unreachable(String(error)),
  }
  await watched({ level: '1.16' })
  expect(await watch.look(run)).toBe(1)
  await watched({ level: '1.16' })
  expect([await watch.look(run), await watch.look({ ...run, isAwaited: true })]).toEqual([0, 1])
})
