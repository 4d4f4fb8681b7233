import { expect, test } from 'vitest'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'

/** Errors of what an order names come before errors of rules, so that a client corrects them in this order. */
const desk = await openForwardDesk(await testDatabase())
const { tradeId } = await desk.forward({ forwardType: 'Open', amount: '1000.00' })
const payTo = (named: object) => ({ payments: [{ amount: '9.00', reference: 'Invoice 7', ...named }] })
const balances = () =>
  desk.read(tradeId).then(({ forward, status }: { forward?: object; status: string }) => [status, forward])

test.each([
  ['trade_not_found', '1.00', { tradeId: 'trd_x', fundingMethod: 'Pre-Authorized Debit' }],
  ['beneficiary_not_found', '9999.00', payTo({ beneficiaryId: 'ben_x' })],
  ['beneficiary_not_found', '1.00', payTo({ creditorAccountId: 'ben_x' })],
  ['account_not_found', '1.00', payTo({ beneficiaryId: 'ben_x', accountId: 'acc_x' })],
])('%s of a drawdown of %s is reported although a rule rejects it too: %o', async (code, amount, more) => {
  const before = await balances()
  const { status, body } = await desk.draw(tradeId, amount, more)
  expect([status, errorCode(body)]).toEqual([404, code])
  expect(await balances()).toEqual(before)
})

test('all missing parts are reported together', async () => {
  const payments = [{ accountId: 'acc_x', beneficiaryId: 'ben_x' }, { beneficiaryId: 'ben_y' }]
  const orders = payments.map((named) => ({ amount: '9.00', reference: 'Invoice 7', ...named }))
  const { body } = await desk.draw(tradeId, '1.00', { payments: orders })
  expect(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
    ['/payments/0/accountId', 'account_not_found'],
    ['/payments/0/beneficiaryId', 'beneficiary_not_found'],
    ['/payments/1/beneficiaryId', 'beneficiary_not_found'],
  ])
})

test('the payments attached to a spot deal are looked up before its amounts are compared', async () => {
  const { quoteId } = (await desk.quote({ fixedSide: 'Sell', amount: '10.00' })).body
  const { status, body } = await desk.post('/v1/fx/trades/spot', {
    ...desk.wire,
    quoteId,
    payments: [{ amount: '9999.00', reference: 'Invoice 7', beneficiaryId: 'ben_x' }],
  })
  expect([status, errorCode(body)]).toEqual([404, 'beneficiary_not_found'])
})
