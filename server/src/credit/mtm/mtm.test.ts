import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditDesk, openCreditDesk, standardTerm } from '../../../test/support/credit.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { reduceExposure } from '../facilities/index.ts'
import { closeExposure } from '../../../test/support/exposures.ts'
import { valueAt } from '../valuation/index.ts'
import { withScale } from '../valuation/exit-price.ts'
import { recomputeMtm } from './index.ts'
import { addLine, averageRates, noPairTotals, type PairTotals } from './rules.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
/** The valuation by trade; of the desk's own entity unless another is named. */
const trades = (desk: CreditDesk, query = '', headers = {}) => {
  const own = query.includes('entityId') ? '' : `entityId=${desk.wire.entityId}&`
  return desk.get(`/v1/credit/mtm/trades?${own}${query}`, headers)
}
const snapshotOf = (wire: string) => parseId('snp', wire)!

describe('the domain’s worked values by pair', () => {
  /** A line at given rates, valued in dollars. */
  function line(symbol: string, side: 'Buy' | 'Sell', baseMinor: bigint, contract: string, market: string) {
    const pair = parsePair(symbol)
    const rate = new Decimal(market)
    const one = new Decimal(1)
    const exit = withScale(pair, 'USD', {
      pair,
      baseSide: side,
      spotRate: rate,
      forwardPoints: new Decimal(0),
      marketForwardRate: rate,
      pricedAtDate: '2027-01-04',
      discountFactor: one,
      conversionRate: one,
      notionalRate: rate,
    })
    const counterMinor = BigInt(new Decimal(baseMinor.toString()).mul(contract).toFixed(0))
    const deal = {
      entityId: '',
      tradeId: '',
      facilityId: '',
      termId: '',
      currencyPair: symbol,
      baseSide: side,
      contractRate: contract,
      forwardType: 'Fixed' as const,
      firstDate: '2027-01-04',
      valueDate: '2027-01-04',
      baseMinor,
      counterMinor,
    }
    return { deal, exit, value: valueAt(exit, deal) }
  }
  function sumOf(lines: ReturnType<typeof line>[]): PairTotals {
    const totals = noPairTotals(lines[0]!.deal.currencyPair, 'USD', '2027-01-04')
    for (const each of lines) addLine(totals, each)
    return totals
  }
  test('EUR/USD net 150,000, MTM -3,642.00; GBP/USD +1,500.00; together USD -2,142.00', () => {
    const euros = sumOf([
      line('EUR/USD', 'Buy', 35_000_000n, '1.17182', '1.15010'),
      line('EUR/USD', 'Sell', 20_000_000n, '1.17010', '1.15030'),
    ])
    const pounds = sumOf([line('GBP/USD', 'Buy', 25_000_000n, '1.30500', '1.31100')])
    expect(euros.longBaseMinor - euros.shortBaseMinor).toBe(15_000_000n)
    expect([euros.mtmMinor, pounds.mtmMinor, euros.mtmMinor + pounds.mtmMinor]).toEqual([
      -364_200n,
      150_000n,
      -214_200n,
    ])
    expect(averageRates(euros, parsePair('EUR/USD')).averageContractRate).toBeUndefined()
    expect(averageRates(pounds, parsePair('GBP/USD')).averageContractRate?.toFixed(5)).toBe('1.30500')
  })
})

describe('MTM by trade', () => {
  test('shows every input of the value, so that a reader can recompute it', async () => {
    const desk = await openCreditDesk(db)
    const tradeId = await desk.reserve({
      pair: 'EUR/USD',
      side: 'Buy',
      base: '350000',
      rate: '1.17182',
      valueDate: '2027-05-28',
    })
    const { status, body } = await trades(desk)
    expect(status).toBe(200)
    const [mtm] = body.data
    expect(mtm).toMatchObject({
      tradeId: formatId('trd', tradeId),
      currencyPair: 'EUR/USD',
      clientBuys: 'EUR',
      outstandingBuyAmount: '350000.00',
      outstandingSellAmount: '410137.00',
      contractRate: '1.17182',
      valueDate: '2027-05-28',
      spotRate: '1.16250',
      mtmCurrency: 'GBP',
      initialMarginHeld: { amount: '0.00', currency: 'GBP' },
      callDistance: expect.stringMatching(/^\d\.\d{4}$/),
      asAt: '2026-11-25T10:00:00.000Z',
    })
    const gain = new Decimal(mtm.outstandingBuyAmount).mul(mtm.marketForwardRate).minus(mtm.outstandingSellAmount)
    const undiscounted = gain.mul(mtm.conversionRate)
    expect(mtm.mtmQuote).toBe(gain.toFixed(2))
    expect(mtm.mtmUndiscounted).toBe(undiscounted.toFixed(2))
    expect(mtm.mtm).toBe(undiscounted.mul(mtm.discountFactor).toFixed(2))
    expect(body.totals).toEqual([
      { currency: 'GBP', tradeCount: 1, mtm: mtm.mtm, mtmUndiscounted: mtm.mtmUndiscounted, notional: mtm.notional },
    ])
    expect(body.snapshotId).toBe(mtm.snapshotId)
    expect(Number(mtm.discountFactor)).toBeLessThan(1)
  })

  test('excludes drawn amounts and closed deals', async () => {
    const desk = await openCreditDesk(db)
    const tradeId = await desk.reserve({ base: '100' })
    const part = { entityId: desk.entityId, tradeId, baseMinor: 4_000n, counterMinor: 5_200n }
    await inTransaction(db, (tx) => reduceExposure(tx, part, desk.time.now))
    expect((await trades(desk)).body.data[0]).toMatchObject({
      outstandingSellAmount: '60.00',
      outstandingBuyAmount: '78.00',
    })
    await inTransaction(db, (tx) => closeExposure(tx, part, desk.time.now))
    expect((await trades(desk)).body).toMatchObject({ data: [], totals: [], nextCursor: null })
  })

  test('a window is valued for the day it was priced for, whichever end that is', async () => {
    const desk = await openCreditDesk(db)
    const window = { forwardType: 'Window' as const, accessDate: '2026-12-28', valueDate: '2027-06-28' }
    // EUR earns less than USD: the forward rises with time. A buyer is priced for the last day, a seller for the first.
    const [late, early] = ['2027-06-28', '2026-12-28']
    const deal = { pair: 'EUR/USD', base: '1000', rate: '1.17', ...window }
    await desk.reserve({ ...deal, side: 'Buy', pricedAtDate: late })
    await desk.reserve({ ...deal, side: 'Sell', pricedAtDate: early })
    const [bought, sold] = (await trades(desk)).body.data
    expect([bought.pricedAtDate, sold.pricedAtDate]).toEqual([late, early])
  })

  test('past its value date a deal is still valued', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve()
    desk.time.now = new Date('2026-12-02T10:00:00Z')
    const [mtm] = (await trades(desk)).body.data
    expect([mtm.pricedAtDate, mtm.discountFactor]).toEqual(['2026-12-02', '1.0000000000'])
  })

  test('pages are valued at one market, with the totals of all, whatever the market does meanwhile', async () => {
    const desk = await openCreditDesk(db)
    const ids: string[] = []
    for (let i = 1; i <= 5; i++) ids.push(await desk.reserve({ base: String(i * 1000) }))
    const first = (await trades(desk, 'limit=2')).body
    desk.market.set('GBP', '1.50')
    desk.time.now = new Date('2026-11-25T10:05:00Z')
    await desk.reserve({ base: '9999' })
    const second = (await trades(desk, `limit=2&after=${first.nextCursor}`)).body
    const third = (await trades(desk, `limit=2&after=${second.nextCursor}`)).body
    const all = [...first.data, ...second.data, ...third.data]
    expect(all.map(({ tradeId }) => tradeId)).toEqual(ids.map((id) => formatId('trd', id)))
    expect(new Set(all.map(({ snapshotId }) => snapshotId)).size).toBe(1)
    expect([second.totals, third.totals, third.nextCursor]).toEqual([first.totals, first.totals, null])
    const sum = all.reduce((total, { mtm }) => total.plus(mtm), new Decimal(0))
    expect(first.totals[0].mtm).toBe(sum.toFixed(2))
  })

  test('with a frozen clock and market, a new deal is in the totals immediately', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve({ base: '1000' })
    expect((await trades(desk)).body.totals[0].tradeCount).toBe(1)
    await desk.reserve({ base: '1000' })
    expect((await trades(desk)).body.totals[0].tradeCount).toBe(2)
  })

  test('all in one answer, a line each, then the totals: the same figures as the pages', async () => {
    const desk = await openCreditDesk(db)
    for (let i = 1; i <= 3; i++) await desk.reserve({ base: String(i * 1000) })
    const paged = (await trades(desk)).body
    const streamed = await trades(desk, '', { accept: 'application/x-ndjson' })
    expect(streamed.headers['content-type']).toContain('application/x-ndjson')
    const lines = String(streamed.body)
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as object)
    expect(lines).toEqual([...paged.data, { totals: paged.totals, snapshotId: paged.snapshotId, asAt: paged.asAt }])
  })

  test('filters by trade, pair and facility', async () => {
    const desk = await openCreditDesk(db)
    const one = formatId('trd', await desk.reserve())
    await desk.reserve({ pair: 'EURUSD', side: 'Buy', base: '10', rate: '1.16' })
    const count = async (query: string) => (await trades(desk, query)).body.data.length as number
    expect(await count(`tradeId=${one}`)).toBe(1)
    expect(await count('currencyPair=EURUSD')).toBe(1)
    expect(await count('currencyPair=USD/JPY')).toBe(0)
    expect(await count(`facilityId=${desk.wireFacilityId}&entityId=${desk.wire.entityId}`)).toBe(2)
    expect(await count(`tradeId=${formatId('trd', newUuid())}`)).toBe(0)
  })

  test.each([
    [404, 'entity_not_found', `entityId=${formatId('ent', newUuid())}`],
    [404, 'facility_not_found', `facilityId=${formatId('fac', newUuid())}`],
    [404, 'trade_not_found', 'tradeId=nonsense'],
    [400, 'date_range_invalid', 'asAt=2026-11-25T10:00:01Z'],
    [400, 'instant_invalid', 'asAt=yesterday'],
    [400, 'cursor_invalid', 'after=x'],
    [400, 'unknown_parameter', 'what=1'],
    [422, 'pair_not_tradeable', 'currencyPair=NOPAIR'],
    [422, 'valuation_not_available', 'asAt=2026-11-01T00:00:00Z'],
  ])('%i %s: %s', async (status, code, query) => {
    const desk = await openCreditDesk(db)
    const answer = await trades(desk, query)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test('all errors of a query are reported together', async () => {
    const desk = await openCreditDesk(db)
    const query = 'asAt=2026-11-25T10:00:01Z&currencyPair=EUREUR&what=1'
    const told = ({ body }: Awaited<ReturnType<typeof trades>>) =>
      body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()
    expect(told(await trades(desk, `${query}&after=x`))).toEqual(['?after', '?asAt', '?currencyPair', '?what'])
    expect(told(await desk.get(`/v1/credit/mtm/currency-pairs?${query}`))).toEqual(['?asAt', '?currencyPair', '?what'])
  })

  test('a format that is not offered is refused', async () => {
    const desk = await openCreditDesk(db)
    expect((await trades(desk, '', { accept: 'text/csv' })).status).toBe(406)
  })
})

describe('MTM by currency pair', () => {
  test('nets in market convention and comes to the same as by trade', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve({ pair: 'EUR/USD', side: 'Buy', base: '350000', rate: '1.17182', valueDate: '2027-03-31' })
    await desk.reserve({ pair: 'EUR/USD', side: 'Sell', base: '200000', rate: '1.17010', valueDate: '2027-06-30' })
    await desk.reserve({ pair: 'GBP/USD', side: 'Buy', base: '250000', rate: '1.30500' })
    const { body } = await desk.get('/v1/credit/mtm/currency-pairs')
    expect(body.data).toMatchObject([
      {
        currencyPair: 'EUR/USD',
        tradeCount: 2,
        longBase: '350000.00',
        shortBase: '200000.00',
        netBase: '150000.00',
        netQuote: '-176117.00',
        averageContractRate: null,
        nearestValueDate: '2027-03-31',
        furthestValueDate: '2027-06-30',
      },
      {
        currencyPair: 'GBP/USD',
        tradeCount: 1,
        netBase: '250000.00',
        averageContractRate: '1.30500',
        mtmCurrency: 'GBP',
      },
    ])
    const byTrade = (await trades(desk)).body
    expect(body.totals).toEqual(byTrade.totals)
    expect(body.snapshotId).toBe(byTrade.snapshotId) // nothing has changed in between
  })
})

describe('a valuation can be done again', () => {
  test('as at a past instant it is what it was then, after the market and the deals have moved on', async () => {
    const desk = await openCreditDesk(db)
    const tradeId = await desk.reserve({ base: '1000', valueDate: '2027-03-31' })
    const then = (await trades(desk)).body
    desk.time.now = new Date('2026-11-26T10:00:00Z')
    desk.market.set('GBP', '1.45')
    const part = { entityId: desk.entityId, tradeId, baseMinor: 40_000n, counterMinor: 52_000n }
    await inTransaction(db, (tx) => reduceExposure(tx, part, desk.time.now))
    expect((await trades(desk)).body.data[0].mtm).not.toBe(then.data[0].mtm)
    const again = (await trades(desk, `asAt=${then.asAt}`)).body
    expect(again).toEqual(then)
  })

  test('law: from its snapshot alone, to the last digit, after any deals and moves of the market', async () => {
    const pairs = fc.constantFrom('EUR/USD', 'GBP/USD', 'EUR/GBP', 'USD/JPY', 'GBP/JPY', 'CHF/JPY')
    const deal = fc.record({
      pair: pairs,
      side: fc.constantFrom('Buy' as const, 'Sell' as const),
      base: fc.integer({ min: 1, max: 9000 }).map(String),
      valueDate: fc.constantFrom('2026-11-30', '2026-12-09', '2027-02-17', '2027-09-08'),
    })
    const moves = fc.record({ GBP: fc.integer({ min: 900, max: 1800 }), JPY: fc.integer({ min: 90, max: 250 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(deal, { minLength: 1, maxLength: 4 }), moves, async (deals, { GBP, JPY }) => {
        const desk = await openCreditDesk(db)
        for (const each of deals) await desk.reserve({ ...each, rate: each.pair.endsWith('JPY') ? '180.25' : '1.2345' })
        desk.market.set('GBP', `1.${GBP}`)
        desk.market.set('JPY', `${JPY}.123`)
        const stated = (await trades(desk)).body
        desk.market.set('GBP', '7')
        desk.market.set('JPY', '1')
        const again = await recomputeMtm({ db }, { entityId: desk.entityId }, snapshotOf(stated.snapshotId))
        expect(again.trades).toEqual(stated.data)
        expect(again.totals).toEqual(stated.totals)
      }),
      { numRuns: 12 },
    )
  })

  test('a snapshot is the entity’s own', async () => {
    const [one, other] = [await openCreditDesk(db), await openCreditDesk(db)]
    await one.reserve()
    const { snapshotId } = (await trades(one)).body
    await expect(recomputeMtm({ db }, { entityId: other.entityId }, snapshotOf(snapshotId))).rejects.toMatchObject({
      code: 'snapshot_not_found',
    })
  })

  test('an unchanged market is stored once, a changed one as another snapshot', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve()
    const ids: string[] = []
    for (const mid of ['1.3124', '1.3124', '1.32', '1.3124']) {
      desk.market.set('GBP', mid)
      desk.time.now = new Date(desk.time.now.getTime() + 1000)
      ids.push((await trades(desk)).body.snapshotId)
    }
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
  })

  test('a snapshot cannot be changed', async () => {
    const desk = await openCreditDesk(db)
    await desk.reserve()
    await expect(db.pool.query(`update market_snapshots set digest = 'x'`)).rejects.toThrow('append-only')
  })
})

describe('a simulation', () => {
  const simulate = (desk: CreditDesk, order: object) => desk.post('/v1/credit/simulate', { ...desk.wire, ...order })

  test('reports the calls that a shock would cause, and stores nothing', async () => {
    const desk = await openCreditDesk(db, { mids: { GBP: '1.30' } })
    const tradeId = await desk.reserve()
    const counts = async () =>
      (
        await db.pool.query(`select (select count(*) from margin_calls) + (select count(*) from market_snapshots)
        + (select count(*) from events) as n`)
      ).rows[0].n as bigint
    const before = await counts()
    const { status, body } = await simulate(desk, { shocks: [{ currencyPair: 'GBP/USD', percent: '2.5' }] })
    expect(status).toBe(200)
    expect(body.facilities).toMatchObject([
      {
        facilityId: desk.wireFacilityId,
        before: { utilised: '100000.00', mtm: '0.00', marginCallTotal: '0.00', marginCalls: [] },
        after: {
          utilised: '100000.00',
          isLimitExceeded: false,
          marginCallTotal: '2500.00',
          marginCallCount: 1,
          marginCalls: [{ tradeId: formatId('trd', tradeId), subject: 'Trade', amount: '2500.00', currency: 'GBP' }],
        },
      },
    ])
    expect(Number(body.facilities[0].after.mtm)).toBeCloseTo(-2438, -1)
    expect(body.trade).toBeNull()
    expect(await counts()).toBe(before)
    desk.market.set('GBP', '1.3325')
    expect((await desk.run()).body.issued[0].amount).toBe('2500.00') // what was foretold
  })

  test('takes a proposed trade into account, with its term and initial margin', async () => {
    const desk = await openCreditDesk(db)
    const trade = {
      buyCurrency: 'EUR',
      sellCurrency: 'GBP',
      fixedSide: 'Sell',
      amount: '100000.00',
      valueDate: '2027-02-26',
    }
    const { body } = await simulate(desk, { trade })
    expect(body.trade).toMatchObject({
      currencyPair: 'EUR/GBP',
      sellAmount: '100000.00',
      isPossible: true,
      facilityId: desk.wireFacilityId,
      creditTermId: expect.stringMatching(/^ctm_/),
      initialMargin: { percent: '5', amount: '5000.00', currency: 'GBP' },
      refusal: null,
    })
    const { before, after } = body.facilities[0]
    expect(before.utilised).toBe('0.00')
    expect(Number(after.utilised)).toBeGreaterThan(98_000)
    expect(Number(after.utilised)).toBeLessThan(100_000)
  })

  test('a shock of a cross moves its base currency, one of an inverse pair the right way', async () => {
    const desk = await openCreditDesk(db, { facility: { terms: [{ ...standardTerm }] } })
    await desk.reserve({ pair: 'CHF/JPY', side: 'Buy', base: '1000', rate: '191.65' })
    const shock = (percent: string) => simulate(desk, { shocks: [{ currencyPair: 'CHF/JPY', percent }] })
    const [up, down] = [await shock('10'), await shock('-10')]
    expect(Number(up.body.facilities[0].after.mtm)).toBeGreaterThan(50)
    expect(Number(down.body.facilities[0].after.mtm)).toBeLessThan(-50)
  })

  test('all errors of an order are reported, each shock with its own, without dependent ones', async () => {
    const desk = await openCreditDesk(db)
    const told = async (order: object) =>
      (await simulate(desk, order)).body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()
    const shocks = [
      { currencyPair: 'EUREUR', percent: '-100' },
      { currencyPair: 7, percent: '-100' },
      { currencyPair: 'EUR/USD', percent: 'much' },
    ]
    const trade = { buyCurrency: 'EUR', sellCurrency: 'EUR', fixedSide: 'Buy', amount: '1.001', valueDate: 'soon' }
    expect(await told({ shocks, trade, colour: 'red' })).toEqual([
      '/colour',
      '/shocks/0/currencyPair',
      '/shocks/0/percent',
      '/shocks/1/currencyPair',
      '/shocks/1/percent',
      '/shocks/2/percent',
      '/trade/amount',
      '/trade/sellCurrency',
      '/trade/valueDate',
    ])
    expect(await told({ colour: 'red' })).toEqual(['/colour', '/shocks', '/trade'])
    expect(await told({ trade: 'none' })).toEqual(['/trade'])
    expect(await told({ trade: { ...trade, fixedSide: 'Middle', buyCurrency: 1 } })).toEqual([
      '/trade/buyCurrency',
      '/trade/fixedSide',
      '/trade/valueDate',
    ])
  })

  test('a trade without credit is reported with the reason', async () => {
    const desk = await openCreditDesk(db)
    const trade = { buyCurrency: 'USD', sellCurrency: 'GBP', fixedSide: 'Sell', amount: '2000000.01' }
    const { status, body } = await simulate(desk, { trade })
    expect(status).toBe(200)
    expect(body.trade).toMatchObject({
      isPossible: false,
      creditTermId: null,
      refusal: { code: 'credit_limit_exceeded' },
    })
    expect(body.facilities[0].after.utilised).toBe('0.00')
  })

  test('errors of shocks and trade are reported together', async () => {
    const trade = { buyCurrency: 'USD', sellCurrency: 'USD', fixedSide: 'Buy', amount: '1.001' }
    const { body } = await simulate(await openCreditDesk(db), {
      shocks: [
        { currencyPair: 'EUR/USD', percent: '-100' },
        { currencyPair: 'EUR/GBP', percent: '-101' },
      ],
      trade,
    })
    expect(body.errors).toMatchObject([
      { pointer: '/shocks/0/percent', code: 'value_invalid' },
      { pointer: '/shocks/1/percent', code: 'value_invalid' },
      { pointer: '/trade/sellCurrency', code: 'same_currency' },
      { pointer: '/trade/amount', code: 'too_many_decimals' },
    ])
  })

  test.each<[number, string, object]>([
    [400, 'value_invalid', {}],
    [400, 'value_invalid', { shocks: [{ currencyPair: 'EUR/USD', percent: '-100' }] }],
    [400, 'pattern_mismatch', { shocks: [{ currencyPair: 'EUR/USD', percent: 'much' }] }],
    [400, 'field_required', { shocks: [{ percent: '1' }] }],
    [422, 'pair_not_tradeable', { shocks: [{ currencyPair: 'EUR/RUB', percent: '1' }] }],
    [
      422,
      'value_date_unavailable',
      { trade: { buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy', amount: '1', valueDate: '2027-02-27' } },
    ],
    [
      400,
      'too_many_decimals',
      { trade: { buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy', amount: '1.001' } },
    ],
    [
      404,
      'entity_not_found',
      { entityId: formatId('ent', newUuid()), shocks: [{ currencyPair: 'EUR/USD', percent: '1' }] },
    ],
  ])('%i %s: %o', async (status, code, order) => {
    const desk = await openCreditDesk(db)
    const answer = await simulate(desk, order)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })
})
