import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, payees } from '../../test/support/payment-service.ts'

const db = await testDatabase()
const rm = await openPayments(db, 'RM')
const to = (creditorAccount: object, change: object = {}, currency = 'USD') =>
  rm.order({ beneficiaryId: undefined, creditorAccount, ...change }, currency)
const validate = async (order: object) => (await rm.post('/v1/payments/validate', order)).body

test('texts of parties and of a report to an authority are rejected with unsupported characters, or if too long once converted', async () => {
  const party = {
    name: '山田商事',
    address: { line1: 'ß'.repeat(36), city: 'Köln', postCode: '〒100', countryCode: 'DE' },
    placeOfBirth: '東京',
    identification: { type: 'Passport', value: 'Ω1' },
  }
  const regulatoryReporting = { code: 'Ω', details: ['Goods', '商品', 'ß'.repeat(18)] }
  const { errors } = await validate(
    to(
      payees.USD,
      { ultimateDebtor: party, ultimateCreditor: { name: '子' }, payer: { name: 'Ω' }, regulatoryReporting },
      'USD',
    ),
  )
  expect(errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
    ['/payer/name', 'characters_not_allowed'],
    ['/ultimateDebtor/name', 'characters_not_allowed'],
    ['/ultimateDebtor/address/line1', 'text_too_long'],
    ['/ultimateDebtor/address/postCode', 'characters_not_allowed'],
    ['/ultimateDebtor/identification/value', 'characters_not_allowed'],
    ['/ultimateDebtor/placeOfBirth', 'characters_not_allowed'],
    ['/ultimateCreditor/name', 'characters_not_allowed'],
    ['/regulatoryReporting/code', 'characters_not_allowed'],
    ['/regulatoryReporting/details/1', 'characters_not_allowed'],
    ['/regulatoryReporting/details/2', 'text_too_long'],
  ])
})

test('a converted text of a report to an authority or an ultimate party is reported in its converted form', async () => {
  const found = await validate(
    to(
      payees.EUR,
      {
        regulatoryReporting: { details: ['Güter'] },
        ultimateDebtor: { name: 'Müller', address: { line1: 'Straße 1', city: 'Köln', countryCode: 'DE' } },
      },
      'EUR',
    ),
  )
  const told = found.warnings.filter(({ code }: { code: string }) => code === 'text_will_be_converted')
  expect(told.map(({ pointer, sent }: { pointer: string; sent: string }) => [pointer, sent])).toEqual([
    ['/ultimateDebtor/name', 'Mueller'],
    ['/ultimateDebtor/address/line1', 'Strasse 1'],
    ['/ultimateDebtor/address/city', 'Koeln'],
    ['/regulatoryReporting/details/0', 'Gueter'],
  ])
})

test('the name of an ultimate party that SEPA shortens is reported in its shortened form', async () => {
  const found = await validate(to(payees.EUR, { ultimateCreditor: { name: 'x'.repeat(71) } }, 'EUR'))
  expect(found.warnings).toContainEqual(
    expect.objectContaining({
      pointer: '/ultimateCreditor/name',
      code: 'text_will_be_shortened',
      sent: 'x'.repeat(70),
    }),
  )
})
