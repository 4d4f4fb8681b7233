import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { formatId } from '../../../kernel/values/ids.ts'

const margined = { term: { initialMarginWaived: false } }

describe('a part of a forward that is closed out before its initial margin is paid', () => {
  test.each([
    ['at a gain', '1.20000'],
    ['at a loss', '1.10000'],
  ])('%s leaves the margin of the whole amount due', async (_how, mid) => {
    const db = await testDatabase()
    const desk = await openForwardDesk(db, margined)
    const { tradeId } = await desk.forward({ marginSide: 'Buy' })
    expect(await desk.margin(tradeId)).toMatchObject({ status: 'Due', amount: '25000.00', outstanding: '25000.00' })
    const side = (by: number) => (Number(mid) + by).toFixed(5)
    desk.market.prices = { EUR: [side(-0.00005), mid, side(0.00005)], GBP: ['1.31230', '1.31240', '1.31250'] }
    const quote = await desk.amend(tradeId, { type: 'CloseOut', currency: 'EUR', amount: '450000.00' })
    expect((await desk.bookAmendment(tradeId, quote.body.quoteId)).status).toBe(201)
    expect(await desk.margin(tradeId)).toMatchObject({ status: 'Due', amount: '2500.00', outstanding: '2500.00' })
    expect((await desk.read(tradeId)).status).toBe('AwaitingInitialMargin')
    await desk.fund('EUR', 250_000n)
    await desk.advance(desk.time.now.toISOString())
    expect((await desk.read(tradeId)).status).toBe('Open')
    expect(await desk.balances()).toMatchObject({ 'margin:EUR': 250_000n, 'client:EUR': 0n })
  })

  const part = { currency: 'EUR', amount: '300000.00' }
  test.each([
    ['a part at a loss', part, '1.10000', 'Open'],
    ['a part at a gain', part, '1.20000', 'Open'],
    ['all', {}, '1.10000', 'ClosedOut'],
  ])('%s: the client learns once that the lowered margin is received', async (_what, closed, mid, status) => {
    const db = await testDatabase()
    const desk = await openForwardDesk(db, margined)
    const { tradeId } = await desk.forward({ marginSide: 'Buy' })
    const { marginCallId } = (await desk.get('/v1/credit/margin-calls')).body.data[0]
    await desk.fund('EUR', 1_000_000n)
    const accountId = formatId('acc', desk.account('EUR').accountId)
    const paid = { ...desk.wire, accountId, amount: '10000.00' }
    expect((await desk.post(`/v1/credit/margin-calls/${marginCallId}/settle`, paid)).status).toBe(200)
    desk.market.prices = { EUR: [mid, mid, mid], GBP: ['1.31230', '1.31240', '1.31250'] }
    const quote = await desk.amend(tradeId, { type: 'CloseOut', ...closed })
    await desk.fund('USD', 100_000_000n)
    expect((await desk.bookAmendment(tradeId, quote.body.quoteId)).status).toBe(201)
    await desk.advance(desk.time.now.toISOString())
    const { rows } = await db.pool.query<{ type: string; detail: Record<string, string> }>(
      `select type, detail from events where entity_id = $1 order by sequence`,
      [desk.entityId],
    )
    const told = (type: string) => rows.filter((row) => row.type === type)
    expect([told('marginCall.met').length, told('initialMargin.received').length]).toEqual([1, 1])
    expect((await desk.read(tradeId)).status).toBe(status)
  })

  test('leaves a margin call behind once nothing remains', async () => {
    const db = await testDatabase()
    const desk = await openForwardDesk(db, margined)
    const { tradeId } = await desk.forward({ marginSide: 'Buy' })
    const quote = await desk.amend(tradeId, { type: 'CloseOut' })
    expect((await desk.bookAmendment(tradeId, quote.body.quoteId)).status).toBe(201)
    const { data } = (await desk.get('/v1/credit/margin-calls')).body
    expect(data).toMatchObject([{ type: 'Initial', status: 'Cancelled', outstanding: '0.00' }])
  })
})
