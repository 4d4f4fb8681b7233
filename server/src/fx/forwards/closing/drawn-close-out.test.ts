import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'

const minor = (amount: string) => BigInt(amount.replace('.', ''))
const payee = {
  name: 'Muster Maschinenbau GmbH',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
  countryCode: 'DE',
  bankCountryCode: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
}
const payment = (amount: string) => ({ amount, creditorAccount: payee, reference: 'Invoice 7' })

const TERMS = {
  overdueAction: 'CloseOut',
  overdueGraceHours: 0,
  marginMethod: 'NetPosition',
  callBasis: 'NetMtmAbsolute',
  thresholdMinor: 100_000n,
  callMinor: 100_000n,
} as const

test('a close-out of forwards with several drawdowns cancels their payments and frees all money held for them', async () => {
  const desk = await openForwardDesk(await testDatabase(), { facility: TERMS })
  await desk.fund('USD', 10_000_000n)
  const forward = async () => (await desk.forward({ forwardType: 'Open' })).tradeId as string
  const draw = async (tradeId: string, more: object = {}) => {
    const { status, body } = await desk.draw(tradeId, '1000.00', { valueDate: '2026-12-04', ...more })
    expect(status).toBe(201)
    return body
  }
  const first = await forward()
  const drawn = [await draw(first, { payments: [payment('10.00')] })]
  const second = await forward()
  drawn.push(await draw(second, { payments: [payment('20.00')] }))
  drawn.push(await draw(first, { payments: [payment('30.00'), payment('40.00')] }))
  const wired = await draw(first, { fundingMethod: 'WireTransfer', payments: [payment('50.00')] })
  await desk.receive('USD', minor(wired.sellAmount))
  drawn.push(wired, await draw(second))
  const held = async () => (await desk.balances())['client:USD']
  const all = 10_000_000n + minor(wired.sellAmount)
  expect(await held()).toEqual([all, minor(wired.sellAmount)])
  desk.market.prices = { EUR: ['1.10990', '1.11000', '1.11010'] }
  await desk.advance('2026-11-24T20:00:00.000Z')
  for (const tradeId of [first, second]) expect((await desk.read(tradeId)).status).toBe('ClosedOut')
  for (const { drawdownId, paymentIds } of drawn) {
    expect((await desk.trade(drawdownId)).status).toBe('Cancelled')
    for (const paymentId of paymentIds ?? [])
      expect((await desk.get(`/v1/payments/${paymentId}`)).body).toMatchObject({
        status: 'Cancelled',
        statusReason: { code: 'TradeCancelled' },
      })
  }
  expect(await held()).toEqual(expect.any(BigInt)) // nothing is held any more
})

test('a drawdown by wire is cancelled with its payment, and its wire is free again', async () => {
  const desk = await openForwardDesk(await testDatabase())
  const { tradeId } = await desk.forward({ forwardType: 'Open' })
  const order = {
    fundingMethod: 'WireTransfer',
    valueDate: '2026-12-04',
    payments: [payment('50.00'), payment('1.00')],
  }
  const { drawdownId, sellAmount } = (await desk.draw(tradeId, '1000.00', order)).body
  await desk.receive('USD', minor(sellAmount))
  expect((await desk.cancel(drawdownId)).status).toBe(200)
  expect((await desk.balances())['client:USD']).toBe(minor(sellAmount))
})
