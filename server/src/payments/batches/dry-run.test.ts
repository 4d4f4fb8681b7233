import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { givenTrade } from '../../../test/support/given-trade.ts'
import { whileLocked } from '../../../test/support/held-lock.ts'
import { openPayments, payees } from '../../../test/support/payment-service.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { setPolicy } from '../../approvals/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'

const db = await testDatabase({ poolSize: 12 })
const URL = '/v1/payment-batches'
const MONDAY = '2026-11-23'

/** An entity with 150.00 EUR, a trade that buys 40.00 EUR for Monday, and a daily limit of 250.00. */
async function open(kind: 'RM' | 'ABS') {
  const service = await openPayments(db, kind, { limits: { dailyPaymentMinor: 250_00n } })
  await service.fund('EUR', 150_00n)
  await service.settle()
  const legs = { buyMinor: 40_00n, sellMinor: 46_40n, costMinor: 46_40n }
  const tradeId = await givenTrade(db, service, legs)
  const dry = async (items: unknown[], more: object = {}) =>
    (await service.post(`${URL}?dryRun=true`, { items, ...more })).body
  return { ...service, tradeId, dry }
}

/** A payment that was made may have gone on by the time it is read. */
const inFirstState = (payments: Record<string, number>) => {
  const { Rejected = 0, AwaitingFunds = 0, Scheduled = 0, PendingApproval = 0, Cancelled = 0, ...gone } = payments
  const held = Object.values(gone).reduce((sum, count) => sum + count, 0)
  return { Rejected, AwaitingFunds, Scheduled, PendingApproval, Cancelled, held }
}

test('for any batch a dry run predicts its result, counting the money, limits and trades that items share', async () => {
  const change = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.constant({ paymentDate: MONDAY }) },
    { weight: 2, arbitrary: fc.constant({ paymentDate: MONDAY, tradeId: 'the trade' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ amount: '0' }, { reference: '#APPROVE' }, { amount: '1.001' }, { reference: 7 }),
    },
  )
  const items = fc.array(fc.record({ cents: fc.integer({ min: 5_00, max: 25_00 }), change }), {
    minLength: 3,
    maxLength: 80, // more than the job makes at once
    size: 'max',
  })
  const mode = fc.constantFrom('Strict', 'Partial')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('RM', 'ABS'), mode, items, async (kind, how, given) => {
      const service = await open(kind as 'RM')
      const orders = given.map(({ cents, change: own }) =>
        service.order({
          amount: (cents / 100).toFixed(2),
          ...own,
          ...('tradeId' in own ? { tradeId: service.tradeId } : {}),
        }),
      )
      const dry = await service.dry(orders, { mode: how })
      const { body: sent } = await service.post(URL, { items: orders, mode: how })
      await service.settle()
      const made = (await service.get(`${URL}/${sent.batchId}`)).body
      const { data } = (await service.get(`${URL}/${sent.batchId}/items?limit=100`)).body
      const shown = (batch: Record<string, unknown>) => ({
        ...Object.fromEntries(['status', 'counts', 'totals', 'progress', 'version'].map((name) => [name, batch[name]])),
        payments: inFirstState(batch['payments'] as Record<string, number>),
      })
      expect(shown(dry)).toEqual(shown(made))
      const told = (list: { line: number; errors: unknown[] }[]) =>
        list.filter(({ errors }) => errors.length > 0).map(({ line, errors }) => ({ line, errors }))
      expect(dry.errors).toEqual(told(data))
      expect(service.failures).toEqual([])
    }),
    { numRuns: 20, endOnFailure: true }, // each run is a batch and a half of work: shrinking would take minutes
  )
}, 120_000)

test('a long dry run delays no other request: it locks no account, counter, payee, trade or client reference', async () => {
  const service = await open('RM')
  const late = (
    await service.post('/v1/beneficiaries', { entityId: service.wireEntity, ...payees.EUR, name: 'Second Looms GmbH' })
  ).body
  const orders = Array.from({ length: 40 }, (_, i) =>
    service.order({
      amount: '1.00',
      ...(i < 25 ? { paymentDate: MONDAY, tradeId: service.tradeId } : { beneficiaryId: late.beneficiaryId }),
    }),
  )
  const tried = await whileLocked(
    db,
    ['select 1 from beneficiaries where beneficiary_id = $1 for update', service.uuid(late.beneficiaryId)],
    () => service.dry(orders, { mode: 'Partial', clientReference: 'march' }),
    async () => {
      for (const table of ['balances', 'books', 'daily_usage', 'fx_trades'])
        await db.pool.query(`select 1 from ${table} where entity_id = $1 for update nowait`, [service.entityId])
      const payee = service.uuid(service.beneficiary['EUR']!)
      await db.pool.query('select 1 from beneficiaries where beneficiary_id = $1 for update nowait', [payee])
      expect(await service.create({ amount: '5.00' })).toMatchObject({ status: 201 })
      const sent = await service.post(URL, { items: [service.order()], clientReference: 'march' })
      expect(sent.status).toBe(202)
    },
  )
  expect(tried).toMatchObject({ dryRun: true, status: 'Completed', counts: { created: 40 } })
})

test('a dry run leaves nothing: no batch, payment, event, job or use of the limit', async () => {
  const service = await open('ABS')
  const tables = ['payment_batches', 'payment_batch_items', 'payments', 'events', 'due_work', 'holds', 'daily_usage']
  const counts = async () => {
    const counted = tables.map((table) => `(select count(*)::int from ${table} where entity_id = $1) as ${table}`)
    return (await db.pool.query(`select ${counted.join(', ')}`, [service.entityId])).rows[0]
  }
  const before = await counts()
  for (const mode of ['Strict', 'Partial'])
    await service.dry([service.order(), service.order({ amount: '140.00' })], { mode })
  expect(await counts()).toEqual(before)
})

test('a dry run rejects a client reference that a batch has', async () => {
  const service = await open('RM')
  const { body } = await service.post(URL, { items: [service.order()], clientReference: 'april' })
  expect(await service.dry([service.order()], { clientReference: 'april' })).toMatchObject({
    code: 'duplicate_client_reference',
    params: { existingId: body.batchId },
  })
})

test('a dry run does not promise payments that need approval because items to one account are split below the band', async () => {
  const service = await open('RM')
  const policy = { resource: 'Payment' as const, currency: 'EUR', fromMinor: 50_00n, belowMinor: null }
  await inTransaction(db, (tx) =>
    setPolicy(tx, service.entityId, { ...policy, newPayeeOnly: false, dailySum: true, steps: 1 }, operatorAct),
  )
  const inline = { beneficiaryId: undefined, creditorAccount: { ...payees.EUR, name: 'Same Account AG' } }
  const items = [{}, inline, {}, { paymentDate: MONDAY }].map((own) => service.order({ amount: '20.00', ...own }))
  const dry = await service.dry(items)
  const { body: sent } = await service.post(URL, { items })
  await service.settle()
  const made = (await service.get(`${URL}/${sent.batchId}`)).body
  expect(made.payments).toMatchObject({ PendingApproval: 1, Scheduled: 1 })
  expect(inFirstState(dry.payments)).toEqual(inFirstState(made.payments))
})
