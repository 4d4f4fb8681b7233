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

test('a rejected strict batch can be corrected and sent again with the same references', async () => {
  const service = await open('ABS', 1_000_000_00n)
  const orders = (second: string) => [
    service.order({ amount: '600000.00', clientReference: 'A1' }),
    service.order({ amount: second, clientReference: 'A2' }),
  ]
  const rejected = await send(service, orders('600000.00'))
  expect(rejected).toMatchObject({ status: 'Rejected', counts: { invalid: 1, undone: 1 } })
  const again = await send(service, orders('500000.00'))
  expect(again).toMatchObject({ status: 'Rejected', counts: { invalid: 1, undone: 1 } })
  const corrected = await send(service, orders('100000.00'))
  expect(corrected).toMatchObject({ status: 'Completed', counts: { created: 2, invalid: 0 } })
  const [undone] = await itemsOf(service, rejected.batchId, 'Undone')
  expect(undone).toMatchObject({ clientReference: 'A1', paymentStatus: 'Cancelled' })
  expect((await service.read(undone.paymentId)).clientReference).toBeNull()
  const [made] = await itemsOf(service, corrected.batchId, 'Created')
  expect((await service.read(made.paymentId)).clientReference).toBe('A1')
  expect((await service.create({ clientReference: 'A1' })).body).toMatchObject({ code: 'duplicate_client_reference' })
})
