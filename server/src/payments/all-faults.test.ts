import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments } from '../../test/support/payment-service.ts'

const db = await testDatabase()
const rm = await openPayments(db, 'RM')
const wrong = { paymentDate: '2020-01-01', chargeBearer: 'OUR', reference: '東京' }
const pointersOf = ({ errors }: { errors: { pointer: string }[] }) => errors.map(({ pointer }) => pointer).sort()
const validate = async (change: object, currency = 'EUR') =>
  pointersOf((await rm.post('/v1/payments/validate', rm.order(change, currency))).body)

describe('every rule whose own inputs are readable judges', () => {
  test('an amount that cannot be read hides neither date nor charges nor reference', async () => {
    expect(await validate({ ...wrong, amount: '1.001' })).toEqual([
      '/amount',
      '/chargeBearer',
      '/paymentDate',
      '/reference',
    ])
  })

  test('nor does a payee that is not there', async () => {
    const nobody = 'ben_00000000000000000000000000'
    const found = await validate({ ...wrong, beneficiaryId: nobody, tradeId: 'trd_00000000000000000000000000' })
    expect(found).toEqual(['/beneficiaryId', '/paymentDate', '/reference', '/tradeId'])
  })

  test('what only some of the rails refuse is not said while the rail is not known', async () => {
    expect(await validate({ amount: '1.001', reference: '/a//b/' })).toEqual(['/amount'])
    expect(await validate({ amount: '1.001', reference: 'Invoice 7 of November 2026' }, 'GBP')).toEqual(['/amount'])
  })
})
