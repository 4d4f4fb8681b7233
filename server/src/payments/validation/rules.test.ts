import { expect, test } from 'vitest'
import { isLei } from '../../kernel/text/lei.ts'
import { isCreditorReference } from '../schemes/index.ts'
import { isAba, isClabe, isCnpj, isCpf } from '../schemes/facts/check-digits.ts'
import { ibanPrefixOf, isCountry, isSepa } from '../../kernel/values/countries.ts'
import { bicError, compact, ibanError } from './iban.ts'

test.each([
  ['IBAN', 'GB82WEST12345698765432', (text: string) => !ibanError(text), true],
  ['IBAN', 'FR1420041010050500013M02606', (text: string) => !ibanError(text), true],
  ['IBAN', 'BR1800360305000010009795493C1', (text: string) => !ibanError(text), true],
  ['IBAN', 'GB82WEST12345698765433', (text: string) => !ibanError(text), false],
  ['BIC', 'DEUTDEFF500', (text: string) => !bicError(text), true],
  ['BIC', 'DEUTDEF', (text: string) => !bicError(text), false],
  ['BIC of no country', 'DEUTZZFF', (text: string) => !bicError(text), false],
  ['BIC in lower case, before it is made upper', 'deutdeff', (text: string) => !bicError(text), false],
  ['ABA', '021000021', isAba, true],
  ['ABA', '026009593', isAba, true],
  ['ABA', '021000022', isAba, false],
  ['CLABE', '032180000118359719', isClabe, true],
  ['CLABE', '032180000118359718', isClabe, false],
  ['LEI', '213800WSGIIZCXF1P572', isLei, true],
  ['LEI', '5493001KJTIIGC8Y1R12', isLei, true],
  ['LEI', '5493001KJTIIGC8Y1R17', isLei, false],
  ['RF', 'RF18539007547034', isCreditorReference, true],
  ['RF', 'RF18539007547035', isCreditorReference, false],
  ['CNPJ', '12.ABC.345/01DE-35', isCnpj, true],
  ['CNPJ', '11.222.333/0001-81', isCnpj, true],
  ['CNPJ', '12.ABC.345/01DE-36', isCnpj, false],
  ['CPF', '529.982.247-25', isCpf, true],
  ['CPF', '529.982.247-24', isCpf, false],
  ['CPF of equal digits', '111.111.111-11', isCpf, false],
] as const)('%s %s', (_what, text, check, valid) => {
  expect(check(text)).toBe(valid)
})

test.each([
  ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
  ['gb82-west-1234', 'GB82WEST1234'],
])('%s is read in the forms that people type', (typed, plain) => {
  expect(compact(typed)).toBe(plain)
})

test.each([
  ['GB82WEST1234569876543', 'has 22 characters, this one has 21'],
  ['GB82WEST12345698765433', 'check digits do not agree'],
  ['GB82WE5T12345698765432', 'a letter instead of a digit'],
  ['US12345678901234567890', 'US is not a country'],
  ['', 'it is not a country'],
])('the IBAN "%s" is refused with its own reason', (iban, reason) => {
  expect(ibanError(iban)).toMatchObject({ pointer: '/iban', code: 'iban_invalid' })
  expect(ibanError(iban)?.message).toContain(reason)
})

test.each([
  ['GB', undefined],
  ['JE', undefined],
  ['DE', 'iban_country_mismatch'],
])('a GB IBAN at a bank in %s: %s', (bankCountry, code) => {
  expect(ibanError('GB82WEST12345698765432', bankCountry)?.code).toBe(code)
})

test.each([
  ['BARCGB22', 'GB', undefined],
  ['BARCGG22', 'GB', undefined],
  ['BARCIM22', 'GB', undefined],
  ['BNPAGPGX', 'FR', undefined],
  ['DEUTDEFF', 'GB', 'bic_country_mismatch'],
])('the BIC %s with an account in %s: %s', (bic, country, code) => {
  expect(bicError(bic, country)?.code).toBe(code)
})

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const SEPA = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isSepa)

test('SEPA has 41 countries, five of them new since the list in common use, and Gibraltar', () => {
  expect(SEPA.filter((code) => ibanPrefixOf(code) === code && code !== 'GI')).toHaveLength(41)
  expect(['AL', 'ME', 'MK', 'MD', 'RS'].every(isSepa)).toBe(true)
  expect(['US', 'TR', 'UA', 'NC'].some(isSepa)).toBe(false)
  expect(['GG', 'GI', 'RE'].every(isSepa)).toBe(true)
})

test('every SEPA country has IBANs and an ISO code; territories use the IBANs of their country', () => {
  for (const country of SEPA) expect([isCountry(country), isSepa(ibanPrefixOf(country)!)]).toEqual([true, true])
  expect([ibanPrefixOf('JE'), ibanPrefixOf('MQ'), ibanPrefixOf('US')]).toEqual(['GB', 'FR', undefined])
})
