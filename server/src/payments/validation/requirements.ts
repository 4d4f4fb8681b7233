import { isAba, isClabe, isCnpj, isCpf } from './check-digits.ts'
import { ibanPrefixOf, isSepa, sameBankingCountry } from './countries.ts'
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
  /** Name of the body's field; of a routing code, "routingCodes" with its type. */
  key: 'iban' | 'bic' | 'accountNumber' | 'accountType' | 'taxId' | 'routingCodes'
  type?: RoutingCodeType
  label: string
  /** Of the value without spaces and hyphens, in capitals. */
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
}

const { SortCode, Aba, Bsb, Ifsc, Cnaps, Clabe, InstitutionNo, TransitNo, BankCode, BranchCode } = ROUTING_CODE
const UK_ACCOUNT = [[SortCode, digits(8, 8, '66374958')], [IBAN]]
const BRAZIL = [BankCode, { ...BranchCode, pattern: '^[0-9]{4}$', minLength: 4, maxLength: 4, example: '0001' }]
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
  {
    country: 'CA',
    currency: 'CAD',
    rail: 'Local',
    alternatives: [[InstitutionNo, TransitNo, digits(7, 21, '1234567')]],
  },
  {
    country: 'HK',
    currency: 'HKD',
    rail: 'Local',
    alternatives: [[{ ...BankCode, pattern: '^[0-9]{3}$', maxLength: 3 }, digits(8, 17, '123456789')]],
  },
  { country: 'SG', currency: 'SGD', rail: 'Local', alternatives: [[BIC, digits(7, 17, '1234567890')]] },
  { country: 'MX', currency: 'MXN', rail: 'Local', alternatives: [[Clabe], [CLABE_ACCOUNT]] },
  { country: 'IN', currency: 'INR', rail: 'Local', alternatives: [[Ifsc, digits(1, 20, '50100123456789')]] },
  {
    country: 'BR',
    currency: 'BRL',
    type: 'Individual',
    rail: 'Local',
    alternatives: [[...BRAZIL, digits(1, 13, '123456'), taxId('CPF, 11 digits', 11, '52998224725', isCpf)]],
  },
  {
    country: 'BR',
    currency: 'BRL',
    type: 'Company',
    rail: 'Local',
    alternatives: [[...BRAZIL, digits(1, 13, '123456'), taxId('CNPJ, 14 characters', 14, '11222333000181', isCnpj)]],
  },
  {
    country: 'ZA',
    currency: 'ZAR',
    rail: 'Local',
    alternatives: [
      [BIC, digits(1, 13, '1234567890'), ACCOUNT_TYPE],
      [{ ...BranchCode, pattern: '^[0-9]{6}$', minLength: 6 }, digits(1, 13, '1234567890'), ACCOUNT_TYPE],
    ],
  },
  { country: 'TH', currency: 'THB', rail: 'Local', alternatives: [[BIC, digits(7, 12, '1234567890')]] },
  { country: 'PH', currency: 'PHP', rail: 'Local', alternatives: [[BIC, digits(8, 16, '1234567890')]] },
  { country: 'MY', currency: 'MYR', rail: 'Local', alternatives: [[BIC, digits(1, 16, '1234567890')]] },
  { country: 'CN', currency: 'CNY', type: 'Company', rail: 'Swift', alternatives: [[BIC, Cnaps, ANY_ACCOUNT]] },
  { country: 'CN', currency: 'CNY', type: 'Individual', rail: 'Swift', alternatives: [] },
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
    return row && row.alternatives.length > 0 ? [{ rail, alternatives: row.alternatives }] : []
  })
}
