import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { fourEyes, givenPolicy, type PolicyChange } from '../../../test/support/four-eyes.ts'
import { setEntityStatus, setProfile } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'

const db = await testDatabase()

/** An ABS desk of which every trade needs another client's approval. */
async function openApprovedDesk(now: string, policy: PolicyChange = {}) {
  const desk = await openDesk(db, 'ABS', { now })
  await givenPolicy(db, desk, policy)
  const account = (currency: string) => formatId('acc', desk.account(currency).accountId)
  return {
    ...desk,
    ...fourEyes(db, desk),
    hold: async (change: object) => {
      const order = { buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy', estimatedAmount: '100000.00' }
      const { body } = await desk.post('/v1/fx/quotes/held-rate', { ...desk.wire, ...order, ...change })
      return body.quoteId as string
    },
    bookHeld: async (quoteId: string, amount = '100000.00') => {
      const accounts = { buyAccountId: account('EUR'), sellAccountId: account('USD') }
      const order = { ...desk.wire, quoteId, ...accounts, amount }
      return (await desk.post('/v1/fx/trades/held-rate', order)).body
    },
    trade: async (tradeId: string) => (await desk.get(`/v1/fx/trades/${tradeId}`)).body,
  }
}

test('a held-rate trade that waits for approval holds no money; approved, it settles at the held price', async () => {
  const desk = await openApprovedDesk('2026-11-25T10:00:00.000Z')
  const waiting = await desk.bookHeld(await desk.hold({ tenor: 'PT1H', postExpiryAction: 'Reject' }))
  expect(waiting).toMatchObject({ status: 'PendingApproval', settlement: { funded: false } })
  expect((await desk.approve(waiting.tradeId)).body.code).toBe('insufficient_funds')
  await desk.fund('USD', 100_000_000n)
  expect((await desk.approve(waiting.tradeId)).body).toMatchObject({
    status: 'Executed',
    rate: waiting.rate,
    settlement: { funded: true },
  })
  await desk.advance(`${waiting.valueDate}T12:00:00.000Z`)
  expect((await desk.trade(waiting.tradeId)).status).toBe('Settled')
})

test('a held rate keeps its price for as long as it is held; then an approval is compared with the market', async () => {
  const prices = (mid: string) => {
    const value = Number(mid)
    return { EUR: [(value - 0.00005).toFixed(5), mid, (value + 0.00005).toFixed(5)] as [string, string, string] }
  }
  const desk = await openApprovedDesk('2026-11-25T10:00:00.000Z')
  await desk.fund('USD', 100_000_000n)
  const terms = { tenor: 'PT5M', postExpiryAction: 'Reject' }
  const book = async (heldId: string) => (await desk.bookHeld(heldId)).tradeId as string
  const [first, second, third] = [await desk.hold(terms), await desk.hold(terms), await desk.hold(terms)]
  const inTime = await book(first)
  desk.market.prices = prices('1.18500') // it moves while the rate is held
  expect((await desk.approve(inTime)).body.status).toBe('Executed')
  const [late, still] = [await book(second), await book(third)]
  desk.time.now = new Date('2026-11-25T10:06:00.000Z') // none is held any more
  expect((await desk.approve(still)).body.status).toBe('Executed') // nothing has moved since it was booked
  desk.market.prices = prices('1.20000')
  const { body } = await desk.approve(late)
  expect([body.code, body.params.movedBps]).toEqual(['trade_price_moved', '126.6'])
})

test('a date that became a holiday is rejected with the next date of the held rate, not of the pair', async () => {
  const desk = await openApprovedDesk('2026-11-23T10:00:00.000Z')
  await desk.fund('USD', 100_000_000n)
  const heldId = await desk.hold({ tenor: 'PT5M', postExpiryAction: 'Reject' })
  const { tradeId } = await desk.bookHeld(heldId)
  // As if a holiday had been imported: the trade has a closed day, the pair the days from Monday, the held rate Wednesday alone.
  const change = (text: string) => db.pool.query(text, [desk.entityId])
  await change(`update fx_trades set value_date = '2026-11-22' where entity_id = $1`)
  await change(`update held_rates set delivery_dates = '{2026-11-22,2026-11-25}' where entity_id = $1`)
  const { body } = await desk.approve(tradeId)
  expect([body.code, body.params?.nextAvailable]).toEqual(['value_date_unavailable', '2026-11-25'])
  await change(`update held_rates set delivery_dates = '{2026-11-22}' where entity_id = $1`)
  expect((await desk.approve(tradeId)).body.code).toBe('held_rate_dates_unavailable')
})

test('one for the market’s opening is queued once approved, and cancelled if not approved before the opening', async () => {
  const desk = await openApprovedDesk('2026-11-27T21:50:00.000Z') // a Friday, ten minutes before the market closes
  await desk.fund('USD', 100_000_000n)
  const terms = { tenor: 'PT5M', postExpiryAction: 'ExecuteAtMarketOpen' }
  const held = [await desk.hold(terms), await desk.hold(terms)]
  await desk.advance('2026-11-28T12:00:00.000Z')
  const [approved, forgotten] = [await desk.bookHeld(held[0]!), await desk.bookHeld(held[1]!)]
  expect(approved.status).toBe('PendingApproval')
  expect((await desk.approve(approved.tradeId)).body.status).toBe('QueuedForOpen')
  await desk.advance('2026-11-30T10:00:00.000Z')
  expect(['Executed', 'Settled']).toContain((await desk.trade(approved.tradeId)).status)
  expect((await desk.trade(forgotten.tradeId)).history.at(-1)).toMatchObject({
    status: 'Cancelled',
    reason: 'ApprovalLapsed',
  })
})

test('one for the market’s opening is not dealt for an entity that was suspended meanwhile', async () => {
  const desk = await openApprovedDesk('2026-11-27T21:50:00.000Z')
  await desk.fund('USD', 100_000_000n)
  const held = await desk.hold({ tenor: 'PT5M', postExpiryAction: 'ExecuteAtMarketOpen' })
  await desk.advance('2026-11-28T12:00:00.000Z')
  const { tradeId } = await desk.bookHeld(held)
  expect((await desk.approve(tradeId)).body.status).toBe('QueuedForOpen')
  await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, 'Suspended', operatorAct))
  const { entities } = desk.deps
  await expect.poll(async () => (await entities.get(desk.entityId))?.entity.status).toBe('Suspended')
  await desk.advance('2026-11-30T10:00:00.000Z')
  expect(await desk.trade(tradeId)).toMatchObject({
    status: 'Rejected',
    settlement: { failureReason: 'entity_not_active' },
  })
})

test.each([
  ['its account lost the permission to deal', 'account_permission_missing'],
  ['its pair was disabled', 'pair_not_tradeable'],
  ['held rates were disabled', 'held_rates_not_enabled'],
])('one for the market’s opening is rejected, its money free, where meanwhile %s', async (_, code) => {
  const desk = await openApprovedDesk('2026-11-27T21:50:00.000Z')
  await desk.fund('USD', 100_000_000n)
  const held = await desk.hold({ tenor: 'PT5M', postExpiryAction: 'ExecuteAtMarketOpen' })
  await desk.advance('2026-11-28T12:00:00.000Z')
  const { tradeId } = await desk.bookHeld(held)
  expect((await desk.approve(tradeId)).body.status).toBe('QueuedForOpen')
  if (code === 'account_permission_missing') await desk.setAccount('EUR', { permissions: ['Payments'] })
  else {
    const { features } = (await desk.settings()).settings
    const change =
      code === 'pair_not_tradeable' ? { tradablePairs: ['EUR/GBP'] } : { features: { ...features, heldRates: false } }
    await inTransaction(db, (tx) => setProfile(tx, desk.entityId, change, operatorAct))
    await expect.poll(async () => (await desk.settings()).settings).toMatchObject(change)
  }
  await desk.advance('2026-11-30T10:00:00.000Z')
  expect(await desk.trade(tradeId)).toMatchObject({ status: 'Rejected', settlement: { failureReason: code } })
  expect(await desk.balances()).toMatchObject({ 'client:EUR': 0n, 'client:USD': 100_000_000n })
})

test('bookings of one held rate are checked together with its earlier use', async () => {
  const desk = await openApprovedDesk('2026-11-25T10:00:00.000Z', { currency: 'USD', fromMinor: 6_500_000n })
  await desk.fund('USD', 100_000_000n)
  const held = await desk.hold({ tenor: 'PT1H', postExpiryAction: 'Reject', usage: 'Multiple' })
  expect((await desk.bookHeld(held, '50000.00')).status).toBe('Executed')
  const second = await desk.bookHeld(held, '20000.00')
  expect(second.status).toBe('PendingApproval')
  await givenPolicy(db, desk, { currency: 'EUR', fromMinor: 7_000_000n, steps: 2 })
  await givenPolicy(db, desk, { currency: 'EUR', fromMinor: 7_000_001n, steps: 3 })
  expect(await desk.approval(second.tradeId)).toMatchObject({ stepsRequired: 2 })
  expect((await desk.approve(second.tradeId)).body.status).toBe('PendingApproval')
  expect((await desk.approve(second.tradeId)).body.status).toBe('Executed')
})

test('bookings of a lapsed held rate are checked together, whichever held rates they use', async () => {
  const desk = await openApprovedDesk('2026-11-25T10:00:00.000Z', { currency: 'EUR', fromMinor: 6_500_000n })
  await desk.fund('USD', 100_000_000n)
  const lapsing = await desk.hold({
    tenor: 'PT5M',
    postExpiryAction: 'UtiliseNextAvailableQuote',
    usage: 'Multiple',
  })
  for (const tenor of ['PT2H', 'PT3H']) await desk.hold({ tenor, postExpiryAction: 'Reject' })
  desk.time.now = new Date('2026-11-25T10:06:00.000Z')
  const booked = [await desk.bookHeld(lapsing, '50000.00'), await desk.bookHeld(lapsing, '50000.00')]
  expect(booked.map(({ status }) => status)).toEqual(['Executed', 'PendingApproval'])
})

const risen = { EUR: ['1.21990', '1.22000', '1.22010'] as [string, string, string] }

test.each([
  ['without an approval', 'QueuedForOpen', 0],
  ['with one approval of two', 'PendingApproval', 1],
])(
  'one for the market’s opening is rejected, its money free, where at that price it is larger than allowed %s',
  async (_, status, steps) => {
    // 100,000 EUR cost less than 121,000 USD before the opening, and more at it.
    const desk = await openApprovedDesk('2026-11-27T21:50:00.000Z', {
      currency: 'USD',
      fromMinor: 12_100_000n,
      steps: steps + 1,
    })
    if (steps > 0) await givenPolicy(db, desk)
    await desk.fund('USD', 100_000_000n)
    const terms = { tenor: 'PT5M', postExpiryAction: 'ExecuteAtMarketOpen', usage: 'Multiple' }
    const held = await desk.hold(terms)
    await desk.advance('2026-11-28T12:00:00.000Z')
    const small = await desk.bookHeld(held, '10000.00')
    const { tradeId, ...booked } = await desk.bookHeld(held, '90000.00')
    expect(booked.status).toBe(status)
    for (const waiting of steps > 0 ? [small.tradeId, tradeId] : [])
      expect((await desk.approve(waiting)).body.status).toBe('QueuedForOpen')
    desk.market.prices = risen
    await desk.advance('2026-11-30T10:00:00.000Z')
    expect(['Executed', 'Settled']).toContain((await desk.trade(small.tradeId)).status) // judged without the later booking
    expect(await desk.trade(tradeId)).toMatchObject({
      status: 'Rejected',
      settlement: { failureReason: 'ApprovalMissing' },
    })
    expect((await desk.balances())['client:USD']).toEqual(expect.any(BigInt)) // nothing is held
  },
)
