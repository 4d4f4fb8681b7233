import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments } from '../../test/support/payment-service.ts'
import { Decimal } from '../kernel/values/rates.ts'

const db = await testDatabase()

/** Sets up payments to Kuwait from an entity with base currency GBP; the market has no rate for the dinar. */
async function given(referenceRates: Record<string, Decimal>, limits: object = {}) {
  const service = await openPayments(db, 'RM', {
    currencies: ['KWD'],
    referenceRates,
    limits,
    entity: { baseCurrency: 'GBP' },
  })
  await service.fund('KWD', 10_000_000n)
  const creditorAccount = {
    name: 'Gulf Trading Co',
    address: { line1: '1 Sharq', city: 'Kuwait City', countryCode: 'KW' },
    countryCode: 'KW',
    bankCountryCode: 'KW',
    currency: 'KWD',
    iban: 'KW81CBKU0000000000001234560101',
    bic: 'NBOKKWKW',
  }
  const create = (amount = '100.125') =>
    service.create(
      { beneficiaryId: undefined, creditorAccount, amount, paymentDate: '2026-11-23', purposeCode: 'SUPP' },
      'KWD',
    )
  return { service, create }
}
const DINAR = { KWD: new Decimal('0.3') }

test('without a reference rate a payment is rejected with the party that must act, and nothing is stored', async () => {
  const { service, create } = await given({})
  const { status, body } = await create()
  expect([status, body.code]).toEqual([422, 'amount_not_countable'])
  expect(body.detail ?? body.message).toContain('operator set-reference-rate --currency KWD')
  expect(await service.balance('KWD')).toEqual({ balance: 10_000_000n, held: 0n })
})

test('with one it is valued at it: 100.125 dinars at 0.3 to the dollar are 254.31 pounds', async () => {
  const { service, create } = await given(DINAR)
  const { status, body } = await create()
  expect([status, body.code]).toEqual([201, undefined])
  const { rows } = await db.pool.query('select base_minor as "baseMinor" from payments where payment_id = $1', [
    service.uuid(body.paymentId),
  ])
  expect(rows).toEqual([{ baseMinor: 254_31n }]) // 100.125 / 0.3 / 1.31240
})

test('the limits apply to that value', async () => {
  const { create } = await given(DINAR, { singlePaymentMinor: 254_30n })
  expect((await create()).body.code).toBe('amount_above_maximum')
  expect((await create('100.120')).status).toBe(201)
})
