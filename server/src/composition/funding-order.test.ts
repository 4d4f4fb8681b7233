import { expect, test } from 'vitest'
import { openCreditDesk } from '../../test/support/credit.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments } from '../../test/support/payment-service.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { manualRail, type RailReport, receiveReport } from '../payments/rails/index.ts'

const db = await testDatabase({ poolSize: 6 })
const NOW = '2026-11-25T10:00:00.000Z'

/**
 * Sets up an entity with an open margin call for GBP 2,500, collected from its account, whose money is distributed in
 * the order of the service.
 */
async function given(balanceMinor: bigint) {
  const service = await openPayments(db, 'RM', { rail: manualRail, now: NOW })
  const desk = await openCreditDesk(db, { mids: { GBP: '1.30' }, now: NOW, entityId: service.entityId })
  const work = async () => {
    await service.settle()
    expect(service.failures).toEqual([])
  }
  const pay = async (amount: string) => {
    const { body } = await service.create({ amount, paymentDate: NOW.slice(0, 10) }, 'GBP')
    await work()
    return body
  }
  const receive = async (minor: bigint) => {
    await service.fund('GBP', minor)
    await work()
  }
  if (balanceMinor > 0n) await receive(balanceMinor)
  const callMargin = async () => {
    await desk.reserve()
    desk.market.set('GBP', '1.3325')
    const [call] = (await desk.run()).body.issued
    return async () => (await desk.get(`/v1/credit/margin-calls/${call.marginCallId}`)).body
  }
  const report = async (uetr: string, status: RailReport['status'], more: Partial<RailReport> = {}) => {
    await inTransaction(db, (tx) => receiveReport(tx, { uetr, railRef: status, status, at: service.time.now, ...more }))
    await work()
  }
  return { service, desk, pay, receive, callMargin, report }
}

test('a payment that waits does not leave with money that an open margin call needs', async () => {
  const { service, desk, pay, receive, callMargin } = await given(0n)
  const { paymentId } = await pay('300.00') // waits before the call is made
  const call = await callMargin()
  expect((await service.read(paymentId)).status).toBe('AwaitingFunds')
  await receive(2_600_00n)
  expect(await call()).toMatchObject({ status: 'Met', outstanding: '0.00' })
  expect((await service.read(paymentId)).status).toBe('AwaitingFunds')
  expect(await desk.balances()).toMatchObject({ 'client:GBP': 100_00n, 'margin:GBP': 2_500_00n })
  await receive(200_00n)
  expect((await service.read(paymentId)).status).toBe('Submitted')
})

test('a payment that is returned does not leave an open margin call unpaid', async () => {
  const { service, desk, pay, callMargin, report } = await given(3_000_00n)
  const { paymentId, uetr } = await pay('3000.00')
  await report(uetr, 'Completed')
  const call = await callMargin()
  expect(await call()).toMatchObject({ status: 'Issued', outstanding: '2500.00' })
  await report(uetr, 'Returned', { reason: 'AC04' })
  expect((await service.read(paymentId)).status).toBe('Returned')
  expect(await call()).toMatchObject({ status: 'Met', outstanding: '0.00' })
  expect(await desk.balances()).toMatchObject({ 'client:GBP': 500_00n, 'margin:GBP': 2_500_00n })
})
