import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openOrderDesk, setMiddle } from '../../../test/support/order-desk.ts'
import { AUDITS } from '../../composition/modules.ts'
import { auditLedger } from '../../ledger/index.ts'
import { lookAtMarket } from '../rate-watch/look.ts'

const db = await testDatabase()

async function fundedDesk() {
  const desk = await openOrderDesk(db)
  await desk.fund('USD', 1_000_000_000n)
  return desk
}

test('a cancellation and a fill at the same time exclude each other, and the later one is rejected', async () => {
  const desk = await fundedDesk()
  const orders = await Promise.all(Array.from({ length: 24 }, () => desk.placed({ amount: '100.00' })))
  setMiddle(desk.market, '1.14000')
  const other = desk.newWorker()
  const [answers] = await Promise.all([
    Promise.all(orders.map((orderId) => desk.cancel(orderId))),
    desk.run(),
    other.runDue(desk.time.now),
  ])
  await desk.run()
  let filled = 0
  for (const [i, orderId] of orders.entries()) {
    const { status, tradeId } = await desk.order(orderId)
    const answer = answers[i]!
    if (answer.status === 200) expect([answer.body.status, status, tradeId]).toEqual(['Cancelled', 'Cancelled', null])
    else {
      filled++
      expect([answer.status, answer.body.code, answer.body.params]).toEqual([
        409,
        'order_not_cancellable',
        { status: 'Filled' },
      ])
      expect([status, typeof tradeId]).toEqual(['Filled', 'string'])
    }
  }
  expect((await desk.get('/v1/fx/trades?limit=500')).body.data).toHaveLength(filled)
  expect((await auditLedger(db, () => {}, AUDITS)).findings).toEqual([])
})

test('an order is filled once when two processes look at the market and run jobs at the same time', async () => {
  const desk = await fundedDesk()
  const orders = await Promise.all(Array.from({ length: 12 }, () => desk.placed({ amount: '100.00' })))
  setMiddle(desk.market, '1.14000')
  const [one, other] = [desk.newWorker(), desk.newWorker()]
  await Promise.all([one.runDue(desk.time.now), other.runDue(desk.time.now), desk.run()])
  await desk.run()
  const read = await Promise.all(orders.map((orderId) => desk.order(orderId)))
  expect(read.map(({ status }) => status)).toEqual(orders.map(() => 'Filled'))
  expect((await desk.get('/v1/fx/trades?limit=500')).body.data).toHaveLength(orders.length)
  expect((await desk.events()).filter((type) => type === 'order.triggered')).toHaveLength(orders.length)
})

/** Resolves once a number of sessions wait for locks. */
async function untilWaiting(sessions: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0]!.waiting
  }
  await expect.poll(waiting).toBe(sessions)
}

/** Runs two steps while a row is locked for which the first one waits; the second begins then, and waits for the first. */
async function whileLocked<A, B>(
  { row, values }: { row: string; values: unknown[] },
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    expect((await client.query(`${row} for update`, values)).rowCount).toBe(1)
    const firstly = first()
    await untilWaiting(1)
    const secondly = second()
    await untilWaiting(2)
    await client.query('rollback')
    return await Promise.all([firstly, secondly])
  } finally {
    client.release()
  }
}

test('a cancellation that comes during a fill waits for it, and is rejected', async () => {
  const desk = await fundedDesk()
  const orderId = await desk.placed()
  setMiddle(desk.market, '1.14000')
  const beforePosting = {
    row: 'select 1 from balances where entity_id = $1 and account_id = $2',
    values: [desk.entityId, desk.account('USD').accountId],
  }
  const [, cancelled] = await whileLocked(beforePosting, desk.run, () => desk.cancel(orderId))
  expect([cancelled.status, cancelled.body.code, cancelled.body.params]).toEqual([
    409,
    'order_not_cancellable',
    { status: 'Filled' },
  ])
  expect((await desk.order(orderId)).status).toBe('Filled')
})

test('a fill that comes during a cancellation waits for it, and deals nothing', async () => {
  const desk = await fundedDesk()
  const orderId = await desk.placed()
  setMiddle(desk.market, '1.14000')
  await lookAtMarket({ db, sources: desk.sources }, desk.time.now)
  const beforeCommit = {
    row: `select 1 from due_work where entity_id = $1 and kind = 'order.expire'`,
    values: [desk.entityId],
  }
  const [cancelled] = await whileLocked(beforeCommit, () => desk.cancel(orderId), desk.run)
  await desk.run()
  const { status, tradeId } = await desk.order(orderId)
  expect([cancelled.status, status, tradeId]).toEqual([200, 'Cancelled', null])
  expect((await desk.get('/v1/fx/trades')).body.data).toEqual([])
})

test('a fill that fails in its last step leaves nothing, and its retry fills the order once', async () => {
  const desk = await fundedDesk()
  const orderId = await desk.placed()
  const before = await desk.balances()
  await db.pool.query(
    `create function fail_fill() returns trigger language plpgsql as $$ begin raise exception 'the process dies'; end $$;
      create trigger fail_fill before update on fx_orders for each row when (new.status = 'Filled') execute function fail_fill()`,
  )
  try {
    await expect(desk.moveTo('1.14000')).rejects.toThrow('the process dies')
    expect(await desk.order(orderId)).toMatchObject({ status: 'Active', triggeredAt: null, tradeId: null })
    expect(await desk.balances()).toEqual(before)
    expect((await desk.get('/v1/fx/trades')).body.data).toEqual([])
  } finally {
    await db.pool.query('drop trigger fail_fill on fx_orders; drop function fail_fill')
  }
  await db.pool.query('update due_work set retry_at = null where entity_id = $1', [desk.entityId])
  await desk.run()
  expect((await desk.order(orderId)).status).toBe('Filled')
  expect((await desk.get('/v1/fx/trades')).body.data).toHaveLength(1)
  expect((await auditLedger(db, () => {}, AUDITS)).findings).toEqual([])
})
