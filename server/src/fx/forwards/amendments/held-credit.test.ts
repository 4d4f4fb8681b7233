import { describe, expect, test } from 'vitest'
import { errorCode } from '../../../../test/support/codes.ts'
import { operatorAct } from '../../../../test/support/clients.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { changeFacility } from '../../../credit/facilities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'

const db = await testDatabase()
const PART = { currency: 'EUR', amount: '200000.00' }
const SHORTER = { type: 'BringForward', newValueDate: '2027-01-25' }
const LONGER = { type: 'Extend', newValueDate: '2027-03-24' }

type Changes = Parameters<typeof changeFacility>[2]
const change = async (desk: ForwardDesk, changes: Changes) => {
  const { data } = (await desk.get('/v1/credit/facilities')).body
  const facility = { entityId: desk.entityId, facilityId: parseId('fac', data[0].facilityId)! }
  await inTransaction(db, (tx) => changeFacility(tx, facility, changes, operatorAct))
}
const book = async (desk: ForwardDesk, tradeId: string, order: object) => {
  const quote = await desk.amend(tradeId, order)
  expect([quote.status, quote.body.code]).toEqual([201, undefined])
  return desk.bookAmendment(tradeId, quote.body.quoteId)
}

describe.each<[string, Changes, string]>([
  ['the limit is below the open deals', { limitMinor: 100_000n }, 'credit_limit_exceeded'],
  ['the facility is suspended', { status: 'Suspended' }, 'credit_facility_not_active'],
  ['the facility is expired', { status: 'Expired' }, 'credit_facility_not_active'],
])('while %s', (_when, changes, code) => {
  test.each([
    ['split', { type: 'Split', ...PART }],
    ['brought forward in part', { ...SHORTER, ...PART }],
    ['brought forward', SHORTER],
  ])('an open forward is %s: it needs no credit that it does not have', async (_how, order) => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward()
    const before = await desk.read(tradeId)
    await change(desk, changes)
    const booked = await book(desk, tradeId, order)
    expect([booked.status, booked.body.code]).toEqual([201, undefined])
    const { newTradeId } = booked.body
    expect((await desk.read(newTradeId)).forward).toMatchObject({
      facilityId: before.forward.facilityId,
      creditTermId: before.forward.creditTermId,
      initialMarginStatus: 'NotRequired',
    })
  })

  test('it is not extended', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward()
    await change(desk, changes)
    const { status, body } = await desk.amend(tradeId, LONGER)
    expect([status, errorCode(body)]).toEqual([422, code])
  })
})

test('permittedActions names no extension while the facility allows no new deals', async () => {
  const desk = await openForwardDesk(db)
  const { tradeId } = await desk.forward({ forwardType: 'Open' })
  const extend = async () => {
    const { permittedActions } = (await desk.read(tradeId)).forward
    return permittedActions.find(({ action }: { action: string }) => action === 'extend')
  }
  await change(desk, { status: 'Suspended' })
  expect(await extend()).toMatchObject({ permitted: false, reason: { code: 'credit_facility_not_active' } })
  await change(desk, { status: 'Active' })
  expect(await extend()).toEqual({ action: 'extend', permitted: true, reason: null })
})

test('an amendment is no news of a threshold that the utilisation had reached before', async () => {
  const desk = await openForwardDesk(db)
  const reached = async () => (await desk.events()).filter((type) => type === 'creditFacility.thresholdReached')
  const { tradeId } = await desk.forward({ amount: '2000000.00' })
  expect(await reached()).toEqual(['creditFacility.thresholdReached'])
  expect((await book(desk, tradeId, { type: 'Split', currency: 'EUR', amount: '1000000.00' })).status).toBe(201)
  await desk.fund('USD', 100_000_000n)
  expect((await book(desk, tradeId, { ...LONGER, currency: 'EUR', amount: '500000.00' })).status).toBe(201)
  expect((await book(desk, tradeId, SHORTER)).status).toBe(201)
  expect(await reached()).toEqual(['creditFacility.thresholdReached'])
})
