import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { givenTrade } from '../../../test/support/given-trade.ts'
import { whileLocked } from '../../../test/support/held-lock.ts'
import { roundTripsOf } from '../../../test/support/round-trips.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { lockTrade, moveTrade } from '../../fx/trades/index.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import { receiveReport } from '../rails/service.ts'
import { listPayments } from './list.ts'
import { findPayments } from './queries.ts'
import { endedBeside } from './trade-use.ts'

const db = await testDatabase({ poolSize: 12 })

const settle = (service: PaymentService, tradeId: string) =>
  inTransaction(db, async (tx) => {
    const trade = (await lockTrade(tx, service.entityId, service.uuid(tradeId)))!
    const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
    const move = { from: ['Executed' as const], to: 'Settled' as const, event: 'trade.settled' as const }
    await moveTrade(tx, trade, move, act, { settlementJournalId: trade.tradeId })
  })

interface Shown {
  paymentId: string
  amount: string
  status: string
  returned: { amount: string } | null
  funds: { amount: string } | null
}
const NOT_USED = ['Rejected', 'Cancelled', 'Failed']
const minor = (amount: string) => Math.round(Number(amount) * 100)

const step = fc.record({
  /** Commands sent at the same time. */
  commands: fc.array(
    fc.oneof(
      fc.record({ pay: fc.integer({ min: 1, max: 1_000 }), reference: fc.constantFrom('x', '#FAIL:AC04', '#RETURN') }),
      fc.record({ cancel: fc.nat({ max: 20 }) }),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  seconds: fc.constantFrom(0, 0, 1, 3_600),
})

/** The number of connections that wait for a lock. */
async function waiting(): Promise<number> {
  const { rowCount } = await db.pool.query(`select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'`)
  return rowCount!
}

/** Scans of the payments' histories in a transaction so far. */
async function scans(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select (seq_scan + idx_scan)::int as count from pg_stat_xact_user_tables where relname = 'payment_history'`,
  )
  return rows[0]!.count
}

test('many ended payments out of one trade: a list and another payment read the history of each once or twice, not for each other', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
  const [entityId, count] = [service.entityId, 12]
  for (let i = 0; i < count; i++) {
    const { paymentId } = (await service.create({ tradeId, amount: '1000.00' })).body
    await service.post(`/v1/payments/${paymentId}/cancel`, {})
  }
  await inTransaction(db, async (tx) => {
    const before = await scans(tx)
    const listed = await listPayments(tx, [entityId], {}, { limit: 50, before: undefined })
    expect(listed.map(({ othersMinor }) => othersMinor)).toEqual(listed.map((_, later) => BigInt(later) * 1_000_00n))
    expect((await scans(tx)) - before).toBeLessThanOrEqual(2 * count)
    const { paymentId } = listed[0]!
    const beside = await endedBeside(tx, { entityId, tradeId: service.uuid(tradeId), paymentId })
    expect(beside.map(({ isLater }) => isLater)).toEqual(Array(count - 1).fill(false))
    expect((await scans(tx)) - before).toBeLessThanOrEqual(3 * count)
  })
})

test('a step of a trade shows its ended payments anew by reading the history of each once, and only those that have money of it', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
  const [entityId, count] = [service.entityId, 12]
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { paymentId } = (await service.create({ tradeId, amount: '1000.00' })).body
    await service.post(`/v1/payments/${paymentId}/cancel`, {})
    ids.push(paymentId)
  }
  await service.settle()
  await inTransaction(db, async (tx) => {
    const before = await scans(tx)
    const found = await findPayments(tx, entityId, ids.map(service.uuid))
    expect([...found.values()].filter(({ othersMinor }) => othersMinor === 0n)).toHaveLength(1)
    expect((await scans(tx)) - before).toBeLessThanOrEqual(2 * count)
  })
  const updates = () =>
    Promise.all(ids.map(async (id) => (await service.events(id)).filter((type) => type === 'payment.updated').length))
  const before = await updates()
  await settle(service, tradeId)
  const statements = (await roundTripsOf(() => service.settle())).flat()
  expect(statements.filter((name) => name === 'find-trade')).toHaveLength(1)
  const [last, ...others] = (await updates()).map((each, i) => each - before[i]!).toReversed()
  expect([last, others]).toEqual([1, others.map(() => 0)])
})

test('the last event of an ended payment has its money after a return that came beside a new payment of the trade', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
  await settle(service, tradeId)
  await service.fund('EUR', 5_000_00n)
  const pay = async (amount: string, reference: string, paymentDate = FRIDAY) =>
    (await service.create({ tradeId, amount, reference, paymentDate })).body as { paymentId: string; uetr: string }
  const returned = (uetr: string, railRef: string, amountMinor: bigint) =>
    inTransaction(db, (tx) =>
      receiveReport(tx, { uetr, railRef, status: 'Returned', amountMinor, at: service.time.now }),
    )
  const first = await pay('300.00', 'x')
  await service.advance(60_000)
  await returned(first.uetr, 'R-1', 100_00n)
  await service.advance(60_000)
  const second = await pay('300.00', '#FAIL:AC04')
  await service.advance(60_000)
  await pay('800.00', '#FAIL:AC04') // it has all that the second one left
  await service.advance(60_000)
  expect((await service.read(second.paymentId)).funds).toBeNull()
  await returned(first.uetr, 'R-2', 50_00n)
  let isSettled = false
  const run = await whileLocked(
    db,
    ['select 1 from daily_usage where entity_id = $1 for update', service.entityId],
    async () => ({ paid: pay('50.00', 'x', '2026-11-23') }), // it waits for its day, and locks no balance
    async () => {
      const settling = service.settle().then(() => (isSettled = true))
      await expect.poll(async () => isSettled || (await waiting()) > 1, { timeout: 30_000 }).toBe(true)
      void settling
    },
  )
  await run.paid
  await service.advance(60_000)
  const { data } = (await service.get('/v1/events?limit=500')).body
  const last = data.filter(({ resource }: { resource: { id: string } }) => resource.id === second.paymentId).at(-1)
  expect((await service.read(second.paymentId)).funds).toBeNull()
  expect(last.data.funds).toBeNull()
})

test('payments out of a trade, made and ended at the same time: each amount is stated once, and the last event has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 2, maxLength: 8 }), async (isSettled, steps) => {
      const service = await openPayments(db, 'RM')
      const tradeId = await givenTrade(db, service, { valueDate: FRIDAY }) // EUR 1,000.00
      if (isSettled) await settle(service, tradeId)
      await service.fund('EUR', 5_000_00n)
      const made: string[] = []
      for (const { commands, seconds } of steps) {
        await Promise.all(
          commands.map(async (command) => {
            if ('cancel' in command) {
              const paymentId = made[command.cancel % (made.length || 1)]
              if (paymentId) await service.post(`/v1/payments/${paymentId}/cancel`, {})
              return
            }
            const paymentDate = isSettled ? FRIDAY : '2026-11-23'
            const order = { tradeId, amount: `${command.pay}.00`, reference: command.reference, paymentDate }
            const { status, body } = await service.create(order)
            if (status === 201) made.push(body.paymentId)
          }),
        )
        if (seconds > 0) await service.advance(seconds * 1_000)
        else await service.settle()
        const { data } = (await service.get('/v1/payments?limit=200')).body as { data: Shown[] }
        const events = (await service.get('/v1/events?limit=500')).body.data as {
          resource: { id: string }
          data: Shown
        }[]
        let [used, bought, stated] = [0, 0, 0]
        for (const payment of data) {
          const { paymentId, amount, status, returned, funds } = payment
          const last = events.filter(({ resource }) => resource.id === paymentId).at(-1)!.data
          expect({ paymentId, status, funds: last.funds }).toEqual({ paymentId, status, funds })
          expect((await service.read(paymentId)).funds).toEqual(funds)
          const back = returned ? minor(returned.amount) : NOT_USED.includes(status) ? minor(amount) : 0
          used += minor(amount) - back
          bought += back
          stated += funds ? minor(funds.amount) : 0
        }
        expect(used).toBeLessThanOrEqual(1_000_00)
        expect(stated).toBe(Math.min(bought, 1_000_00 - used))
      }
      expect(service.failures).toEqual([])
    }),
    { numRuns: Number(process.env['RUNS'] ?? 8) },
  )
}, 240_000)
