import { isAba, isClabe } from './check-digits.ts'

/** Building blocks for the bank details that a payment scheme needs. */

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
  /** Regular expression for the value; account numbers, codes and tax ids in capitals without spaces and hyphens. */
  pattern: string
  minLength: number
  maxLength: number
  example: string
  options?: readonly string[]
  /** Additional check beyond the pattern. */
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

export const IBAN: FieldRule = {
  key: 'iban',
  label: 'IBAN',
  pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
  minLength: 15,
  maxLength: 34,
  example: 'DE89370400440532013000',
}
export const BIC: FieldRule = {
  key: 'bic',
  label: 'BIC of the bank',
  pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  minLength: 8,
  maxLength: 11,
  example: 'DEUTDEFF',
}
export const ACCOUNT_TYPE: FieldRule = {
  key: 'accountType',
  label: 'account type',
  pattern: '^(Checking|Savings)$',
  minLength: 7,
  maxLength: 8,
  options: ['Checking', 'Savings'],
  example: 'Checking',
}
/** An account number of digits. */
export const digits = (minLength: number, maxLength: number, example: string): FieldRule => ({
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
export const ANY_ACCOUNT: FieldRule = {
  key: 'accountNumber',
  label: 'account number, up to 34 letters or digits',
  pattern: '^[A-Z0-9]{1,34}$',
  minLength: 1,
  maxLength: 34,
  example: '1234567890',
}
/** Text that goes out as it is. */
export const text = (key: FieldRule['key'], label: string, maxLength: number, example: string): FieldRule => ({
  key,
  label,
  pattern: `^.{1,${maxLength}}$`,
  minLength: 1,
  maxLength,
  example,
})
export const taxId = (
  label: string,
  length: number,
  example: string,
  check: (value: string) => boolean,
): FieldRule => ({
  key: 'taxId',
  label,
  pattern: `^[A-Z0-9]{${length}}$`,
  minLength: length,
  maxLength: length,
  example,
  check,
})

/** A code of the type with a length of the country's own. */
export const sized = (
  rule: FieldRule,
  label: string,
  minLength: number,
  maxLength: number,
  example: string,
): FieldRule => ({
  ...rule,
  label,
  pattern: `^[0-9]{${minLength},${maxLength}}$`,
  minLength,
  maxLength,
  example,
})
