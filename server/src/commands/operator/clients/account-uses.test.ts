import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { openPayments, type PaymentService } from '../../../../test/support/payment-service.ts'
import { setAccountStatus } from '../../../accounts/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../../kernel/values/house.ts'
import { assignFunds, receiveFunds } from '../../../payments/inbound/index.ts'
import { manualRail, type RailReport, receiveReport } from '../../../payments/rails/index.ts'
import { findAccountUses } from './account-uses.ts'

const db = await testDatabase()

const actOf = ({ time }: PaymentService) => ({ actor: { type: 'operator' as const }, at: time.now, wall: time.now })

const close = (service: PaymentService) =>
  inTransaction(db, (tx) =>
    setAccountStatus(tx, service.uuid(service.account['GBP']!), 'Closed', {
      ...actOf(service),
      findUses: findAccountUses,
    }),
  )

/** A payment of all the money of an account, which its bank has settled. */
async function settledPayment() {
  const service = await openPayments(db, 'RM', { rail: manualRail })
  await service.fund('GBP', 100_00n)
  const { body } = await service.create({ amount: '100.00' }, 'GBP')
  await service.settle()
  const report = (status: RailReport['status'], more: Partial<RailReport> = {}) =>
    inTransaction(db, (tx) =>
      receiveReport(tx, { uetr: body.uetr, railRef: status, status, at: service.time.now, ...more }),
    )
  await expect(close(service)).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [body.paymentId] } })
  await report('Completed')
  await service.settle()
  return { service, paymentId: body.paymentId as string, report }
}

test('an account is not closed while the bank has yet to answer the recall of a payment', async () => {
  const { service, paymentId, report } = await settledPayment()
  await service.post(`/v1/payments/${paymentId}/recall`, { reason: 'DUPL' })
  await service.settle()
  await expect(close(service)).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [paymentId] } })
  await report('RecallRefused')
  await service.settle()
  await close(service)
})

test('an account is not closed between the receipt and the booking of a return', async () => {
  const { service, paymentId, report } = await settledPayment()
  await report('Returned')
  await expect(close(service)).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [paymentId] } })
  await service.settle()
  expect((await service.balance('GBP')).balance).toBe(100_00n)
  await expect(close(service)).rejects.toMatchObject({ code: 'account_not_empty' })
})

test('an account is not closed while a report that contradicts its payment waits for an operator', async () => {
  const { service, paymentId, report } = await settledPayment()
  await report('Failed')
  await service.settle()
  await expect(close(service)).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [paymentId] } })
})

test('an account is not closed while a batch that pays from it is checked', async () => {
  const service = await openPayments(db, 'RM')
  const order = service.order({ amount: '10.00' }, 'GBP')
  const { body } = await service.post('/v1/payment-batches', { items: [order] })
  await expect(close(service)).rejects.toMatchObject({ code: 'account_in_use', params: { uses: [body.batchId] } })
  await service.settle()
})

test('an account is not closed while money that an operator assigned to it is on its way', async () => {
  const service = await openPayments(db, 'RM')
  const act = actOf(service)
  const { inboundPaymentId } = await inTransaction(db, (tx) =>
    receiveFunds(tx, { account: undefined, currency: 'GBP', amountMinor: 10_00n }, act),
  )
  const account = { entityId: service.entityId, accountId: service.uuid(service.account['GBP']!), currency: 'GBP' }
  const assigned = await assignFunds(db, inboundPaymentId, account, act)
  await db.pool.query(
    'update inbound_assignments set completed_at = null where entity_id = $1 and inbound_payment_id = $2',
    [HOUSE_ENTITY_ID, inboundPaymentId],
  ) // as it is before the second of its two transactions
  const uses = await findAccountUses(db.reader, service.entityId, account.accountId)
  expect(uses).toEqual([expect.stringMatching(/^inp_/)])
  expect(assigned).toBeDefined()
})

const forwards = await testDatabase()
test('initial margin that is no longer due does not keep its account open', async () => {
  const desk = await openForwardDesk(forwards, { term: { initialMarginWaived: false } })
  const usesOf = () => findAccountUses(forwards.reader, desk.entityId, desk.account('USD').accountId)
  const { tradeId, status } = await desk.forward({ amount: '1000.00' })
  expect(status).toBe('AwaitingInitialMargin')
  expect(await usesOf()).toContain(tradeId)
  const { quoteId } = (await desk.amend(tradeId, { type: 'CloseOut' })).body
  const { closeOutTradeId } = (await desk.bookAmendment(tradeId, quoteId)).body
  expect(await usesOf()).toEqual([closeOutTradeId])
  await desk.fund('USD', 1_000_00n) // pays the loss
  await desk.advance('2026-11-20T10:00:01.000Z')
  expect((await desk.margin(tradeId)).outstanding).toBe('0.00')
  expect(await usesOf()).toEqual([])
})
