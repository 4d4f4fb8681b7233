import { afterAll, afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { marketPrice, shippedFixings, shippedInterestRates, usdMid } from '../../fx/pricing/index.ts'
import { createSandboxMarket, type SandboxMarket } from './index.ts'
import { createModel } from './model.ts'
import { createWalk } from './walk.ts'

const db = await testDatabase()
let now = new Date('2026-11-18T10:00:00Z')
const clock = { now: () => now, wall: () => new Date() }
const listener = createListener(db)
const shared = await createSandboxMarket({ db, clock, seed: 42, listener })
await listener.start()
afterAll(() => listener.close())
const open = () => createSandboxMarket({ db, clock, seed: 42, listener: { on: () => {} } })
const move = async (market: SandboxMarket, name: string, how: Parameters<SandboxMarket['move']>[2]) => {
  await inTransaction(db, (tx) => market.move(tx, parsePair(name), how))
  await market.refresh()
}
const refusal = (code: string) => expect.objectContaining({ code })

afterEach(async () => {
  await db.pool.query('delete from sim_market_overrides')
})

function mid(market: SandboxMarket, name: string): string {
  const sources = { calendars: shippedCalendars(), market, rates: shippedInterestRates() }
  const pair = parsePair(name)
  const dates = { date: '2026-11-20', spotDate: '2026-11-20', tradeDate: '2026-11-18' }
  return marketPrice(sources, pair, dates, now).spot.mid.toFixed(pair.quoteDp)
}

test('the walk is a function of seed and time, and begins at nothing', () => {
  const [one, other, another] = [
    createWalk(1, 'EUR', 4_000_000),
    createWalk(1, 'EUR', 4_000_000),
    createWalk(2, 'EUR', 4_000_000),
  ]
  const instants = Array.from({ length: 500 }, (_, i) => i * 86_413)
  expect(instants.map(one)).toEqual(instants.toReversed().map(other).toReversed()) // whatever the order of asking
  expect(instants.map(one)).not.toEqual(instants.map(another))
  expect(one(0)).toBe(0)
})

test('the walk moves, in small steps, across the end of a day too', () => {
  const walk = createWalk(7, 'GBP', 4_000_000)
  let largest = 0
  const seen = new Set<number>()
  for (let second = 3 * 86_400 - 3000; second < 3 * 86_400 + 3000; second++) {
    largest = Math.max(largest, Math.abs(walk(second + 1) - walk(second)))
    seen.add(walk(second))
  }
  expect(seen.size).toBeGreaterThan(5000)
  expect(largest).toBeLessThan(400_000) // 4 bp
})

test('over two years the walk stays near where it began', () => {
  const ends = Array.from({ length: 200 }, (_, seed) => Math.abs(createWalk(seed, 'EUR', 4_000_000)(600 * 86_400)))
  expect(Math.max(...ends)).toBeLessThan(100_000_000) // 10 %
  expect(ends.filter((end) => end > 5_000_000).length).toBeGreaterThan(100) // and does go somewhere
})

test('the market follows the reference rates to their last day and continues from there', () => {
  const fixings = shippedFixings()
  const model = createModel(fixings, 42)
  const last = fixings.at(-1)!
  for (const currency of ['EUR', 'GBP', 'JPY', 'DKK', 'AED', 'SEK']) {
    const official = usdMid(last, currency)!
    const around = [-1000, 0, 1000].map((ms) => model.mid(currency, new Date(last.at.getTime() + ms))!)
    expect(around[1]!.toFixed(20)).toBe(official.toFixed(20))
    for (const rate of around) expect(rate.div(official).minus(1).abs().toNumber()).toBeLessThan(0.0005)
  }
  const earlier = fixings.at(-40)!
  expect(model.mid('EUR', earlier.at)!.toString()).toBe(usdMid(earlier, 'EUR')!.toString())
})

test('DKK stays with EUR, AED with USD', () => {
  const model = createModel(shippedFixings(), 42)
  const at = new Date('2026-11-18T10:00:00Z')
  const last = shippedFixings().at(-1)!
  expect(model.mid('EUR', at)!.mul(model.mid('DKK', at)!).toFixed(4)).toBe(last.perEuro.get('DKK')!.toFixed(4))
  expect(model.mid('AED', at)!.toString()).toBe('3.6725')
  expect(model.mid('KWD', at)).toBeUndefined()
})

test('two processes see one market', async () => {
  const [one, other] = await Promise.all([open(), open()])
  for (const currency of ['EUR', 'GBP', 'JPY', 'MXN', 'KRW']) {
    expect(one.leg(currency, now)).toEqual(other.leg(currency, now))
  }
  expect(one.leg('EUR', now)!.bid.lt(one.leg('EUR', now)!.ask)).toBe(true)
})

test('while the market is closed the last price remains, with its time', async () => {
  const market = await open()
  const [early, late] = ['2026-11-21T01:00:00Z', '2026-11-22T21:00:00Z'].map((at) => market.leg('EUR', new Date(at))!)
  expect(early!.mid.toString()).toBe(late!.mid.toString())
  expect(late!.asOf).toEqual(new Date('2026-11-20T22:00:00Z'))
})

test.each([
  ['EURUSD', '1.2'],
  ['USDJPY', '120'],
  ['EURGBP', '0.9'],
  ['CHFJPY', '180.5'],
  ['EURDKK', '7.5'],
  ['USDAED', '3.7'],
])('%s set to %s applies immediately, in another process too, and moves on from there', async (name, rate) => {
  const [one, other] = await Promise.all([open(), open()])
  await move(one, name, { rate })
  await other.refresh()
  expect(Number(mid(one, name))).toBeCloseTo(Number(rate), 5)
  expect(mid(other, name)).toBe(mid(one, name))
  const start = now
  now = new Date(start.getTime() + 3_600_000)
  const later = Number(mid(one, name))
  if (name !== 'USDAED' && name !== 'EURDKK') expect(later).not.toBe(Number(rate))
  expect(Math.abs(later / Number(rate) - 1)).toBeLessThan(0.02)
  now = start
})

test('a move in one process reaches the others', async () => {
  const market = await open()
  await move(market, 'EURUSD', { rate: '1.3' })
  await expect.poll(() => mid(shared, 'EURUSD')).toBe('1.30000')
})

test('a shift moves the base currency of a cross and leaves the other alone', async () => {
  const market = await open()
  const before = { eurgbp: mid(market, 'EURGBP'), eurusd: mid(market, 'EURUSD'), gbpusd: mid(market, 'GBPUSD') }
  await move(market, 'EURGBP', { shiftPercent: '-5' })
  expect(Number(mid(market, 'EURGBP'))).toBeCloseTo(Number(before.eurgbp) * 0.95, 4)
  expect(Number(mid(market, 'EURUSD'))).toBeCloseTo(Number(before.eurusd) * 0.95, 4)
  expect(mid(market, 'GBPUSD')).toBe(before.gbpusd)
})

test('moves add up, and hold only from their own time', async () => {
  const market = await open()
  const before = mid(market, 'EURUSD')
  await move(market, 'EURUSD', { shiftPercent: '10' })
  await move(market, 'EURUSD', { shiftPercent: '10' })
  expect(Number(mid(market, 'EURUSD'))).toBeCloseTo(Number(before) * 1.21, 4)
  const earlier = market.leg('EUR', new Date(now.getTime() - 5000))!
  expect(Number(earlier.mid) / Number(before)).toBeCloseTo(1, 2)
})

test.each([
  [{}],
  [{ rate: '1.1', shiftPercent: '2' }],
  [{ rate: '0' }],
  [{ rate: '-1' }],
  [{ shiftPercent: '-100' }],
  [{ shiftPercent: '1e3' }],
  [{ rate: '1000000' }],
])('the move %j is refused and changes nothing', async (how) => {
  const market = await open()
  await expect(move(market, 'EURUSD', how)).rejects.toThrow(refusal('market_move_invalid'))
  expect((await db.pool.query('select 1 from sim_market_overrides')).rows).toEqual([])
})

test('a pair without a reference rate cannot be moved', async () => {
  const market = await open()
  await expect(move(market, 'USDKWD', { shiftPercent: '1' })).rejects.toThrow(refusal('pair_not_tradeable'))
})
