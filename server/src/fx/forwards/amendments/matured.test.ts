import { expect, test } from 'vitest'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { givenPolicy } from '../../../../test/support/four-eyes.ts'

const db = await testDatabase()

/** A forward whose value date is over, before the job that watches it has run; a policy asks for approval of trades. */
async function givenMatured(fundsDelivery: 'Deliverable' | 'NonDeliverable') {
  const desk = await openForwardDesk(db)
  await desk.fund('USD', 200_000_000n)
  const { tradeId, cutOffAt } = await desk.forward({ valueDate: '2026-12-08', amount: '1000.00' }, { fundsDelivery })
  await givenPolicy(db, desk)
  desk.time.now = new Date(Date.parse(cutOffAt) - 1000)
  const early = await desk.amend(tradeId, { type: 'Split', amount: '400.00' })
  expect(early.status).toBe(201)
  desk.time.now = new Date(cutOffAt)
  return { desk, tradeId, early: early.body.quoteId as string }
}

test('a matured non-deliverable forward is left to its cash settlement: the client can no longer amend it', async () => {
  const { desk, tradeId, early } = await givenMatured('NonDeliverable')
  for (const order of [
    { type: 'CloseOut' },
    { type: 'Split', amount: '400.00' },
    { type: 'Extend', newValueDate: '2027-01-25' },
  ]) {
    const { status, body } = await desk.amend(tradeId, order)
    expect([status, errorCode(body)]).toEqual([422, 'forward_not_deliverable'])
  }
  expect(errorCode((await desk.bookAmendment(tradeId, early)).body)).toBe('forward_not_deliverable')
  const { status, forward } = await desk.read(tradeId)
  expect(status).toBe('Open')
  for (const { permitted, reason } of forward.permittedActions) {
    expect([permitted, reason?.code]).toEqual([false, 'forward_not_deliverable'])
  }
})

test('an amendment whose approval deadline has passed is rejected', async () => {
  const { desk, tradeId, early } = await givenMatured('Deliverable')
  const { status, body } = await desk.bookAmendment(tradeId, early)
  expect([status, errorCode(body)]).toEqual([422, 'forward_matured'])
  const closing = await desk.amend(tradeId, { type: 'CloseOut' })
  expect((await desk.bookAmendment(tradeId, closing.body.quoteId)).body.status).toBe('PendingApproval')
})
