import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { parseId } from '../../../kernel/values/ids.ts'

const db = await testDatabase()
const minor = (amount: string) => BigInt(amount.replace('.', ''))

const euro = (desk: ForwardDesk, mid: string) => {
  const side = (by: number) => (Number(mid) + by).toFixed(5)
  desk.market.prices = { EUR: [side(-0.00005), mid, side(0.00005)], GBP: ['1.31230', '1.31240', '1.31250'] }
}

/** A forward whose initial margin is held in EUR, closed out at a USD loss that the client has no money for. */
async function unpaidLoss(mid: string) {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
  await desk.fund('EUR', 2_500_000n)
  const { tradeId } = await desk.forward({ marginSide: 'Buy' })
  await desk.advance(desk.time.now.toISOString())
  expect(await desk.balances()).toMatchObject({ 'margin:EUR': 2_500_000n, 'client:EUR': 0n })
  euro(desk, mid)
  const quote = await desk.amend(tradeId, { type: 'CloseOut' })
  const booked = await desk.bookAmendment(tradeId, quote.body.quoteId)
  const closeOutId = booked.body.closeOutTradeId as string
  await desk.advance(desk.time.now.toISOString())
  const { cutOffAt } = await desk.trade(closeOutId)
  return { desk, closeOutId, cutOffAt: cutOffAt as string, lossMinor: minor(quote.body.settlementAmount) }
}
const salesOf = async (desk: ForwardDesk) =>
  (await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}&tradeSubtype=LossCover`)).body.data

test('margin in another currency is sold to pay a loss', async () => {
  const { desk, closeOutId, cutOffAt, lossMinor } = await unpaidLoss('1.15000')
  expect(await salesOf(desk)).toEqual([]) // not before it is overdue
  await desk.advance(cutOffAt)
  const [sale, ...more] = await salesOf(desk)
  expect(more).toEqual([])
  expect(sale).toMatchObject({ kind: 'Spot', fixedSide: 'Buy', parentTradeId: closeOutId, buyCurrency: 'USD' })
  expect(minor(sale.buyAmount)).toBe(lossMinor) // no more than the loss
  expect(Number(sale.price.margin ?? 0)).toBeGreaterThanOrEqual(0)
  const soldMinor = minor(sale.sellAmount)
  const confirmed = await desk.get(`/v1/fx/trades/${sale.tradeId}/confirmation`)
  expect([confirmed.status, confirmed.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  await desk.advance(`${sale.valueDate}T00:00:01.000Z`)
  expect((await desk.trade(sale.tradeId)).status).toBe('Settled')
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
  expect(await desk.balances()).toMatchObject({
    'margin:EUR': 0n,
    'client:EUR': 2_500_000n - soldMinor,
    'client:USD': 0n,
    'fx_position:EUR': 0n,
    'fx_position:USD': 0n,
  })
  const { rows } = await db.pool.query('select * from fx_loss_covers where entity_id = $1', [desk.entityId])
  expect(rows).toMatchObject([{ sold_minor: soldMinor, bought_minor: lossMinor, proceeds_hold_id: null }])
})

test('the part of a loss that margin does not cover stays owed, and the bought money cannot be spent', async () => {
  const { desk, closeOutId, cutOffAt, lossMinor } = await unpaidLoss('1.05000')
  await desk.advance(cutOffAt)
  const [sale] = await salesOf(desk)
  expect(sale.sellAmount).toBe('25000.00') // all that was held, never more
  await desk.advance(`${sale.valueDate}T00:00:01.000Z`)
  const boughtMinor = minor(sale.buyAmount)
  expect(boughtMinor).toBeLessThan(lossMinor)
  expect((await desk.trade(closeOutId)).status).toBe('Overdue')
  expect(await desk.balances()).toMatchObject({ 'client:USD': [boughtMinor, boughtMinor], 'margin:EUR': 0n })
  await desk.fund('USD', lossMinor - boughtMinor)
  await desk.advance(`${sale.valueDate}T00:01:00.000Z`)
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
  expect(await desk.balances()).toMatchObject({ 'client:USD': 0n })
  expect(await salesOf(desk)).toHaveLength(1)
})

test.each([1, 2])(
  'the proceeds of %i margin sales that settle when due pay their losses and cannot be spent',
  async (count) => {
    const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
    await desk.fund('EUR', 2_500_000n * BigInt(count))
    const tradeIds: string[] = []
    for (let i = 0; i < count; i++) tradeIds.push((await desk.forward({ marginSide: 'Buy' })).tradeId)
    await desk.advance(desk.time.now.toISOString())
    euro(desk, '1.05000')
    const closeOutIds: string[] = []
    for (const tradeId of tradeIds) {
      const quote = await desk.amend(tradeId, { type: 'CloseOut' })
      closeOutIds.push((await desk.bookAmendment(tradeId, quote.body.quoteId)).body.closeOutTradeId)
    }
    await desk.advance(desk.time.now.toISOString())
    await desk.advance((await desk.trade(closeOutIds[0]!)).cutOffAt)
    const sales = await salesOf(desk)
    expect(sales).toHaveLength(count)
    desk.time.now = new Date(`${sales[0].valueDate}T00:00:01.000Z`) // as in a server: jobs run once their time has come
    await desk.advance(desk.time.now.toISOString())
    const boughtMinor = sales.reduce((sum: bigint, { buyAmount }: { buyAmount: string }) => sum + minor(buyAmount), 0n)
    expect(await desk.balances()).toMatchObject({ 'client:USD': [boughtMinor, boughtMinor] })
    const { rows } = await db.pool.query(
      'select count(proceeds_hold_id)::int as held from fx_loss_covers where entity_id = $1',
      [desk.entityId],
    )
    expect(rows).toEqual([{ held: count }])
    for (const id of closeOutIds) expect((await desk.trade(id)).status).toBe('Overdue')
  },
)

test('a sale of margin is not cancelled by the client', async () => {
  const { desk, cutOffAt } = await unpaidLoss('1.15000')
  const due = new Date(cutOffAt)
  await desk.advance(due.toISOString())
  const [sale] = await salesOf(desk)
  const answer = await desk.post(`/v1/fx/trades/spot/${sale.tradeId}/amendments/quote`, { type: 'Cancel' })
  expect(answer.status).toBe(409)
})

test('a loss that falls due while the market is closed is covered at its opening', async () => {
  const { desk, closeOutId, lossMinor } = await unpaidLoss('1.15000')
  // As if the cut-off of the loss were on a Saturday, when the market is closed.
  const friday = '2026-11-27T21:59:00.000Z'
  await db.pool.query(`update fx_trades set cut_off_at = $2 where trade_id = $1`, [uuidOf(closeOutId), saturday])
  await db.pool.query(`update due_work set due_at = $2 where kind = 'coverLoss' and entity_id = $1`, [
    desk.entityId,
    saturday,
  ])
  await desk.advance(friday)
  expect(await salesOf(desk)).toEqual([])
  await desk.advance('2026-11-29T21:59:59.000Z')
  expect(await salesOf(desk)).toEqual([]) // Sunday evening, a second before the opening
  expect((await desk.trade(closeOutId)).status).toBe('Overdue')
  await desk.advance('2026-11-29T22:00:00.000Z')
  const [sale, ...more] = await salesOf(desk)
  expect(more).toEqual([])
  expect(minor(sale.buyAmount)).toBe(lossMinor)
  expect(sale.tradeDate).toBe('2026-11-30')
  await desk.advance(`${sale.valueDate}T00:00:01.000Z`)
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
})
const saturday = '2026-11-28T10:00:00.000Z'
const uuidOf = (id: string) => parseId('trd', id)!

/** Makes the database fail at a step of the sale, as if the server were killed there, until it is called again. */
async function failAt(table: string, when: string): Promise<() => Promise<unknown>> {
  await db.pool.query(`create or replace function test_kill() returns trigger language plpgsql as $$
    begin raise exception 'killed' using errcode = '57P01'; end $$;
    create constraint trigger test_kill after insert or update on ${table} deferrable initially deferred
      for each row when (${when}) execute function test_kill()`)
  return () => db.pool.query(`drop trigger test_kill on ${table}`)
}

test.each([
  ['is booked', 'fx_loss_covers', 'new.proceeds_hold_id is null and new.sold_minor > 0', 0],
  ['settles', 'fx_loss_covers', 'new.proceeds_hold_id is not null', 1],
  ['pays the loss', 'fx_trades', `new.kind = 'CloseOut' and new.status = 'Settled'`, 1],
])('a kill while the sale of margin %s leaves exactly one sale', async (_step, table, when, salesThen) => {
  const { desk, closeOutId, cutOffAt, lossMinor } = await unpaidLoss('1.15000')
  const repair = await failAt(table, when)
  const nextDays = `${new Date(Date.parse(cutOffAt) + 7 * 86_400_000).toISOString().slice(0, 10)}T00:00:01.000Z`
  const advance = async (to: string) => desk.advance(to)
  try {
    await expect(advance(cutOffAt).then(() => advance(nextDays))).rejects.toThrow('killed')
    expect(await salesOf(desk)).toHaveLength(salesThen)
  } finally {
    await repair()
  }
  desk.time.now = new Date(nextDays)
  // The failed job waits before it is tried again; then it finds what the kill has left.
  await db.pool.query(`update due_work set due_at = $2 where entity_id = $1 and due_at > $2`, [desk.entityId, nextDays])
  await desk.advance(new Date(Date.parse(nextDays) + 86_400_000).toISOString())
  const late = await salesOf(desk)
  await desk.advance(`${late[0].valueDate}T23:59:59.000Z`)
  const [sale, ...more] = await salesOf(desk)
  expect(more).toEqual([])
  expect([minor(sale.buyAmount), sale.status]).toEqual([lossMinor, 'Settled'])
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
  expect(await desk.balances()).toMatchObject({
    'margin:EUR': 0n,
    'client:EUR': 2_500_000n - minor(sale.sellAmount),
    'client:USD': 0n,
  })
})
