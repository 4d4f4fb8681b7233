import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { pain001, transfer } from '../../../test/support/pain001.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { findAccount } from '../../accounts/index.ts'

const db = await testDatabase()
const URL = '/v1/payment-batches'

test('an end-to-end id of a pain.001 that banks would change is an error of its item', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 100_00n)
  await service.settle()
  const { iban } = (await findAccount(db.reader, service.entityId, service.uuid(service.account['EUR']!)))!
  const xml = pain001(
    ['Rechnung Müller', 'A//B', 'INV-7'].map((endToEndId) => transfer({ endToEndId })),
    { debtorIban: iban },
  )
  const { body } = await service.post(`${URL}?mode=Partial`, xml, { 'content-type': 'application/xml' })
  await service.settle()
  const [umlaut, slashes, plain] = (await service.get(`${URL}/${body.batchId}/items`)).body.data
  for (const item of [umlaut, slashes]) {
    expect(item).toMatchObject({
      status: 'Invalid',
      errors: [{ pointer: '/endToEndId', code: 'end_to_end_id_invalid', params: { limit: 35, rail: 'Sepa' } }],
    })
  }
  expect(plain).toMatchObject({ status: 'Created', errors: [] })
})
