import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, payees } from '../../test/support/payment-service.ts'

const db = await testDatabase()
const rm = await openPayments(db, 'RM')
const wrong = { paymentDate: '2020-01-01', chargeBearer: 'OUR', reference: '東京' }
const pointersOf = ({ errors }: { errors: { pointer: string }[] }) => errors.map(({ pointer }) => pointer).sort()
const validate = async (change: object, currency = 'EUR') =>
  pointersOf((await rm.post('/v1/payments/validate', rm.order(change, currency))).body)

describe('rules report errors if all their inputs are valid', () => {
  test('an unreadable amount does not hide errors of date, charges and reference', async () => {
    expect(await validate({ ...wrong, amount: '1.001' })).toEqual([
      '/amount',
      '/chargeBearer',
      '/paymentDate',
      '/reference',
    ])
  })

  test('a missing payee does not hide errors of other fields', async () => {
    const nobody = 'ben_00000000000000000000000000'
    const found = await validate({ ...wrong, beneficiaryId: nobody, tradeId: 'trd_00000000000000000000000000' })
    expect(found).toEqual(['/beneficiaryId', '/paymentDate', '/reference', '/tradeId'])
  })

  test('rules that only some rails have report nothing while the rail is unknown', async () => {
    expect(await validate({ amount: '1.001', reference: '/a//b/' })).toEqual(['/amount'])
    expect(await validate({ amount: '1.001', reference: 'Invoice 7 of November 2026' }, 'GBP')).toEqual(['/amount'])
  })
})

describe('schema errors', () => {
  const badPayee = {
    ...payees.EUR,
    address: { line1: 'Hauptstrasse 1', countryCode: 'DE' },
    iban: 'DE89370400440532013001',
    bic: 'DEUTDEF',
  }
  const order = {
    ...wrong,
    beneficiaryId: undefined,
    creditorAccount: badPayee,
    amount: 10,
    tradeId: 'trd_00000000000000000000000000',
    unknown: 1,
  }
  const all = [
    '/amount',
    '/creditorAccount/address/city',
    '/creditorAccount/bic',
    '/creditorAccount/iban',
    '/paymentDate',
    '/reference',
    '/tradeId',
    '/unknown',
  ]

  test('do not hide errors of check digits or rules: validate, create, batch', async () => {
    expect(await validate(order)).toEqual(all)
    const refused = await rm.create(order)
    expect([refused.status, pointersOf(refused.body)]).toEqual([400, all])
    const dry = await rm.post('/v1/payment-batches?dryRun=true', { items: [rm.order(order)] })
    expect(pointersOf(dry.body.errors[0])).toEqual(all)
  })

  test('of a field suppress the errors of rules that depend on it', async () => {
    expect(await validate({ currency: 'XXQ' })).toEqual(['/currency'])
    expect(await validate({ amount: undefined })).toEqual(['/amount'])
    expect(await validate({ paymentDate: '2026-02-31' })).toEqual(['/paymentDate'])
    expect(await validate({ accountId: 7 })).toEqual(['/accountId'])
    expect(await validate({ reference: '' })).toEqual(['/reference'])
    expect(await validate({ remittance: { structured: { invoiceDate: 'x' } } })).toEqual([
      '/remittance/structured/invoiceDate',
    ])
    expect(pointersOf((await rm.post('/v1/payments/validate', ['x'])).body)).toEqual([''])
  })
})
