import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { pain001, transfer } from '../../../test/support/pain001.ts'
import { openPayments } from '../../../test/support/payment-service.ts'

const db = await testDatabase()
const URL = '/v1/payment-batches'

test('a strict batch by its query is not made partial by its body', async () => {
  const service = await openPayments(db, 'RM')
  const items = [service.order()]
  const order = { mode: 'Partial', name: 'Body', clientReference: 'BODY', items }
  const { status, body } = await service.post(`${URL}?mode=Strict&name=Query&clientReference=Q`, order)
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([
    { pointer: '?mode', code: 'value_invalid', message: expect.stringMatching(/Strict.*Partial/) },
    { pointer: '?name', message: expect.stringMatching(/Query.*Body/) },
    { pointer: '?clientReference', message: expect.stringMatching(/Q .*BODY/) },
  ])
  const dryRun = await service.post(`${URL}?mode=Strict&dryRun=true`, order)
  expect(dryRun).toMatchObject({ status: 400, body: { errors: [{ pointer: '?mode' }] } })
  const same = await service.post(`${URL}?mode=partial&name=Body&clientReference=BODY`, order)
  expect(same).toMatchObject({ status: 202, body: { mode: 'Partial', clientReference: 'BODY' } })
})

test('a pain.001 is not known by its MsgId where the query gives another reference', async () => {
  const service = await openPayments(db, 'RM')
  const send = (query: string) =>
    service.post(`${URL}${query}`, pain001([transfer({ amount: '20.00' })]), { 'content-type': 'application/xml' })
  expect(await send('?clientReference=OTHER')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '?clientReference', message: expect.stringMatching(/OTHER.*MsgId.*MSG-1/) }] },
  })
  expect(await send('?clientReference=MSG-1&mode=Partial')).toMatchObject({ status: 202 })
})
