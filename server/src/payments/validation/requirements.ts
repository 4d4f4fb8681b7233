import { isAba, isClabe, isCnpj, isCpf, isNorwegianAccount } from './check-digits.ts'
import { ibanPrefixOf, isSepa, sameBankingCountry } from './countries.ts'
import { ibanFormOf } from './iban.ts'
import { type Rail, railsFor } from './rails.ts'

/**
 * What a payee's bank needs, as data: (country, currency, entity type, rail) → alternatives of fields, each field with
 * its form, its check and an example. Validation and the requirements a client can ask for come from the same rows.
 */

export const ROUTING_CODE_TYPES = [
  'SortCode',
  'Aba',
  'Bsb',
  'Ifsc',
  'Cnaps',
  'Clabe',
  'InstitutionNo',
  'TransitNo',
  'BankCode',
  'BranchCode',
] as const
export type RoutingCodeType = (typeof ROUTING_CODE_TYPES)[number]
export type PayeeType = 'Individual' | 'Company'

export interface FieldRule {
  /** Path of the body's field; of a routing code, "routingCodes" with its type. */
  key:
    | 'iban'
    | 'bic'
    | 'accountNumber'
    | 'accountType'
    | 'taxId'
    | 'routingCodes'
    | 'bankAddress'
    | 'localName'
    | 'address/region'
    | 'address/postCode'
  type?: RoutingCodeType
  label: string
  /** Of the value; of account, codes and tax id without spaces and hyphens, in capitals. */
  pattern: string
  minLength: number
  maxLength: number
  example: string
  options?: readonly string[]
  /** What the pattern cannot say. */
  check?: (value: string) => boolean
}

/** The form of each routing code; where a country has its own, a row below replaces it. */
export const ROUTING_CODE: Readonly<Record<RoutingCodeType, FieldRule>> = {
  SortCode: code('SortCode', 'UK sort code, 6 digits', 6, '089999'),
  Aba: { ...code('Aba', 'ABA routing number, 9 digits with a check digit', 9, '021000021'), check: isAba },
  Bsb: code('Bsb', 'Australian BSB, 6 digits', 6, '062000'),
  Ifsc: {
    ...code('Ifsc', 'Indian IFSC: 4 letters, a zero, 6 letters or digits', 11, 'HDFC0000001'),
    pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
  },
  Cnaps: code('Cnaps', 'Chinese CNAPS code, 12 digits', 12, '102100099996'),
  Clabe: { ...code('Clabe', 'Mexican CLABE, 18 digits with a check digit', 18, '032180000118359719'), check: isClabe },
  InstitutionNo: code('InstitutionNo', 'Canadian institution number, 3 digits', 3, '001'),
  TransitNo: code('TransitNo', 'Canadian transit number, 5 digits', 5, '00011'),
  BankCode: { ...code('BankCode', 'bank code, 3 to 8 digits', 8, '004'), minLength: 3, pattern: '^[0-9]{3,8}$' },
  BranchCode: {
    ...code('BranchCode', 'branch code, 3 to 6 digits', 6, '051001'),
    minLength: 3,
    pattern: '^[0-9]{3,6}$',
  },
}

function code(type: RoutingCodeType, label: string, length: number, example: string): FieldRule {
  return {
    key: 'routingCodes',
    type,
    label,
    pattern: `^[0-9]{${length}}$`,
    minLength: length,
    maxLength: length,
    example,
  }
}

const IBAN: FieldRule = {
  key: 'iban',
  label: 'IBAN',
  pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
  minLength: 15,
  maxLength: 34,
  example: 'DE89370400440532013000',
}
const BIC: FieldRule = {
  key: 'bic',
  label: 'BIC of the bank',
  pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  minLength: 8,
  maxLength: 11,
  example: 'DEUTDEFF',
}
const ACCOUNT_TYPE: FieldRule = {
  key: 'accountType',
  label: 'account type',
  pattern: '^(Checking|Savings)$',
  minLength: 7,
  maxLength: 8,
  options: ['Checking', 'Savings'],
  example: 'Checking',
}
/** An account number of digits. */
const digits = (minLength: number, maxLength: number, example: string): FieldRule => ({
  key: 'accountNumber',
  label:
    minLength === maxLength
      ? `account number, ${minLength} digits`
      : `account number, ${minLength} to ${maxLength} digits`,
  pattern: `^[0-9]{${minLength},${maxLength}}$`,
  minLength,
  maxLength,
  example,
})
const ANY_ACCOUNT: FieldRule = {
  key: 'accountNumber',
  label: 'account number, up to 34 letters or digits',
  pattern: '^[A-Z0-9]{1,34}$',
  minLength: 1,
  maxLength: 34,
  example: '1234567890',
}
/** Text that goes out as it is. */
const text = (key: FieldRule['key'], label: string, maxLength: number, example: string): FieldRule => ({
  key,
  label,
  pattern: `^.{1,${maxLength}}$`,
  minLength: 1,
  maxLength,
  example,
})
const taxId = (label: string, length: number, example: string, check: (value: string) => boolean): FieldRule => ({
  key: 'taxId',
  label,
  pattern: `^[A-Z0-9]{${length}}$`,
  minLength: length,
  maxLength: length,
  example,
  check,
})

interface Row {
  /** Code of the bank's country, or a group: SEPA, WithIban, WithoutIban. */
  country: string
  /** "*": any. */
  currency: string
  type?: PayeeType
  rail: Rail
  /** Any one of these lists is enough; within a list every field is needed. */
  alternatives: readonly (readonly FieldRule[])[]
  /** Each payment must say what it is for (domain 5.7). */
  purpose?: true
}

const { SortCode, Aba, Bsb, Ifsc, Cnaps, Clabe, InstitutionNo, TransitNo, BankCode, BranchCode } = ROUTING_CODE
const UK_ACCOUNT = [[SortCode, digits(8, 8, '66374958')], [IBAN]]
/** A code of the type with a length of the country's own. */
const sized = (rule: FieldRule, label: string, minLength: number, maxLength: number, example: string): FieldRule => ({
  ...rule,
  label,
  pattern: `^[0-9]{${minLength},${maxLength}}$`,
  minLength,
  maxLength,
  example,
})
const BRAZIL: FieldRule[] = [
  { ...BankCode, label: 'bank code, 3 digits, or ISPB, 8 digits', pattern: '^[0-9]{3}([0-9]{5})?$', example: '001' },
  sized(BranchCode, 'branch code, 4 digits', 4, 4, '0001'),
  {
    key: 'accountNumber',
    label: 'account number with its check digit',
    pattern: '^[0-9]{1,12}[0-9X]$',
    minLength: 2,
    maxLength: 13,
    example: '123456',
  },
  ACCOUNT_TYPE,
]
const JAPAN: FieldRule[] = [
  sized(BankCode, 'bank code, 4 digits', 4, 4, '0005'),
  sized(BranchCode, 'branch code, 3 digits', 3, 3, '001'),
  ACCOUNT_TYPE,
  digits(7, 7, '1234567'),
  {
    key: 'localName',
    label: 'name of the account in half-width katakana',
    pattern: '^[\\uFF66-\\uFF9FA-Z0-9 ().,/｢｣-]{1,48}$',
    minLength: 1,
    maxLength: 48,
    example: 'ｶ)ﾔﾏﾀﾞｼﾖｳｼﾞ',
  },
]
const CANADA: FieldRule[] = [
  InstitutionNo,
  TransitNo,
  digits(7, 21, '1234567'),
  text('address/region', 'province of the payee', 35, 'ON'),
  text('address/postCode', 'postcode of the payee', 16, 'M5H 2N2'),
]
const CHINA_BRANCH = text('bankAddress', 'name and address of the branch', 210, '1 Fuxingmen Street, Beijing')
const NORWEGIAN: FieldRule = { ...digits(11, 11, '86011117947'), check: isNorwegianAccount }
const HONG_KONG: FieldRule[] = [sized(BankCode, 'bank code, 3 digits', 3, 3, '004'), digits(8, 17, '123456789')]
const CLABE_ACCOUNT = { ...digits(18, 18, Clabe.example), label: 'CLABE as account number', check: isClabe }

/** A row for a country or a currency by name stands before one for a group: the first that fits a rail is used. */
const ROWS: readonly Row[] = [
  { country: 'GB', currency: 'GBP', rail: 'Fps', alternatives: UK_ACCOUNT },
  { country: 'GB', currency: 'GBP', rail: 'Chaps', alternatives: UK_ACCOUNT },
  { country: 'SEPA', currency: 'EUR', rail: 'Sepa', alternatives: [[IBAN]] },
  { country: 'SEPA', currency: 'EUR', rail: 'SepaInstant', alternatives: [[IBAN]] },
  { country: 'US', currency: 'USD', rail: 'Ach', alternatives: [[Aba, digits(1, 17, '123456789'), ACCOUNT_TYPE]] },
  { country: 'US', currency: 'USD', rail: 'Fedwire', alternatives: [[Aba, digits(1, 17, '123456789')]] },
  { country: 'AU', currency: 'AUD', rail: 'Local', alternatives: [[Bsb, digits(3, 9, '12345678')]] },
  { country: 'NZ', currency: 'NZD', rail: 'Local', alternatives: [[digits(15, 17, '010902006838900')]] },
  { country: 'CA', currency: 'CAD', rail: 'Local', alternatives: [CANADA] },
  { country: 'HK', currency: 'HKD', rail: 'Local', alternatives: [HONG_KONG] },
  { country: 'HK', currency: 'CNY', rail: 'Local', alternatives: [HONG_KONG] },
  { country: 'JP', currency: 'JPY', rail: 'Local', alternatives: [JAPAN] },
  { country: 'SG', currency: 'SGD', rail: 'Local', alternatives: [[BIC, digits(7, 17, '1234567890')]] },
  { country: 'MX', currency: 'MXN', rail: 'Local', alternatives: [[Clabe], [CLABE_ACCOUNT]] },
  {
    country: 'IN',
    currency: 'INR',
    rail: 'Local',
    alternatives: [[Ifsc, digits(1, 20, '50100123456789')]],
    purpose: true,
  },
  {
    country: 'BR',
    currency: 'BRL',
    type: 'Individual',
    rail: 'Local',
    alternatives: [[...BRAZIL, taxId('CPF, 11 digits', 11, '52998224725', isCpf)]],
  },
  {
    country: 'BR',
    currency: 'BRL',
    type: 'Company',
    rail: 'Local',
    alternatives: [[...BRAZIL, taxId('CNPJ, 14 characters', 14, '11222333000181', isCnpj)]],
  },
  {
    country: 'ZA',
    currency: 'ZAR',
    rail: 'Local',
    alternatives: [
      [BIC, digits(1, 13, '1234567890'), ACCOUNT_TYPE],
      [sized(BranchCode, 'branch code, 6 digits', 6, 6, '051001'), digits(1, 13, '1234567890'), ACCOUNT_TYPE],
    ],
  },
  { country: 'TH', currency: 'THB', rail: 'Local', alternatives: [[BIC, digits(7, 12, '1234567890')]] },
  { country: 'PH', currency: 'PHP', rail: 'Local', alternatives: [[BIC, digits(8, 16, '1234567890')]] },
  { country: 'MY', currency: 'MYR', rail: 'Local', alternatives: [[BIC, digits(1, 16, '1234567890')]], purpose: true },
  {
    country: 'ID',
    currency: 'IDR',
    rail: 'Local',
    alternatives: [
      [sized(BankCode, 'bank code, 3 digits', 3, 3, '014'), digits(5, 20, '1234567890')],
      [BIC, digits(5, 20, '1234567890')],
    ],
  },
  {
    country: 'KR',
    currency: 'KRW',
    rail: 'Local',
    alternatives: [
      [sized(BankCode, 'bank code, 3 digits', 3, 3, '088'), digits(11, 16, '110123456789')],
      [BIC, digits(11, 16, '110123456789')],
    ],
  },
  { country: 'CH', currency: 'CHF', rail: 'Local', alternatives: [[IBAN]] },
  {
    country: 'SE',
    currency: 'SEK',
    rail: 'Local',
    alternatives: [[IBAN], [sized(BankCode, 'clearing number, 4 or 5 digits', 4, 5, '8105'), digits(1, 10, '1234567')]],
  },
  {
    country: 'DK',
    currency: 'DKK',
    rail: 'Local',
    alternatives: [
      [IBAN],
      [sized(BankCode, 'registration number, 4 digits', 4, 4, '0040'), digits(1, 10, '0440116243')],
    ],
  },
  { country: 'NO', currency: 'NOK', rail: 'Local', alternatives: [[IBAN], [NORWEGIAN]] },
  {
    country: 'CN',
    currency: 'CNY',
    type: 'Company',
    rail: 'Swift',
    alternatives: [
      [BIC, Cnaps, ANY_ACCOUNT],
      [BIC, CHINA_BRANCH, ANY_ACCOUNT],
    ],
    purpose: true,
  },
  { country: 'CN', currency: 'CNY', type: 'Individual', rail: 'Swift', alternatives: [] },
  { country: 'AE', currency: '*', rail: 'Swift', alternatives: [[IBAN, BIC]], purpose: true },
  { country: 'BH', currency: '*', rail: 'Swift', alternatives: [[IBAN, BIC]], purpose: true },
  { country: 'WithIban', currency: '*', rail: 'Swift', alternatives: [[IBAN, BIC]] },
  { country: 'WithoutIban', currency: '*', rail: 'Swift', alternatives: [[BIC, ANY_ACCOUNT]] },
]

const inGroup = (group: string, country: string): boolean =>
  group === 'SEPA'
    ? isSepa(country)
    : group === 'WithIban'
      ? ibanPrefixOf(country) !== undefined
      : group === 'WithoutIban'
        ? ibanPrefixOf(country) === undefined
        : sameBankingCountry(group, country)

export interface Requirement {
  rail: Rail
  alternatives: readonly (readonly FieldRule[])[]
  /** Whether each payment must say what it is for. */
  purpose: boolean
}

/** What each rail to the destination asks of a payee of the type, the preferred rail first; empty when none is offered. */
export function requirementsFor(country: string, currency: string, type: PayeeType): Requirement[] {
  return railsFor(currency, country).flatMap((rail) => {
    const row = ROWS.find(
      (known) =>
        known.rail === rail &&
        (known.currency === currency || known.currency === '*') &&
        (known.type === undefined || known.type === type) &&
        inGroup(known.country, country),
    )
    return row && row.alternatives.length > 0
      ? [{ rail, alternatives: row.alternatives, purpose: row.purpose ?? false }]
      : []
  })
}

/** A rule as a form for one country shows it: IBAN and BIC with the country's own form and example. */
export function shownFor(rule: FieldRule, country: string): FieldRule {
  if (rule.key === 'bic') return { ...rule, example: `BANK${country}22` }
  const form = rule.key === 'iban' ? ibanFormOf(country) : undefined
  if (!form) return rule
  const { pattern, length, example } = form
  return { ...rule, label: `IBAN, ${length} characters`, pattern, minLength: length, maxLength: length, example }
}
