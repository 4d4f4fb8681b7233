import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../../test/support/desk.ts'
import { roundTripsOf } from '../../../../test/support/round-trips.ts'
import { setAccess } from '../../../ledger/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'

const db = await testDatabase()
const NOW = '2026-11-25T10:00:00.000Z'

async function fundedDesk(): Promise<Desk> {
  const desk = await openDesk(db, 'ABS')
  await desk.fund('USD', 100_000_000n)
  await desk.fund('GBP', 100_000_000n)
  return desk
}

const ORDERS = [
  { amount: '100000.00' },
  { amount: '250000.00', sellCurrency: 'GBP' },
  { amount: '5000.01' },
  { buyCurrency: 'USD', sellCurrency: 'GBP', amount: '7000.00' },
]

/** Books a same-day deal. @returns its trade id */
async function book(desk: Desk, order: object, more: object = {}): Promise<string> {
  const quote = await desk.quote(order)
  const { status, body } = await desk.book(quote.body.quoteId, more)
  expect([status, body.valueDate]).toEqual([201, '2026-11-25'])
  return body.tradeId
}

/** Runs the due jobs; returns the names of their statements. */
const settle = async (desk: Desk) => (await roundTripsOf(() => desk.advance(NOW))).flat()

/** Everything that settled trades leave, without ids and the order of the deals among one another. */
async function traces(desk: Desk) {
  const read = async (sql: string) => (await db.pool.query(sql, [desk.entityId])).rows
  return {
    trades: await read(
      `select to_jsonb(t) - '{entity_id,client_id,trade_id,quote_id,hold_id,buy_account_id,sell_account_id,settlement_journal_id,created_by}'::text[] as row,
          (select kind from journals j where j.entity_id = t.entity_id and j.journal_id = t.settlement_journal_id) as kind
        from fx_trades t where entity_id = $1 order by trade_id`,
    ),
    events: await read(
      `select type, resource_version, previous_status, at, actor_type, detail from events e where entity_id = $1
        and type in ('trade.settled', 'account.debited', 'account.credited') order by type, detail::text, sequence`,
    ),
    postings: await read(
      `select j.kind, p.currency, p.amount_minor, p.type, p.description, j.value_date, j.posted_at from journals j
        join postings p using (entity_id, journal_id) where entity_id = $1 and j.kind = 'spotSettlement'
        order by p.description, p.currency, p.amount_minor`,
    ),
    crossings: await read(
      `select kind, house_kind, currency, sum(amount_minor)::text as minor, count(*)::int from book_crossings where entity_id = $1
        group by 1, 2, 3 order by 1, 2, 3`,
    ),
    holds: await read(`select purpose, amount_minor::text from holds where entity_id = $1 order by 2`),
    jobs: await read(`select kind from due_work where entity_id = $1`),
    balances: await desk.balances(),
  }
}

test('trades that are due together settle in one posting and leave what each leaves alone', async () => {
  const [together, apart] = [await fundedDesk(), await fundedDesk()]
  const tradeIds: string[] = []
  for (const order of ORDERS) tradeIds.push(await book(together, order))
  const statements = await settle(together)
  expect(statements.filter((name) => name === 'settle-trades')).toHaveLength(1)
  expect(statements).not.toContain('update-trade-status')
  for (const order of ORDERS) {
    await book(apart, order)
    expect(await settle(apart)).not.toContain('settle-trades')
  }
  expect(await traces(together)).toEqual(await traces(apart))
  for (const tradeId of tradeIds) {
    const { body } = await together.get(`/v1/fx/trades/${tradeId}`)
    expect([body.status, body.settlement.settledAt]).toEqual(['Settled', NOW])
    expect(body.history.map(({ status }: { status: string }) => status)).toEqual(['Executed', 'Settled'])
  }
})

test('a blocked account stops the trades that it pays for, and no other of their set', async () => {
  const desk = await fundedDesk()
  const [usd, gbp, other] = [await book(desk, ORDERS[0]!), await book(desk, ORDERS[1]!), await book(desk, ORDERS[2]!)]
  const { accountId } = desk.account('GBP')
  await inTransaction(db, (tx) => setAccess(tx, desk.entityId, accountId, 'Blocked'))
  await settle(desk)
  const states = await Promise.all([usd, gbp, other].map((id) => desk.get(`/v1/fx/trades/${id}`)))
  expect(states.map(({ body }) => [body.status, body.settlement.failureReason])).toEqual([
    ['Settled', null],
    ['SettlementFailed', 'account_blocked'],
    ['Settled', null],
  ])
})

test('trades without held money or whose credit account is closed are decided alone', async () => {
  const desk = await openDesk(db, 'RM')
  const unpaid = [await book(desk, ORDERS[0]!), await book(desk, ORDERS[2]!)]
  expect(await settle(desk)).not.toContain('settle-trades')
  const closed = await fundedDesk()
  const ids = [await book(closed, ORDERS[0]!), await book(closed, ORDERS[2]!)]
  await db.pool.query(
    `update accounts set status = 'Closed', closed_at = now() where entity_id = $1 and account_id = $2`,
    [closed.entityId, closed.account('EUR').accountId],
  )
  expect(await settle(closed)).not.toContain('settle-trades')
  const states = [
    ...(await Promise.all(unpaid.map((id) => desk.get(`/v1/fx/trades/${id}`)))),
    ...(await Promise.all(ids.map((id) => closed.get(`/v1/fx/trades/${id}`)))),
  ]
  expect(states.map(({ body }) => body.status)).toEqual([
    'AwaitingFunds',
    'AwaitingFunds',
    'SettlementFailed',
    'SettlementFailed',
  ])
})
