import { countrySpecs } from 'ibantools'
import { expect, test } from 'vitest'
import { type BankDetails, checkBankDetails } from './bank-details.ts'
import { ibanError, ibanFormOf } from './iban.ts'
import { loadModulusTable } from './modulus-files.ts'
import { requirementsFor } from './requirements.ts'

const table = loadModulusTable()
const check = (country: string, currency: string, fields: Partial<BankDetails>) =>
  checkBankDetails({ bankCountryCode: country, currency, type: 'Company', ...fields }, table)
const codes = (...pairs: [string, string][]) => ({
  routingCodes: pairs.map(([type, value]) => ({ type, value })) as never,
})

test.each<[string, string, Partial<BankDetails>, string[]]>([
  ['DE', 'EUR', { iban: 'de89 3704 0044 0532 0130 00' }, ['Sepa', 'SepaInstant']],
  ['AL', 'EUR', { iban: 'AL47212110090000000235698741' }, ['Sepa', 'SepaInstant']],
  ['DE', 'USD', { iban: 'DE89370400440532013000', bic: 'deutdeff' }, ['Swift']],
  ['GB', 'GBP', { accountNumber: '66374958', ...codes(['SortCode', '08-99-99']) }, ['Fps', 'Chaps']],
  ['GB', 'GBP', { iban: 'GB82WEST12345698765432' }, ['Fps', 'Chaps']],
  [
    'US',
    'USD',
    { accountNumber: '123456789', accountType: 'Checking', ...codes(['Aba', '021000021']) },
    ['Ach', 'Fedwire'],
  ],
  ['US', 'USD', { accountNumber: '123456789', ...codes(['Aba', '021000021']) }, ['Fedwire']],
  ['US', 'USD', { accountNumber: '123456789', bic: 'CHASUS33' }, ['Swift']],
  ['US', 'EUR', { accountNumber: '123456789', bic: 'CHASUS33' }, ['Swift']],
  ['AU', 'AUD', { accountNumber: '12345678', ...codes(['Bsb', '062-000']) }, ['Local']],
  ['NZ', 'NZD', { accountNumber: '01-0902-0068389-00' }, ['Local']],
  [
    'CA',
    'CAD',
    {
      accountNumber: '1234567',
      address: { region: 'ON', postCode: 'M5H 2N2' },
      ...codes(['InstitutionNo', '001'], ['TransitNo', '00011']),
    },
    ['Local'],
  ],
  ['HK', 'HKD', { accountNumber: '123456789', ...codes(['BankCode', '004']) }, ['Local']],
  ['SG', 'SGD', { accountNumber: '1234567890', bic: 'DBSSSGSG' }, ['Local', 'Swift']],
  ['MX', 'MXN', { accountNumber: '032180000118359719' }, ['Local']],
  ['MX', 'MXN', codes(['Clabe', '032180000118359719']), ['Local']],
  ['IN', 'INR', { accountNumber: '50100123456789', ...codes(['Ifsc', 'hdfc0000001']) }, ['Local']],
  [
    'BR',
    'BRL',
    {
      accountNumber: '12345-6',
      accountType: 'Checking',
      taxId: '11.222.333/0001-81',
      ...codes(['BankCode', '001'], ['BranchCode', '0001']),
    },
    ['Local'],
  ],
  ['ZA', 'ZAR', { accountNumber: '1234567890', accountType: 'Savings', ...codes(['BranchCode', '051001']) }, ['Local']],
  ['AE', 'AED', { iban: 'AE070331234567890123456', bic: 'EBILAEAD' }, ['Swift']],
  ['JP', 'JPY', { accountNumber: '1234567', bic: 'BOTKJPJT' }, ['Swift']],
  [
    'JP',
    'JPY',
    {
      accountNumber: '1234567',
      accountType: 'Checking',
      localName: 'ﾔﾏﾀﾞ ﾀﾛｳ',
      ...codes(['BankCode', '0005'], ['BranchCode', '001']),
    },
    ['Local'],
  ],
  ['HK', 'CNY', { accountNumber: '123456789', ...codes(['BankCode', '004']) }, ['Local']],
  ['CN', 'CNY', { accountNumber: '123456789', bic: 'BKCHCNBJ', ...codes(['Cnaps', '102100099996']) }, ['Swift']],
  ['CN', 'CNY', { accountNumber: '123456789', bic: 'BKCHCNBJ', bankAddress: '1 Fuxingmen, Beijing' }, ['Swift']],
  ['ID', 'IDR', { accountNumber: '1234567890', ...codes(['BankCode', '014']) }, ['Local']],
  ['KR', 'KRW', { accountNumber: '110123456789', bic: 'SHBKKRSE' }, ['Local']],
  ['CH', 'CHF', { iban: 'CH9300762011623852957' }, ['Local']],
  ['SE', 'SEK', { accountNumber: '1234567', ...codes(['BankCode', '8105']) }, ['Local']],
  ['DK', 'DKK', { iban: 'DK5000400440116243' }, ['Local']],
  ['NO', 'NOK', { accountNumber: '8601.11.17947'.replaceAll('.', ' ') }, ['Local']],
  ['TH', 'THB', { accountNumber: '1234567890', bic: 'BKKBTHBK' }, ['Local', 'Swift']],
  ['PH', 'PHP', { accountNumber: '1234567890', bic: 'BOPIPHMM' }, ['Local', 'Swift']],
  ['MY', 'MYR', { accountNumber: '1234567890', bic: 'MBBEMYKL' }, ['Local']],
  ['TR', 'TRY', { iban: 'TR330006100519786457841326', bic: 'TGBATRIS' }, ['Swift']],
])('%s %s with %j passes for %j', (country, currency, fields, rails) => {
  const found = check(country, currency, fields)
  expect(found.errors).toEqual([])
  expect(found.rails).toEqual(rails)
})

test.each<[string, string, Partial<BankDetails>, [string, string][]]>([
  ['DE', 'EUR', {}, [['/iban', 'bank_detail_required']]],
  ['DE', 'EUR', { iban: 'DE89370400440532013001' }, [['/iban', 'iban_invalid']]],
  ['FR', 'EUR', { iban: 'DE89370400440532013000' }, [['/iban', 'iban_country_mismatch']]],
  ['DE', 'EUR', { iban: 'DE89370400440532013000', bic: 'BARCGB22' }, [['/bic', 'bic_country_mismatch']]],
  ['DE', 'USD', { iban: 'DE89370400440532013000' }, [['/bic', 'bank_detail_required']]],
  [
    'DE',
    'USD',
    { iban: 'DE8937', bic: 'X' },
    [
      ['/iban', 'iban_invalid'],
      ['/bic', 'bic_invalid'],
    ],
  ],
  [
    'DE',
    'USD',
    { accountNumber: '123' },
    [
      ['/iban', 'bank_detail_required'],
      ['/bic', 'bank_detail_required'],
    ],
  ],
  ['GB', 'GBP', {}, [['/iban', 'bank_detail_required']]],
  ['GB', 'GBP', { accountNumber: '66374958' }, [['/routingCodes', 'bank_detail_required']]],
  [
    'GB',
    'GBP',
    { accountNumber: '66374959', ...codes(['SortCode', '089999']) },
    [['/accountNumber', 'modulus_check_failed']],
  ],
  [
    'GB',
    'GBP',
    { accountNumber: '663749', ...codes(['SortCode', '0899']) },
    [
      ['/routingCodes/0/value', 'routing_code_invalid'],
      ['/accountNumber', 'account_number_invalid'],
    ],
  ],
  [
    'GB',
    'GBP',
    { iban: 'GB82WEST12345698765432', accountNumber: '66374958' },
    [['/accountNumber', 'bank_detail_not_used']],
  ],
  [
    'US',
    'USD',
    { accountNumber: '1', ...codes(['Aba', '021000022']) },
    [['/routingCodes/0/value', 'routing_code_invalid']],
  ],
  ['US', 'USD', codes(['Aba', '021000021']), [['/accountNumber', 'bank_detail_required']]],
  [
    'US',
    'USD',
    { accountNumber: '1', ...codes(['Aba', '021000021'], ['Aba', '026009593']) },
    [['/routingCodes/1/type', 'routing_code_repeated']],
  ],
  ['MX', 'MXN', { accountNumber: '032180000118359718' }, [['/accountNumber', 'account_number_invalid']]],
  [
    'BR',
    'BRL',
    {
      accountNumber: '123456',
      accountType: 'Checking',
      taxId: '529.982.247-25',
      ...codes(['BankCode', '001'], ['BranchCode', '0001']),
    },
    [['/taxId', 'tax_id_invalid']],
  ],
  ['CN', 'CNY', { type: 'Individual' }, [['/currency', 'destination_not_offered']]],
  ['NO', 'NOK', { accountNumber: '86011117948' }, [['/accountNumber', 'account_number_invalid']]],
  [
    'CA',
    'CAD',
    { accountNumber: '1234567', ...codes(['InstitutionNo', '001'], ['TransitNo', '00011']) },
    [
      ['/address/region', 'bank_detail_required'],
      ['/address/postCode', 'bank_detail_required'],
    ],
  ],
  [
    'JP',
    'JPY',
    {
      accountNumber: '1234567',
      accountType: 'Checking',
      localName: '山田太郎',
      ...codes(['BankCode', '0005'], ['BranchCode', '001']),
    },
    [['/localName', 'local_name_invalid']],
  ],
])('%s %s with %j is refused: %j', (country, currency, fields, errors) => {
  const found = check(country, currency, fields)
  expect(found.errors.map(({ pointer, code }) => [pointer, code]).sort()).toEqual([...errors].sort())
})

test('a GB IBAN is put to the modulus check as well', () => {
  // sort code 08-99-99 with account 66374959, whose IBAN check digits agree
  const errors = check('GB', 'GBP', { iban: 'GB32WEST08999966374959' }).errors
  expect(errors).toMatchObject([{ pointer: '/iban', code: 'modulus_check_failed' }])
})

test('the error for missing details names the alternatives', () => {
  const [missing] = check('GB', 'GBP', {}).errors
  expect(missing?.message).toBe(
    'A payment in GBP to GB requires: IBAN. Or instead: UK sort code, 6 digits + account number, 8 digits.',
  )
})

test('an example of every field of every requirement passes its own rule', () => {
  const destinations = [
    'GB GBP',
    'DE EUR',
    'US USD',
    'AU AUD',
    'NZ NZD',
    'CA CAD',
    'HK HKD',
    'SG SGD',
    'MX MXN',
    'IN INR',
    'BR BRL',
    'ZA ZAR',
    'TH THB',
    'PH PHP',
    'MY MYR',
    'CN CNY',
    'US EUR',
    'AE AED',
    'HK CNY',
    'JP JPY',
    'ID IDR',
    'KR KRW',
    'CH CHF',
    'SE SEK',
    'DK DKK',
    'NO NOK',
    'IL ILS',
    'TR TRY',
    'SA SAR',
    'QA QAR',
    'KW KWD',
    'EG EGP',
    'JO JOD',
  ]
  for (const [country, currency] of destinations.map((pair) => pair.split(' '))) {
    const rules = requirementsFor(country!, currency!, 'Company').flatMap((need) => need.alternatives.flat())
    expect([country, rules.length > 0]).toEqual([country, true])
    for (const { example, pattern, check, minLength, maxLength, label } of rules) {
      expect(example).toMatch(new RegExp(pattern))
      expect([label, check?.(example) ?? true]).toEqual([label, true])
      expect([label, example.length >= minLength && example.length <= maxLength]).toEqual([label, true])
    }
  }
})

test('the example that a form shows for an IBAN is one, for every country that has them', () => {
  const shown = Object.keys(countrySpecs).map((country) => [country, ibanFormOf(country)?.example] as const)
  const examples = shown.filter(([, example]) => example !== undefined)
  expect(examples.length).toBeGreaterThan(80)
  for (const [country, example] of examples) expect([country, ibanError(example!)]).toEqual([country, undefined])
})
