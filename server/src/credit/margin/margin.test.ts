import { beforeEach, describe, expect, test } from 'vitest'
import { openCreditDesk, type CreditDesk } from '../../../test/support/credit.ts'
import { givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { closeExposure } from '../../../test/support/exposures.ts'
import {
  checkNoOverdueCall,
  findInitialMargin,
  payInitialMargin,
  releaseInitialMargin,
  releaseTradeMargin,
  requireInitialMargin,
} from './index.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()

/** A desk on which 100,000 GBP were sold at 1.30 and the market is at 1.3325, exactly 2.5 % away. */
async function atThreshold(options: Parameters<typeof openCreditDesk>[1] = {}) {
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, ...options })
  const tradeId = await desk.reserve()
  desk.market.set('GBP', '1.3325')
  return { desk, tradeId, wireId: formatId('trd', tradeId) }
}

describe('a margin run', () => {
  test('calls for GBP 2,500 when the rate has moved exactly 2.5 %, due in two business days, with the reason', async () => {
    const { desk, wireId } = await atThreshold()
    const { status, body } = await desk.run()
    expect(status).toBe(200)
    expect(body.issued).toHaveLength(1)
    expect(body.issued[0]).toMatchObject({
      facilityId: desk.wireFacilityId,
      type: 'Variation',
      reasonTradeIds: [wireId],
      amount: '2500.00',
      currency: 'GBP',
      outstanding: '2500.00',
      status: 'Issued',
      issuedAt: '2026-11-25T10:00:00.000Z',
      snapshotId: expect.stringMatching(/^snp_/),
      actions: ['settle'],
    })
    expect(body.issued[0].dueAt).toMatch(/^2026-11-27T/)
    expect(body.issued[0].explanation).toContain('2.50 % against the contract rate 1.30')
    expect(await desk.events('marginCall')).toEqual(['marginCall.issued'])
    const facility = (await desk.get('/v1/credit/facilities')).body.data[0]
    expect([facility.variationMarginDue, facility.variationMarginHeld]).toEqual(['2500.00', '0.00'])
  })

  test.each(['RateMove', 'MtmOverNotional'] as const)(
    'by %s: states the day of its rate, which for a window is the day of its valuation',
    async (callBasis) => {
      const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, facility: { callBasis } })
      const valueDate = '2027-02-25'
      const window = { forwardType: 'Window', accessDate: '2026-12-28', valueDate } as const
      await desk.reserve({ ...window, side: 'Buy' })
      await desk.reserve({ ...window, side: 'Sell' })
      for (const rate of ['1.20', '1.40']) {
        desk.market.set('GBP', rate)
        for (const { explanation, reasonTradeIds } of (await desk.run()).body.issued) {
          const { body } = await desk.get(
            `/v1/credit/mtm/trades?entityId=${desk.wire.entityId}&tradeId=${reasonTradeIds[0]}`,
          )
          const { marketForwardRate, pricedAtDate } = body.data[0]
          const day = pricedAtDate === valueDate ? valueDate : `${pricedAtDate}, the day it was priced for,`
          expect(explanation).toContain(`on ${day} is ${marketForwardRate}`)
        }
      }
      expect((await desk.get('/v1/credit/margin-calls')).body.data).toHaveLength(2)
    },
  )
  test('a system that tests the value would not call: the loss is 2,439.02 GBP, 2.44 %', async () => {
    const { desk, wireId } = await atThreshold({ facility: { callBasis: 'MtmOverNotional' } })
    expect((await desk.run()).body.issued).toEqual([])
    const { body } = await desk.get(`/v1/credit/mtm/trades?entityId=${desk.wire.entityId}&tradeId=${wireId}`)
    expect(body.data[0]).toMatchObject({
      mtmUndiscounted: '-2439.02',
      rateMovePercent: '-2.5000',
      mtmQuote: '-3250.00',
    })
  })

  test('changes nothing when it runs again at the same market, also concurrently', async () => {
    const { desk } = await atThreshold()
    const both = await Promise.all([desk.run(), desk.run()])
    expect(both.flatMap(({ body }) => body.issued)).toHaveLength(1)
    const again = await desk.run()
    expect([again.body.issued, again.body.released]).toEqual([[], []])
    expect((await desk.get('/v1/credit/margin-calls')).body.data).toHaveLength(1)
  })

  test('makes one call for each of many deals, reports each once in order, and sets the same due time', async () => {
    const { desk } = await atThreshold()
    for (let i = 0; i < 4; i++) await desk.reserve()
    const { issued } = (await desk.run()).body
    expect(new Set(issued.map(({ reasonTradeIds }: { reasonTradeIds: string[] }) => reasonTradeIds[0])).size).toBe(5)
    const { rows } = await db.pool.query(
      `select resource_id, sequence, detail ->> 'amount' as amount from events
       where entity_id = $1 and type = 'marginCall.issued' order by sequence`,
      [desk.entityId],
    )
    const told = rows.map(({ resource_id: id }: { resource_id: string }) => formatId('mgc', id))
    expect(told).toEqual(issued.map(({ marginCallId }: { marginCallId: string }) => marginCallId))
    expect(Number(rows[4].sequence) - Number(rows[0].sequence)).toBe(4)
    expect(rows.every(({ amount }: { amount: string }) => amount === '2500.00')).toBe(true)
    expect((await desk.get('/v1/credit/facilities')).body.data[0].variationMarginDue).toBe('12500.00')
    const due = await db.pool.query(`select 1 from due_work where entity_id = $1 and kind = 'marginCall.fallDue'`, [
      desk.entityId,
    ])
    expect(due.rowCount).toBe(5)
  })

  test('a further move calls for the difference only', async () => {
    const { desk } = await atThreshold()
    await desk.run()
    desk.market.set('GBP', '1.37')
    expect((await desk.run()).body.issued.map(({ amount }: { amount: string }) => amount)).toEqual(['2500.00'])
  })

  test('releases margin when the market has recovered far enough, and not before', async () => {
    const { desk } = await atThreshold()
    await desk.fund('GBP', 1_000_000n)
    const [call] = (await desk.run()).body.issued
    await desk.post(`/v1/credit/margin-calls/${call.marginCallId}/settle`, {
      accountId: formatId('acc', desk.accounts.GBP!.accountId),
    })
    expect(await desk.balances()).toEqual({ 'client:GBP': 750_000n, 'margin:GBP': 250_000n })
    desk.market.set('GBP', '1.3260') // 2 %: below the threshold, above it less the minimum of 1 %
    expect((await desk.run()).body.runs[0].variationMarginReleased).toBe('0.00')
    desk.market.set('GBP', '1.3180')
    const back = (await desk.run()).body
    expect(back.runs[0].variationMarginReleased).toBe('2500.00')
    expect(back.released).toMatchObject([{ marginCallId: call.marginCallId, status: 'Released' }])
    expect(await desk.balances()).toEqual({ 'client:GBP': 1_000_000n })
    expect(await desk.events('marginCall')).toEqual(['marginCall.issued', 'marginCall.met', 'marginCall.released'])
    expect((await desk.run()).body.released).toEqual([])
  })

  test('a call that the market has overtaken is cancelled', async () => {
    const { desk } = await atThreshold()
    await desk.run()
    desk.market.set('GBP', '1.30')
    expect((await desk.run()).body.released).toMatchObject([{ status: 'Cancelled', outstanding: '0.00', actions: [] }])
    expect((await desk.get('/v1/credit/facilities')).body.data[0].variationMarginDue).toBe('0.00')
  })

  test('withdraws the call of a deal that has ended', async () => {
    const { desk, tradeId } = await atThreshold()
    await desk.run()
    await desk.reserve({ base: '10', rate: '1.3325' })
    await inTransaction(db, (tx) => closeExposure(tx, { entityId: desk.entityId, tradeId }, desk.time.now))
    expect((await desk.run()).body.released).toMatchObject([{ status: 'Cancelled' }])
  })

  test('net method: +12, -50, -72, +10, -105 thousand against 200 call for 50 thousand, once', async () => {
    const desk = await openCreditDesk(db, {
      mids: { GBP: '1.25', EUR: '1' },
      facility: {
        callBasis: 'NetMtmAbsolute',
        marginMethod: 'NetPosition',
        thresholdMinor: 20_000_000n,
        callMinor: 5_000_000n,
      },
    })
    // GBP 100,000 at a rate that is x dollars a pound off are worth 100,000 x / 1.25 pounds before discounting.
    const rates = ['1.10', '1.88', '2.16', '1.12', '2.57'] // bought: at market + 12, -50.4, -72.8, +10.4, -105.6
    for (const rate of rates) await desk.reserve({ side: 'Buy', base: '100000', rate })
    const { body } = await desk.run()
    expect(body.issued).toMatchObject([{ amount: '50000.00', type: 'Variation' }])
    expect(body.issued[0].reasonTradeIds).toHaveLength(3)
    expect((await desk.run()).body.issued).toEqual([])
  })

  test('does nothing without open deals', async () => {
    const desk = await openCreditDesk(db)
    expect((await desk.run()).body).toMatchObject({ issued: [], released: [], runs: [{ snapshotId: null }] })
  })

  test('is due every weekday at 16:00 London while a deal is open', async () => {
    const { desk } = await atThreshold()
    await desk.advance('2026-11-25T15:59:59Z')
    expect(await desk.events('marginCall')).toEqual([])
    await desk.advance('2026-11-25T16:00:00Z')
    expect(await desk.events('marginCall')).toEqual(['marginCall.issued'])
    const { rows } = await db.pool.query(`select due_at from due_work where entity_id = $1 and kind = 'margin.run'`, [
      desk.entityId,
    ])
    expect(rows).toEqual([{ due_at: new Date('2026-11-26T16:00:00Z') }])
  })
})

describe('a margin call', () => {
  let desk: CreditDesk
  let url: string
  let gbp: { accountId: string }
  beforeEach(async () => {
    const made = await atThreshold({ facility: { callCollection: 'OnRequest' } })
    desk = made.desk
    await desk.fund('GBP', 300_000n)
    await desk.fund('USD', 300_000n)
    const [call] = (await desk.run()).body.issued
    url = `/v1/credit/margin-calls/${call.marginCallId}`
    gbp = { accountId: formatId('acc', desk.accounts.GBP!.accountId) }
  })

  test('is settled from an account, in parts if need be', async () => {
    const part = await desk.post(`${url}/settle`, { ...gbp, amount: '1000.00' })
    expect(part.body).toMatchObject({ status: 'PartlyMet', outstanding: '1500.00' })
    const rest = await desk.post(`${url}/settle`, gbp)
    expect(rest.body).toMatchObject({ status: 'Met', outstanding: '0.00', amount: '2500.00', actions: [] })
    expect(await desk.balances()).toMatchObject({ 'client:GBP': 50_000n, 'margin:GBP': 250_000n })
    expect((await desk.get(url)).body).toEqual(rest.body)
    const facility = (await desk.get('/v1/credit/facilities')).body.data[0]
    expect([facility.variationMarginDue, facility.variationMarginHeld]).toEqual(['0.00', '2500.00'])
    expect((await desk.run()).body.issued).toEqual([])
  })

  test('is paid once under one key, and once when paid twice at the same time', async () => {
    const key = { 'idempotency-key': newUuid() }
    const [one, same] = [await desk.post(`${url}/settle`, gbp, key), await desk.post(`${url}/settle`, gbp, key)]
    expect(same.body).toEqual(one.body)
    expect(same.headers['idempotent-replayed']).toBe('true')
    const late = await Promise.all([desk.post(`${url}/settle`, gbp), desk.post(`${url}/settle`, gbp)])
    expect(late.map(({ status, body }) => [status, errorCode(body)])).toEqual([
      [409, 'margin_call_not_open'],
      [409, 'margin_call_not_open'],
    ])
    expect(await desk.balances()).toMatchObject({ 'margin:GBP': 250_000n })
  })

  test('a dry run stores nothing', async () => {
    const { status, body } = await desk.post(`${url}/settle?dryRun=true`, gbp)
    expect([status, body.status, body.dryRun]).toEqual([200, 'Met', true])
    expect((await desk.get(url)).body.status).toBe('Issued')
    expect(await desk.balances()).toMatchObject({ 'client:GBP': 300_000n })
  })

  test.each<[number, string, object]>([
    [422, 'amount_exceeds_margin_call', { amount: '2500.01' }],
    [422, 'currency_mismatch', { account: 'USD' }],
    [404, 'account_not_found', { accountId: formatId('acc', newUuid()) }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
    [400, 'too_many_decimals', { amount: '1.001' }],
    [400, 'amount_not_positive', { amount: '0' }],
    [400, 'amount_must_be_string', { amount: 5 }],
    [400, 'unknown_field', { what: 1 }],
  ])('%i %s moves nothing: %o', async (status, code, change) => {
    const { account, ...rest } = change as { account?: string }
    const from = account ? { accountId: formatId('acc', desk.accounts[account]!.accountId) } : {}
    const answer = await desk.post(`${url}/settle`, { ...gbp, ...from, ...rest })
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect(await desk.balances()).toMatchObject({ 'client:GBP': 300_000n, 'client:USD': 300_000n })
  })

  test('all errors of a payment, and of the query of the list, are reported together', async () => {
    const { body } = await desk.post(`${url}/settle?dryRun=perhaps`, { ...gbp, amount: '0', what: 1 })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/amount',
      '/what',
      '?dryRun',
    ])
    const list = (await desk.get('/v1/credit/margin-calls?after=x&status=Lost')).body
    expect(list.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['?after', '?status'])
  })

  test('is not visible to another client', async () => {
    const stranger = await openCreditDesk(db)
    for (const answer of [await stranger.get(url), await stranger.post(`${url}/settle`, gbp)]) {
      expect([answer.status, errorCode(answer.body)]).toEqual([404, 'margin_call_not_found'])
    }
    expect((await stranger.get('/v1/credit/margin-calls')).body.data).toEqual([])
    expect((await desk.get('/v1/credit/margin-calls/nonsense')).status).toBe(404)
  })

  test('lists page and filter', async () => {
    desk.market.set('GBP', '1.37')
    await desk.run()
    const list = (query: string) => desk.get(`/v1/credit/margin-calls?${query}`)
    const first = (await list('limit=1')).body
    const second = (await list(`limit=1&after=${first.nextCursor}`)).body
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([1, 1, null])
    expect(first.data[0].issuedAt >= second.data[0].issuedAt).toBe(true)
    expect((await list('status=issued&type=Variation')).body.data).toHaveLength(2)
    expect((await list('status=Met')).body.data).toEqual([])
    expect((await list(`tradeId=${formatId('trd', newUuid())}`)).body.data).toEqual([])
    expect((await list(`tradeId=${first.data[0].reasonTradeIds[0]}`)).body.data).toHaveLength(2)
  })
})

describe('a call that is not met in time', () => {
  test('is overdue at its deadline and blocks drawdowns until it is paid', async () => {
    const { desk } = await atThreshold()
    const [call] = (await desk.run()).body.issued
    const url = `/v1/credit/margin-calls/${call.marginCallId}`
    await desk.advance(new Date(Date.parse(call.dueAt) - 1000).toISOString())
    expect((await desk.get(url)).body.status).toBe('Issued')
    await expect(checkNoOverdueCall(db.reader, desk.entityId)).resolves.toBeUndefined()
    await desk.advance(call.dueAt)
    expect((await desk.get(url)).body).toMatchObject({ status: 'Overdue', outstanding: '2500.00' })
    await expect(checkNoOverdueCall(db.reader, desk.entityId)).rejects.toMatchObject({
      code: 'margin_call_overdue',
      params: { marginCallId: call.marginCallId, outstanding: '2500.00' },
    })
    await desk.advance('2026-12-10T12:00:00Z')
    expect((await desk.get(url)).body.status).toBe('Overdue') // the facility says Alert
    await desk.fund('GBP', 300_000n)
    const from = { accountId: formatId('acc', desk.accounts.GBP!.accountId) }
    expect((await desk.post(`${url}/settle`, { ...from, amount: '100' })).body.status).toBe('Overdue')
    expect((await desk.post(`${url}/settle`, from)).body.status).toBe('Met')
    await checkNoOverdueCall(db.reader, desk.entityId)
    expect(await desk.events('marginCall')).toContain('marginCall.overdue')
  })

  test('is closed out after the grace where the facility requires it, once the market is open', async () => {
    const closed: unknown[] = []
    const { desk, tradeId } = await atThreshold({
      facility: { overdueAction: 'CloseOut', overdueGraceHours: 24 },
      closeOut: async (tx, deals, act) => {
        closed.push(deals)
        for (const each of deals.tradeIds) {
          await closeExposure(tx, { entityId: deals.entityId, tradeId: each }, act.at)
        }
        return 'Closed'
      },
    })
    const [call] = (await desk.run()).body.issued
    const hours = (n: number) => new Date(Date.parse(call.dueAt) + n * 3_600_000).toISOString()
    await desk.advance(hours(23))
    expect(closed).toEqual([])
    await desk.advance(hours(24)) // a Saturday
    expect(closed).toEqual([])
    await desk.advance('2026-11-29T22:00:00.000Z')
    expect(closed).toEqual([{ entityId: desk.entityId, tradeIds: [tradeId], reason: 'MarginCallOverdue' }])
    const { body } = await desk.get(`/v1/credit/margin-calls/${call.marginCallId}`)
    expect(body).toMatchObject({ status: 'Cancelled', outstanding: '0.00' })
    expect((await desk.get('/v1/credit/facilities')).body.data[0]).toMatchObject({
      utilised: '0.00',
      variationMarginDue: '0.00',
    })
  })

  test('a paid margin call causes no close-out', async () => {
    const { desk } = await atThreshold({ facility: { overdueAction: 'CloseOut' } })
    await desk.fund('GBP', 300_000n)
    const [call] = (await desk.run()).body.issued
    await desk.advance(call.dueAt)
    const from = { accountId: formatId('acc', desk.accounts.GBP!.accountId) }
    await desk.post(`/v1/credit/margin-calls/${call.marginCallId}/settle`, from)
    await desk.advance('2026-12-10T12:00:00Z') // closing out would throw here
  })
})

describe('initial margin', () => {
  const order = { currency: 'USD', side: 'Sell' as const, percent: '5', amountMinor: 2_929_550n }
  async function asked() {
    const desk = await openCreditDesk(db)
    const deal = { entityId: desk.entityId, tradeId: await desk.reserve() }
    const { accountId } = desk.accounts.USD!
    const dueAt = new Date('2026-11-27T17:00:00Z')
    const more = { ...order, ...deal, facilityId: desk.facilityId, accountId, dueAt }
    await inTransaction(db, (tx) => requireInitialMargin(tx, more, desk.act()))
    return { desk, deal, find: () => findInitialMargin(db.reader, deal.entityId, deal.tradeId) }
  }

  test('is due with a call, is paid from an account, and is released in parts: 8,788.65 of 29,295.50', async () => {
    const { desk, deal, find } = await asked()
    expect(await find()).toMatchObject({
      status: 'Due',
      requiredMinor: 2_929_550n,
      outstandingMinor: 2_929_550n,
      moves: [],
    })
    await desk.fund('USD', 3_000_000n)
    const pay = { ...deal, account: desk.accounts.USD! }
    await inTransaction(db, (tx) => payInitialMargin(tx, desk.settle, pay, desk.act()))
    expect(await find()).toMatchObject({ status: 'Received', receivedMinor: 2_929_550n, heldMinor: 2_929_550n })
    expect(await desk.received()).toEqual([deal.tradeId])
    expect(await inTransaction(db, (tx) => payInitialMargin(tx, desk.settle, pay, desk.act()))).toBeUndefined()
    await inTransaction(db, (tx) => releaseInitialMargin(tx, { ...deal, amountMinor: 878_865n }, desk.act()))
    expect(await find()).toMatchObject({ status: 'Received', heldMinor: 2_050_685n, releasedMinor: 878_865n })
    expect(await desk.balances()).toEqual({ 'client:USD': 949_315n, 'margin:USD': 2_050_685n })
    await inTransaction(db, (tx) => releaseTradeMargin(tx, deal, desk.act()))
    expect(await find()).toMatchObject({ status: 'Released', heldMinor: 0n })
    expect((await find())!.moves.map(({ amountMinor }) => amountMinor)).toEqual([2_929_550n, -878_865n, -2_050_685n])
    expect(await desk.balances()).toEqual({ 'client:USD': 3_000_000n })
    expect((await desk.get('/v1/credit/margin-calls')).body.data).toMatchObject([
      { type: 'Initial', status: 'Released' },
    ])
    expect(await desk.events('initialMargin')).toEqual([
      'initialMargin.due',
      'initialMargin.received',
      'initialMargin.released',
      'initialMargin.released',
    ])
  })

  test('by wire is collected when enough has arrived', async () => {
    const { desk, deal, find } = await asked()
    const arrive = async (minor: bigint) => {
      await desk.fund('USD', minor)
      await desk.advance(desk.time.now.toISOString())
    }
    await arrive(2_000_000n)
    expect((await find())!.status).toBe('Due')
    await arrive(1_000_000n)
    expect((await find())!.status).toBe('Received')
    expect(await desk.received()).toEqual([deal.tradeId])
    expect(await desk.balances()).toEqual({ 'client:USD': 70_450n, 'margin:USD': 2_929_550n })
  })

  test('past its deadline it is overdue, and can still be paid through its call', async () => {
    const { desk, deal, find } = await asked()
    await desk.advance('2026-11-27T17:00:00Z')
    expect((await find())!.status).toBe('Overdue')
    await desk.fund('USD', 3_000_000n)
    const { marginCallId } = (await find())!
    const from = { accountId: formatId('acc', desk.accounts.USD!.accountId) }
    const { body } = await desk.post(`/v1/credit/margin-calls/${formatId('mgc', marginCallId!)}/settle`, from)
    expect(body.status).toBe('Met')
    expect(await desk.received()).toEqual([deal.tradeId])
  })

  test('counts towards the facility in its currency', async () => {
    const { desk, deal } = await asked()
    await desk.fund('USD', 3_000_000n)
    await inTransaction(db, (tx) =>
      payInitialMargin(tx, desk.settle, { ...deal, account: desk.accounts.USD! }, desk.act()),
    )
    const facility = (await desk.get('/v1/credit/facilities')).body.data[0]
    expect(facility.initialMarginHeld).toBe('22322.08') // 29,295.50 / 1.31240
    expect(facility.variationMarginDue).toBe('0.00')
  })

  test('without the money nothing is posted', async () => {
    const { desk, deal, find } = await asked()
    const pay = inTransaction(db, (tx) =>
      payInitialMargin(tx, desk.settle, { ...deal, account: desk.accounts.USD! }, desk.act()),
    )
    expect(await pay.catch((error: Refusal) => error.code)).toBe('insufficient_funds')
    expect((await find())!.status).toBe('Due')
    expect(await desk.received()).toEqual([])
  })

  test('a deal without any has none', async () => {
    expect(await findInitialMargin(db.reader, await givenEntity(db, 'RM'), newUuid())).toBeUndefined()
  })
})
