import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService, payees } from '../../../test/support/payment-service.ts'

const db = await testDatabase({ poolSize: 12 })
const URL = '/v1/payment-batches'

async function open(kind: 'RM' | 'ABS' = 'RM', money = 1_000_000_00n) {
  const service = await openPayments(db, kind)
  await service.fund('EUR', money)
  await service.settle()
  return service
}

const items = (service: PaymentService, count: number, change: (line: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => service.order({ amount: '10.00', ...change(i + 1) }))

/** Sends a batch and returns it after its job. */
async function send(service: PaymentService, orders: readonly object[], query = '') {
  const { body } = await service.post(`${URL}${query}`, { items: orders })
  await service.settle()
  return query === '' ? (await service.get(`${URL}/${body.batchId}`)).body : body
}

const itemsOf = async (service: PaymentService, batchId: string, status: string) =>
  (await service.get(`${URL}/${batchId}/items?status=${status}&limit=100`)).body.data

test('a strict batch that repeats used references makes no payment, and reports each of them', async () => {
  const service = await open()
  for (const clientReference of ['used-34', 'used-40', 'used-79']) {
    expect((await service.create({ clientReference, amount: '1.00' })).status).toBe(201)
  }
  await service.settle()
  const isUsed = (line: number) => [34, 40, 79].includes(line)
  const orders = items(service, 80, (line) => ({ clientReference: `${isUsed(line) ? 'used' : 'new'}-${line}` }))
  const counts = { invalid: 3, skipped: 77, undone: 0, created: 0 }
  expect(await send(service, orders, '?dryRun=true')).toMatchObject({ status: 'Rejected', counts })
  const batch = await send(service, orders)
  expect(batch).toMatchObject({ status: 'Rejected', counts, payments: {} })
  const invalid = await itemsOf(service, batch.batchId, 'Invalid')
  expect(invalid.map(({ line }: { line: number }) => line)).toEqual([34, 40, 79])
  for (const { errors } of invalid)
    expect(errors).toMatchObject([{ pointer: '/clientReference', code: 'duplicate_client_reference' }])
})

test('a strict batch that pays a payee deleted just before makes no payment', async () => {
  const service = await open()
  const { body } = await service.post('/v1/beneficiaries', {
    entityId: service.wireEntity,
    ...payees.EUR,
    name: 'Leaving GmbH',
  })
  expect((await service.create({ beneficiaryId: body.beneficiaryId })).status).toBe(201)
  await service.settle()
  await service.advance(60_000)
  expect((await service.delete(`/v1/beneficiaries/${body.beneficiaryId}`)).status).toBe(204)
  const batch = await send(
    service,
    items(service, 40, (line) => (line === 40 ? { beneficiaryId: body.beneficiaryId } : {})),
  )
  expect(batch).toMatchObject({ status: 'Rejected', counts: { invalid: 1, skipped: 39, undone: 0 }, payments: {} })
})
