import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../../test/support/desk.ts'
import { setAccess } from '../../../ledger/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { lockTrade, settleTrade } from '../index.ts'

const db = await testDatabase()

const book = async (desk: Desk, order: object = {}) => {
  const quote = await desk.quote(order)
  expect(quote.body).toMatchObject({ status: 'Active' })
  const trade = await desk.book(quote.body.quoteId)
  expect(trade.status).toBe(201)
  return trade.body
}
const read = async (desk: Desk, { tradeId }: { tradeId: string }) => (await desk.get(`/v1/fx/trades/${tradeId}`)).body
const statuses = (trade: { history: { status: string }[] }) => trade.history.map(({ status }) => status)
const HOUSE = '00000000-0000-7000-8000-000000000001'

/** Events of both accounts at a settlement. */
const ENTRIES = ['account.debited', 'account.credited']

describe('a funded trade', () => {
  test('settles as its value date begins: positions flat, revenue kept, the cover in the house’s nostro', async () => {
    const desk = await openDesk(db, 'RM')
    const before = await desk.balances(HOUSE)
    await desk.fund('USD', 20_000_000n)
    const trade = await book(desk, { valueDate: '2026-11-27' })
    await desk.advance('2026-11-26T23:59:59.999Z')
    expect((await read(desk, trade)).status).toBe('Executed')
    await desk.advance('2026-11-27T00:00:00.000Z')
    const settled = await read(desk, trade)
    expect(settled).toMatchObject({
      status: 'Settled',
      settlement: {
        funded: true,
        fundedAt: '2026-11-27T00:00:00.000Z',
        settledAt: '2026-11-27T00:00:00.000Z',
        failureReason: null,
      },
    })
    expect(statuses(settled)).toEqual(['Executed', 'Settled'])
    expect(await desk.balances()).toEqual({
      'client:EUR': 10_000_000n,
      'client:GBP': 0n,
      'client:JPY': 0n,
      'client:USD': 8_345_400n,
      'fx_position:EUR': 0n,
      'fx_position:USD': 0n,
      'fx_revenue:USD': 29_100n,
      'in_transit:EUR': -10_000_000n,
      'in_transit:USD': 11_625_500n - 20_000_000n,
    })
    const after = await desk.balances(HOUSE)
    expect((after['nostro:EUR'] as bigint) - ((before['nostro:EUR'] as bigint) ?? 0n)).toBe(-10_000_000n)
    expect((after['nostro:USD'] as bigint) - ((before['nostro:USD'] as bigint) ?? 0n)).toBe(11_625_500n)
    expect(await desk.events()).toEqual(['trade.executed', ...ENTRIES, 'trade.settled'])
  })

  test('dealt for the same day settles immediately', async () => {
    const desk = await openDesk(db, 'RM')
    await desk.fund('USD', 20_000_000n)
    const trade = await book(desk)
    expect(trade).toMatchObject({ tenor: 'T0', valueDate: '2026-11-25' })
    await desk.advance('2026-11-25T10:00:00.000Z')
    expect((await read(desk, trade)).status).toBe('Settled')
  })

  test('the statement line names the exchange', async () => {
    const desk = await openDesk(db, 'RM')
    await desk.fund('USD', 20_000_000n)
    const trade = await book(desk)
    await desk.advance('2026-11-25T10:00:00.000Z')
    const { rows } = await db.pool.query(
      `select type, description, amount_minor, related_type, detail from postings
       where entity_id = $1 and account_id = $2 and type = 'FxSettlement'`,
      [desk.entityId, desk.account('USD').accountId],
    )
    expect(rows).toEqual([
      {
        type: 'FxSettlement',
        description: `Sold USD ${Number(trade.sellAmount).toLocaleString('en-US', { minimumFractionDigits: 2 })} for EUR 100,000.00 at ${trade.rate}`,
        amount_minor: -BigInt(trade.sellAmount.replace('.', '')),
        related_type: 'trade',
        detail: {
          exchange: { rate: trade.rate, pair: 'EUR/USD', buyAmount: '100000.00', sellAmount: trade.sellAmount },
        },
      },
    ])
  })
})

describe('an RM trade without the money', () => {
  test('awaits it and settles when it comes', async () => {
    const desk = await openDesk(db, 'RM')
    const trade = await book(desk, { valueDate: '2026-11-27' })
    await desk.advance('2026-11-27T08:00:00.000Z')
    const waiting = await read(desk, trade)
    expect(waiting).toMatchObject({ status: 'AwaitingFunds', settlement: { funded: false, failureReason: null } })
    expect(waiting.history[1]).toEqual({
      status: 'AwaitingFunds',
      at: '2026-11-27T00:00:00.000Z',
      by: 'system',
      reason: 'insufficient_funds',
    })
    await desk.fund('USD', 11_654_599n)
    await desk.advance('2026-11-27T08:20:00.000Z')
    expect((await read(desk, trade)).status).toBe('AwaitingFunds')
    await desk.fund('USD', 1n)
    await desk.advance('2026-11-27T08:20:00.000Z')
    const settled = await read(desk, trade)
    expect(settled.settlement).toEqual({
      funded: true,
      fundedAt: '2026-11-27T08:20:00.000Z',
      settledAt: '2026-11-27T08:20:00.000Z',
      failureReason: null,
      net: null,
    })
    expect(statuses(settled)).toEqual(['Executed', 'AwaitingFunds', 'Settled'])
    expect(await desk.events()).toEqual(['trade.executed', 'trade.awaitingFunds', ...ENTRIES, 'trade.settled'])
  })

  test('is overdue from its cut-off on, and money within the grace still settles it', async () => {
    const desk = await openDesk(db, 'RM')
    const trade = await book(desk, { valueDate: '2026-11-27' })
    await desk.advance('2026-11-27T12:49:59.999Z')
    expect((await read(desk, trade)).status).toBe('AwaitingFunds')
    await desk.advance('2026-11-27T12:50:00.000Z')
    expect((await read(desk, trade)).status).toBe('Overdue')
    await desk.advance('2026-11-28T10:00:00.000Z')
    await desk.fund('USD', 20_000_000n)
    await desk.advance('2026-11-28T10:00:00.000Z')
    const settled = await read(desk, trade)
    expect(statuses(settled)).toEqual(['Executed', 'AwaitingFunds', 'Overdue', 'Settled'])
    expect(await desk.balances()).toMatchObject({ 'fx_position:USD': 0n, 'fx_position:EUR': 0n })
    const { rows } = await db.pool.query(
      `select distinct value_date from journals where source_id = (
      select trade_id from fx_trades where entity_id = $1) and kind = 'spotSettlement'`,
      [desk.entityId],
    )
    expect(rows).toEqual([{ value_date: '2026-11-28' }])
  })

  test('is settled by what another trade brings in', async () => {
    const desk = await openDesk(db, 'RM')
    const second = await book(desk, {
      buyCurrency: 'GBP',
      sellCurrency: 'EUR',
      fixedSide: 'Sell',
      amount: '90000.00',
      valueDate: '2026-11-27',
    })
    await desk.advance('2026-11-27T06:00:00.000Z')
    expect((await read(desk, second)).status).toBe('AwaitingFunds')
    await desk.fund('USD', 20_000_000n)
    const first = await book(desk, { valueDate: '2026-11-27' })
    await desk.advance('2026-11-27T06:00:00.000Z')
    expect((await read(desk, first)).status).toBe('Settled')
    expect((await read(desk, second)).status).toBe('Settled')
  })
})

test('a blocked account fails the settlement, which is tried again when the block is lifted', async () => {
  const desk = await openDesk(db, 'ABS')
  await desk.fund('USD', 20_000_000n)
  const trade = await book(desk, { valueDate: '2026-11-27' })
  const { accountId } = desk.account('USD')
  await inTransaction(db, (tx) => setAccess(tx, desk.entityId, accountId, 'Blocked'))
  await desk.advance('2026-11-27T00:10:00.000Z')
  expect(await read(desk, trade)).toMatchObject({
    status: 'SettlementFailed',
    settlement: { failureReason: 'account_blocked' },
  })
  await inTransaction(db, (tx) => setAccess(tx, desk.entityId, accountId, 'Active'))
  await desk.advance('2026-11-27T00:30:00.000Z')
  expect(await read(desk, trade)).toMatchObject({ status: 'Settled', settlement: { failureReason: null } })
  expect(await desk.events()).toEqual(['trade.executed', 'trade.settlementFailed', ...ENTRIES, 'trade.settled'])
})

test('a settlement requested before the step that it waited for comes after it in the history', async () => {
  const desk = await openDesk(db, 'RM')
  const trade = await book(desk, { valueDate: '2026-11-27' })
  await desk.advance('2026-11-27T08:00:00.000Z')
  await desk.fund('USD', 20_000_000n)
  await inTransaction(db, async (tx) => {
    const locked = (await lockTrade(tx, desk.entityId, parseId('trd', trade.tradeId)!))!
    const act = { actor: { type: 'system' as const }, at: new Date('2026-11-26T23:59:59.000Z'), wall: new Date() }
    await settleTrade(tx, locked, act)
  })
  const settled = await read(desk, trade)
  const instants = settled.history.map(({ at }: { at: string }) => at)
  expect(statuses(settled)).toEqual(['Executed', 'AwaitingFunds', 'Settled'])
  expect(instants).toEqual(instants.toSorted())
})

test('a settled trade is final for every writer', async () => {
  const desk = await openDesk(db, 'RM')
  await desk.fund('USD', 20_000_000n)
  await book(desk)
  await desk.advance('2026-11-25T10:00:00.000Z')
  await expect(
    db.pool.query(
      `update fx_trades set status = 'Executed', settled_at = null, settlement_journal_id = null where entity_id = $1`,
      [desk.entityId],
    ),
  ).rejects.toThrow('final')
})
