import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { manualRail, type RailReport, receiveReport } from '../rails/index.ts'

const db = await testDatabase({ poolSize: 4 })

const STATUSES = ['Sent', 'Completed', 'Failed', 'Returned'] as const

/** Every sequence of so many reports, repetitions included. */
const sequences = (length: number): RailReport['status'][][] =>
  length === 0 ? [[]] : sequences(length - 1).flatMap((rest) => STATUSES.map((status) => [...rest, status]))

/** Makes a payment for each sequence, and applies its reports, which are all due when a worker looks. */
async function reported(isAlone: boolean, orders: readonly RailReport['status'][][]) {
  const service = await openPayments(db, 'RM', { rail: manualRail, ...(isAlone && { wrap: (handler) => handler }) })
  await service.fund('EUR', 100_000_00n)
  const payments: { paymentId: string; uetr: string }[] = []
  for (const _ of orders) payments.push((await service.create()).body)
  await service.settle()
  for (const [i, order] of orders.entries()) {
    for (const [n, status] of order.entries()) {
      const at = new Date(service.time.now.getTime() + (n + 1) * 1000)
      await inTransaction(db, (tx) =>
        receiveReport(tx, { uetr: payments[i]!.uetr, railRef: `${n} ${status}`, status, at }),
      )
    }
  }
  service.time.now = new Date(service.time.now.getTime() + 60_000)
  const before = service.jobsRun()
  await service.settle()
  expect(service.failures).toEqual([])
  return { states: await statesOf(service.entityId), book: await service.book(), jobs: service.jobsRun() - before }
}

async function statesOf(entityId: string) {
  const { rows } = await db.pool.query(
    `select p.status, p.status_reason as reason, p.returned_minor as returned, p.version,
        (select array_agg(h.status order by h.version) from payment_history h where h.entity_id = p.entity_id and h.payment_id = p.payment_id) as path,
        (select array_agg(m.status || ' ' || m.outcome order by m.received_at) from rail_messages m
          where m.entity_id = p.entity_id and m.payment_id = p.payment_id) as reports,
        (select array_agg(c.kind || ' ' || c.direction || ' ' || c.amount_minor order by c.contradiction_id) from contradictory_reports c
          where c.entity_id = p.entity_id and c.payment_id = p.payment_id) as listed
      from payments p where p.entity_id = $1 order by p.payment_id`,
    [entityId],
  )
  return rows
}

test('reports in any order leave the same state, money and work list in a set as alone', async () => {
  const orders = [...sequences(2), ...sequences(3)]
  const [set, alone] = [await reported(false, orders), await reported(true, orders)]
  const named = (states: object[]) => states.map((state, i) => ({ of: orders[i]!.join(', '), ...state }))
  expect(named(set.states)).toEqual(named(alone.states))
  expect(set.book).toEqual(alone.book)
  expect(set.jobs).toBeLessThan(alone.jobs)
}, 120_000)
