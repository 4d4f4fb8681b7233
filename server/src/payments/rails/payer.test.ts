import { expect, test } from 'vitest'
import { isPayerOf, type NamedPayer } from './payer.ts'

const british = { accountNumber: '66374958', routingCodes: [{ value: '089999' }] }
const german = { iban: 'DE89370400440532013000' }
const turkish = { accountNumber: '519786457841326', bic: 'TGBATRIS' }
const canadian = { accountNumber: '1234567', routingCodes: [{ value: '003' }, { value: '00012' }] }

test.each<[string, NamedPayer, object, boolean]>([
  ['the IBAN of the payee', { iban: 'DE89 3704 0044 0532 0130 00' }, german, true],
  ['another IBAN', { iban: 'DE02120300000000202051' }, german, false],
  ['no account', {}, german, false],
  ['no account for a payee without an IBAN', {}, british, false],
  ['sort code and account number in one', { accountNumber: '08999966374958' }, british, true],
  ['an account number beside its sort code', { accountNumber: '66374958', bankCodes: ['08-99-99'] }, british, true],
  ['the IBAN of a sort code and an account number', { iban: 'GB29NWBK08999966374958' }, british, true],
  ['the account number at another bank', { accountNumber: '66374958', bankCodes: ['200000'] }, british, false],
  ['the account number alone', { accountNumber: '66374958' }, british, false],
  ['another account', { accountNumber: '20000012345678' }, british, false],
  ['a number at the bank with a BIC', { accountNumber: '519786457841326', bankCodes: ['TGBATRISXXX'] }, turkish, true],
  ['a Canadian number', { accountNumber: '1234567', bankCodes: ['000300012'] }, canadian, true],
])('a payer with %s', (_, payer, payee, expected) => {
  expect(isPayerOf(payer, { payee, payerIban: null })).toBe(expected)
})

test('the account that a payment came from is named by a return that keeps the parties of the payment', () => {
  expect(isPayerOf({ iban: 'GB33BUKB20201555555555' }, { payee: british, payerIban: 'GB33BUKB20201555555555' })).toBe(
    true,
  )
})
