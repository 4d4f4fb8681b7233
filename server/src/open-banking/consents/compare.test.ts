import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences } from './compare.ts'

const initiation = {
  InstructedAmount: { Amount: '10.00', Currency: 'GBP' },
  CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000' },
  ExchangeRateInformation: { ExchangeRate: '1.10' },
  RemittanceInformation: { Unstructured: ['one', 'two'] },
}

test.each([
  ['an amount written "10.0"', { InstructedAmount: { Amount: '10.0', Currency: 'GBP' } }, []],
  ['members in another order', { InstructedAmount: { Currency: 'GBP', Amount: '10' } }, []],
  [
    'a scheme without its namespace',
    { CreditorAccount: { Identification: 'DE89370400440532013000', SchemeName: 'IBAN' } },
    [],
  ],
  ['a rate with more noughts', { ExchangeRateInformation: { ExchangeRate: '1.1000' } }, []],
  ['a penny more', { InstructedAmount: { Amount: '10.01', Currency: 'GBP' } }, ['/InstructedAmount/Amount']],
  ['another currency', { InstructedAmount: { Amount: '10.00', Currency: 'EUR' } }, ['/InstructedAmount/Currency']],
  ['a part left out', { ExchangeRateInformation: undefined }, ['/ExchangeRateInformation']],
  ['a part added', { EndToEndIdentification: 'x' }, ['/EndToEndIdentification']],
  [
    'an array in another order',
    { RemittanceInformation: { Unstructured: ['two', 'one'] } },
    [0, 1].map((i) => `/RemittanceInformation/Unstructured/${i}`),
  ],
  [
    'an array cut short',
    { RemittanceInformation: { Unstructured: ['one'] } },
    ['/RemittanceInformation/Unstructured/1'],
  ],
  [
    'another account',
    { CreditorAccount: { SchemeName: 'IBAN', Identification: 'DE89' } },
    ['/CreditorAccount/Identification'],
  ],
])('3.5: against the consent, %s', (_what, change, expected) => {
  expect(differences(initiation, { ...initiation, ...change })).toEqual(expected)
})

test('3.5: an identification with leading zeros is text, not a number', () => {
  expect(differences({ Identification: '0012' }, { Identification: '12' })).toEqual(['/Identification'])
})

test('3.5: everything equals itself, and a change anywhere is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, name) => {
      expect(differences(value, structuredClone(value))).toEqual([])
      expect(differences(value, { ...value, [name]: { changed: true, to: 'something else' } }).length).toBeGreaterThan(
        0,
      )
    }),
  )
})
