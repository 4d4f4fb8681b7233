import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { operatorAct } from '../../../../test/support/clients.ts'
import { changeFacility, type NewFacility } from '../../../credit/facilities/index.ts'
import { rescheduleCloseOuts } from '../../../credit/margin/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { endingOn } from '../../../../test/support/calendars.ts'

// Time runs for everybody in a database: each test has its own.
const minor = (amount: string) => BigInt(amount.replace('.', ''))

/** Events of a forward with the instant they count as. */
async function eventsOf(db: Awaited<ReturnType<typeof testDatabase>>, desk: ForwardDesk, tradeId: string) {
  const { rows } = await db.pool.query<{ type: string; at: Date; detail: { businessDaysLeft?: number } | null }>(
    `select type, at, detail from events where entity_id = $1 and resource_id = $2 order by sequence`,
    [desk.entityId, parseId('trd', tradeId)],
  )
  return rows.map(({ type, at, detail }) => [type, at.toISOString(), detail?.businessDaysLeft])
}

const alerts = await testDatabase()
test('events announce its window, and its maturity 5, 2 and 1 business days ahead, over holidays too', async () => {
  const desk = await openForwardDesk(alerts)
  const order = { forwardType: 'Window', accessDate: '2026-12-14', valueDate: '2026-12-28', amount: '1000.00' }
  const { tradeId } = await desk.forward(order)
  await desk.advance('2026-12-27T12:00:00.000Z')
  const told = (await eventsOf(alerts, desk, tradeId)).filter(([type]) => String(type).startsWith('forward.'))
  expect(told.slice(1)).toEqual([
    ['forward.windowOpened', '2026-12-14T00:00:00.000Z', undefined],
    ['forward.maturing', '2026-12-18T00:00:00.000Z', 5], // the 25th and two days of a weekend do not count
    ['forward.maturing', '2026-12-23T00:00:00.000Z', 2],
    ['forward.maturing', '2026-12-24T00:00:00.000Z', 1],
  ])
})

const closedDays = await testDatabase()
test.each([
  ['a Saturday', '2026-12-12', '2026-12-14'],
  ['a holiday before a weekend', '2026-12-25', '2026-12-28'],
])('a window from %s opens on the first day for which a drawdown is accepted', async (_name, accessDate, firstDay) => {
  const desk = await openForwardDesk(closedDays)
  const { tradeId } = await desk.forward({ forwardType: 'Window', accessDate, amount: '1000.00' })
  const early = await desk.draw(tradeId, '1.00', { valueDate: '2026-12-11' })
  expect([early.status, early.body.code, early.body.params]).toEqual([
    422,
    'not_drawable_yet',
    { accessDate, nextAvailable: firstDay },
  ])
  expect(early.body.detail).toContain(`from ${firstDay}`)
  expect((await desk.draw(tradeId, '1.00', { valueDate: early.body.params.nextAvailable })).status).toBe(201)
  await desk.advance(`${firstDay}T00:00:00.000Z`)
  const opened = (await eventsOf(closedDays, desk, tradeId)).filter(([type]) => type === 'forward.windowOpened')
  expect(opened).toEqual([['forward.windowOpened', `${firstDay}T00:00:00.000Z`, undefined]])
})

const undrawn = await testDatabase()
test('an undrawn forward is overdue after its value date and closed out a day later, with the loss charged', async () => {
  const desk = await openForwardDesk(undrawn)
  await desk.fund('USD', 100_000_000n)
  const { tradeId, sellAmount } = await desk.forward({ valueDate: '2026-12-08' })
  await desk.draw(tradeId, '100000.00')
  const { cutOffAt } = await desk.read(tradeId)
  await desk.advance(new Date(Date.parse(cutOffAt) - 1).toISOString())
  expect((await desk.read(tradeId)).status).toBe('PartiallyDrawn')
  await desk.advance(cutOffAt)
  expect((await desk.read(tradeId)).status).toBe('Overdue')
  expect((await desk.draw(tradeId, '1.00')).body).toMatchObject({
    code: 'forward_matured',
    params: { valueDate: '2026-12-08' },
  })
  expect((await desk.amend(tradeId, { type: 'BringForward', newValueDate: '2026-12-11' })).body.code).toBe(
    'forward_not_open',
  )
  const due = new Date(Date.parse(cutOffAt) + 86_400_000)
  await desk.advance(new Date(due.getTime() - 1).toISOString())
  expect((await desk.read(tradeId)).status).toBe('Overdue')
  await desk.advance(due.toISOString())
  const details = await desk.read(tradeId)
  expect(details).toMatchObject({ status: 'ClosedOut', forward: { amended: { buyAmount: '400000.00' } } })
  const [{ tradeId: closeOutId }] = details.forward.linkedTrades
  const closeOut = await desk.trade(closeOutId)
  expect(closeOut).toMatchObject({ kind: 'CloseOut', status: 'Settled', sellAmount: '400000.00' })
  const drawn = minor((await desk.drawdowns(tradeId)).totals.drawnSell)
  const loss = minor(sellAmount) - drawn - minor(closeOut.buyAmount)
  expect(loss > 0n).toBe(true)
  expect(await desk.balances()).toMatchObject({
    'client:EUR': 10_000_000n,
    'client:USD': 100_000_000n - drawn - loss,
    'fx_position:EUR': 0n,
    'fx_position:USD': 0n,
  })
  expect(closeOut.history[0].reason).toBe('NotDrawnInTime')
})

const weekend = await testDatabase()
test('due on a Saturday, the close-out waits for the market to open', async () => {
  const desk = await openForwardDesk(weekend)
  await desk.fund('USD', 100_000_000n)
  const { tradeId } = await desk.forward({ valueDate: '2026-12-11', amount: '1000.00' }) // a Friday
  await desk.advance('2026-12-12T23:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('Overdue')
  await desk.advance('2026-12-13T22:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('ClosedOut')
})

const uncovered = await testDatabase()
test('an overdue forward whose calendar has ended waits for further holidays, and its job does not fail', async () => {
  const desk = await openForwardDesk(uncovered)
  await desk.fund('USD', 100_000_000n)
  const { tradeId } = await desk.forward({ valueDate: '2026-12-29', amount: '1000.00' })
  const whole = desk.sources.calendars
  desk.sources.calendars = endingOn(whole, 'USD', '2026-12-31')
  await desk.advance('2027-01-05T12:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('Overdue')
  desk.sources.calendars = whole
  await desk.advance('2027-01-07T12:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('ClosedOut')
})

const tenor = await testDatabase()
test('a forward past the longest tenor of the entity is rejected with the last date that it may deal', async () => {
  const desk = await openForwardDesk(tenor)
  await tenor.pool.query(
    `update entity_settings set profile = jsonb_set(profile, '{maxForwardTenor}', '"P1M"') where entity_id = $1`,
    [desk.entityId],
  )
  const { status, body } = await desk.quoteForward()
  expect([status, body.code, body.params]).toEqual([
    422,
    'forward_tenor_too_long',
    { valueDate: '2027-02-24', maxForwardTenor: 'P1M', latest: '2026-12-24' },
  ])
  expect((await desk.quoteForward({ valueDate: '2026-12-24' })).status).toBe(201)
})

const configured = await testDatabase()
test('the operator sets the grace, and an overdue forward can still be extended', async () => {
  const desk = await openForwardDesk(configured, { policy: { overdueGraceHours: 48 } })
  await desk.fund('USD', 100_000_000n)
  const { tradeId, cutOffAt } = await desk.forward({ valueDate: '2026-12-08', amount: '1000.00' })
  await desk.advance(new Date(Date.parse(cutOffAt) + 30 * 3_600_000).toISOString())
  expect((await desk.read(tradeId)).status).toBe('Overdue')
  desk.time.now = new Date('2026-12-10T10:00:00.000Z')
  const quote = (await desk.amend(tradeId, { type: 'Extend', newValueDate: '2027-01-11' })).body
  const booked = await desk.bookAmendment(tradeId, quote.quoteId)
  expect(booked.body).toMatchObject({ trade: { status: 'Extended' }, newTrade: { status: 'Open' } })
  await desk.advance('2026-12-11T23:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('Extended')
  expect(await desk.balances()).toMatchObject({ 'fx_position:USD': 0n })
})

const margined = await testDatabase()
test('a forward whose margin call is not met is closed out, the call’s reason on the close-out', async () => {
  const desk = await openForwardDesk(margined, { facility: { overdueAction: 'CloseOut', overdueGraceHours: 0 } })
  await desk.fund('USD', 10_000_000n)
  const { tradeId } = await desk.forward()
  desk.market.prices = { EUR: ['1.10990', '1.11000', '1.11010'] }
  await desk.advance('2026-11-20T18:00:00.000Z')
  await desk.advance('2026-11-26T18:00:00.000Z')
  const details = await desk.read(tradeId)
  expect(details.status).toBe('ClosedOut')
  const closeOut = await desk.trade(details.forward.linkedTrades[0].tradeId)
  expect(closeOut).toMatchObject({
    parentTradeId: tradeId,
    status: 'Settled',
    history: [{ status: 'Executed', reason: 'MarginCallOverdue' }, { status: 'Settled' }],
  })
  expect(details.history.at(-1)).toMatchObject({ status: 'ClosedOut', reason: 'MarginCallOverdue' })
})

/** Changes of a facility by the operator. */
type Changes = Parameters<typeof changeFacility>[2]

/**
 * A desk whose margin call of 24 November is not met, and changes of its facility by the operator.
 *
 * @param beforehand changes while the call is issued and not overdue yet
 */
async function unmetCall(facility: Partial<NewFacility>, beforehand: Changes[] = []) {
  const db = await testDatabase()
  const desk = await openForwardDesk(db, { facility })
  await desk.fund('USD', 10_000_000n)
  const { tradeId } = await desk.forward()
  desk.market.prices = { EUR: ['1.10990', '1.11000', '1.11010'] }
  await desk.advance('2026-11-20T18:00:00.000Z')
  const readCall = async () => (await desk.get(`/v1/credit/margin-calls?entityId=${desk.wire.entityId}`)).body.data[0]
  const { status, facilityId } = await readCall()
  expect(status).toBe('Issued')
  const change = (changes: Changes) =>
    inTransaction(db, async (tx) => {
      const of = { entityId: desk.entityId, facilityId: parseId('fac', facilityId)! }
      await rescheduleCloseOuts(tx, await changeFacility(tx, of, changes, { ...operatorAct, at: desk.time.now }))
    })
  for (const changes of beforehand) await change(changes)
  await desk.advance('2026-11-24T20:00:00.000Z')
  expect((await readCall()).status).toBe('Overdue')
  const statusAt = async (instant: string) => {
    await desk.advance(instant)
    return (await desk.read(tradeId)).status
  }
  return { change, statusAt }
}

const signedAt = new Date('2026-11-26T12:00:00.000Z')

test('a forward with an unmet margin call stays open where the operator set its facility to Alert within the grace', async () => {
  const { change, statusAt } = await unmetCall({ overdueAction: 'CloseOut', overdueGraceHours: 48 })
  await change({ overdueAction: 'Alert' })
  expect(await statusAt('2026-11-27T20:00:00.000Z')).toBe('Open')
})

test('a forward with an unmet margin call is not closed out before the client has signed the letter that allows it', async () => {
  const { change, statusAt } = await unmetCall({ overdueAction: 'Alert', overdueGraceHours: 1 })
  await change({ overdueAction: 'CloseOut' })
  expect(await statusAt('2026-11-26T12:00:00.000Z')).toBe('Open')
  await change({ limitMinor: 90_000_000n }) // another letter that is not signed
  expect(await statusAt('2026-11-26T12:00:01.000Z')).toBe('Open')
  await change({ signedAt })
  expect(await statusAt('2026-11-26T12:00:02.000Z')).toBe('ClosedOut')
})

const grace = { overdueGraceHours: 1 }
test.each<[string, Partial<NewFacility>, Changes[]]>([
  ['harsher action', { overdueAction: 'Alert' }, [{ overdueAction: 'CloseOut', ...grace }]],
  ['harsher action in steps', { overdueAction: 'Alert' }, [{ overdueAction: 'CloseOut' }, { limitMinor: 1n }, grace]],
  ['shorter grace', { overdueAction: 'CloseOut' }, [grace]],
  [
    'milder action withdrawn',
    { overdueAction: 'CloseOut' },
    [{ overdueAction: 'Alert' }, { overdueAction: 'CloseOut', ...grace }],
  ],
])(
  'a margin call that becomes overdue follows the terms that the client agreed to: %s',
  async (_what, agreed, changes) => {
    const { change, statusAt } = await unmetCall({ overdueGraceHours: 48, ...agreed }, changes)
    expect(await statusAt('2026-11-26T12:00:00.000Z')).toBe('Open')
    await change({ signedAt })
    expect(await statusAt('2026-11-26T12:00:01.000Z')).toBe('ClosedOut')
  },
)

test('a longer grace for an unmet margin call applies immediately, a shorter one once it is signed', async () => {
  const { change, statusAt } = await unmetCall({ overdueAction: 'CloseOut', overdueGraceHours: 48 })
  await change({ overdueGraceHours: 96 })
  expect(await statusAt('2026-11-27T00:00:00.000Z')).toBe('Open')
  await change({ overdueGraceHours: 1 })
  expect(await statusAt('2026-11-27T00:00:01.000Z')).toBe('ClosedOut') // the client has agreed to 48 hours
  const shortened = await unmetCall({ overdueAction: 'CloseOut', overdueGraceHours: 72 }, [{ overdueGraceHours: 1 }])
  expect(await shortened.statusAt('2026-11-26T20:00:00.000Z')).toBe('Open')
  await shortened.change({ signedAt })
  expect(await shortened.statusAt('2026-11-26T20:00:01.000Z')).toBe('ClosedOut')
})

describe('a forward that is not deliverable is settled in cash on its value date', async () => {
  const minutes = (instant: string, by: number) => new Date(Date.parse(instant) + by * 60_000).toISOString()
  const signed = { Buy: 1n, Sell: -1n }
  async function given(side: 'Buy' | 'Sell') {
    const desk = await openForwardDesk(await testDatabase())
    await desk.fund('USD', 100_000_000n)
    const [buyCurrency, sellCurrency] = side === 'Buy' ? ['EUR', 'USD'] : ['USD', 'EUR']
    const order = { valueDate: '2026-12-08', amount: '1000.00', fixedSide: side, buyCurrency, sellCurrency }
    const booked = await desk.forward(order, { fundsDelivery: 'NonDeliverable' })
    const contract = minor(side === 'Buy' ? booked.sellAmount : booked.buyAmount)
    return { desk, ...booked, contract }
  }

  test.each([
    ['a purchase at a gain', 'Buy', '1.20000'],
    ['a purchase at a loss', 'Buy', '1.10000'],
    ['a sale at a gain', 'Sell', '1.10000'],
    ['a sale at a loss', 'Sell', '1.20000'],
  ] as const)('%s, neither early nor late, and is never overdue', async (_what, side, mid) => {
    const { desk, tradeId, cutOffAt, contract } = await given(side)
    expect((await desk.draw(tradeId, '1.00')).body.code).toBe('forward_not_deliverable')
    desk.market.prices = { EUR: [mid, mid, mid], GBP: ['1.31230', '1.31240', '1.31250'] }
    await desk.advance(minutes(cutOffAt, -1))
    expect((await desk.read(tradeId)).status).toBe('Open')
    await desk.advance(cutOffAt)
    const details = await desk.read(tradeId)
    expect(details.status).toBe('ClosedOut')
    const closeOut = await desk.trade(details.forward.linkedTrades[0].tradeId)
    expect(closeOut).toMatchObject({
      status: 'Settled',
      valueDate: '2026-12-08',
      history: [{ reason: 'SettledInCash' }, {}],
    })
    const market = minor(side === 'Buy' ? closeOut.buyAmount : closeOut.sellAmount)
    const gain = signed[side] * (market - contract)
    expect(gain > 0n).toBe(side === 'Buy' ? mid === '1.20000' : mid === '1.10000')
    expect(await desk.balances()).toMatchObject({ 'client:USD': 100_000_000n + gain })
    expect(await desk.events()).not.toContain('trade.overdue')
  })

  test('once there is a price, if there is none on that day: meanwhile it is open, not overdue', async () => {
    const { desk, tradeId, cutOffAt } = await given('Buy')
    const prices = { EUR: ['1.20000', '1.20000', '1.20000'], GBP: ['1.31230', '1.31240', '1.31250'] }
    desk.market.prices = prices as typeof desk.market.prices
    desk.market.ageMs = 3_600_000
    await desk.advance(cutOffAt)
    expect((await desk.read(tradeId)).status).toBe('Open')
    desk.market.ageMs = 0
    await desk.advance(minutes(cutOffAt, 24 * 60))
    const details = await desk.read(tradeId)
    expect(details.status).toBe('ClosedOut')
    expect(await desk.trade(details.forward.linkedTrades[0].tradeId)).toMatchObject({ status: 'Settled' })
    expect(await desk.events()).not.toContain('trade.overdue')
  })
})

const stale = await testDatabase()
test('an overdue forward is not closed out at an old price: it waits for a firm one, and its job does not fail', async () => {
  const desk = await openForwardDesk(stale)
  await desk.fund('USD', 100_000_000n)
  const { tradeId, cutOffAt } = await desk.forward({ valueDate: '2026-12-08', amount: '1000.00' })
  const due = new Date(Date.parse(cutOffAt) + 86_400_000)
  desk.market.ageMs = 3_600_000
  await desk.advance(due.toISOString())
  expect((await desk.read(tradeId)).status).toBe('Overdue')
  desk.market.ageMs = 0
  await desk.advance(new Date(due.getTime() + 60_000).toISOString())
  expect((await desk.read(tradeId)).status).toBe('ClosedOut')
})

const unmet = await testDatabase()
test('of the forwards of an unmet margin call, one whose calendar has ended does not keep the other open', async () => {
  const desk = await openForwardDesk(unmet, {
    currencies: ['EUR', 'USD', 'CHF'],
    facility: {
      overdueAction: 'CloseOut',
      overdueGraceHours: 0,
      dueBusinessDays: 5,
      marginMethod: 'NetPosition',
      callBasis: 'NetMtmAbsolute',
      thresholdMinor: 100_000n,
      callMinor: 100_000n,
    },
  })
  const whole = desk.sources.calendars
  desk.sources.calendars = endingOn(whole, 'CHF', '2026-11-30')
  const euro = await desk.forward({ valueDate: '2026-12-30' })
  const franc = await desk.forward({ buyCurrency: 'CHF', valueDate: '2026-11-30', amount: '100000.00' })
  desk.market.prices = { EUR: ['1.10990', '1.11000', '1.11010'], CHF: ['0.85510', '0.85520', '0.85530'] }
  await desk.advance('2026-11-27T20:00:00.000Z')
  const statuses = async () => [(await desk.read(euro.tradeId)).status, (await desk.read(franc.tradeId)).status]
  expect(await statuses()).toEqual(['ClosedOut', 'Open'])
  desk.sources.calendars = whole
  await desk.advance('2026-11-29T23:00:00.000Z')
  expect(await statuses()).toEqual(['ClosedOut', 'ClosedOut'])
})
