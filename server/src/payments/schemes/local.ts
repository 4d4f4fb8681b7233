import {
  ACCOUNT_TYPE,
  BIC,
  digits,
  type FieldRule,
  IBAN,
  ROUTING_CODE,
  sized,
  taxId,
  text,
} from './facts/bank-fields.ts'
import { isClabe, isCnpj, isCpf, isNorwegianAccount } from './facts/check-digits.ts'
import { domestic } from './facts/domestic.ts'
import type { PaymentScheme } from './facts/scheme.ts'

const { Bsb, Ifsc, Clabe, InstitutionNo, TransitNo, BankCode, BranchCode } = ROUTING_CODE
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
const NORWEGIAN: FieldRule = { ...digits(11, 11, '86011117947'), check: isNorwegianAccount }
const HONG_KONG: FieldRule[] = [sized(BankCode, 'bank code, 3 digits', 3, 3, '004'), digits(8, 17, '123456789')]
const CLABE_ACCOUNT = { ...digits(18, 18, Clabe.example), label: 'CLABE as account number', check: isClabe }

/** Countries with a clearing of their own that we reach, by currency. */
const CLEARINGS: readonly (readonly [currency: string, country: string])[] = [
  ['AUD', 'AU'],
  ['NZD', 'NZ'],
  ['CAD', 'CA'],
  ['HKD', 'HK'],
  ['JPY', 'JP'],
  ['CHF', 'CH'],
  ['SEK', 'SE'],
  ['DKK', 'DK'],
  ['NOK', 'NO'],
  ['IDR', 'ID'],
  ['KRW', 'KR'],
  ['SGD', 'SG'],
  ['MXN', 'MX'],
  ['INR', 'IN'],
  ['BRL', 'BR'],
  ['ZAR', 'ZA'],
  ['THB', 'TH'],
  ['PHP', 'PH'],
  ['MYR', 'MY'],
]

/** Payments through a country's own clearing. Offshore renminbi are cleared in Hong Kong. */
export const local: PaymentScheme = {
  title: 'Local clearing',
  currencies: [...CLEARINGS.map(([currency]) => currency), 'CNY'],
  serves: (currency, bankCountry) =>
    (currency === 'CNY' && bankCountry === 'HK') ||
    CLEARINGS.some(([own, country]) => domestic(country, own)(currency, bankCountry)),
  speeds: ['Normal'],
  limits: { CAD: '2000000.00', INR: '1500000.00', MYR: '100000.00', NZD: '99999999.99' }, // as one provider publishes them
  open: 'BusinessDays',
  arrivalDays: 1,
  bearers: ['SHA'],
  bankDetails: [
    { country: 'AU', currency: 'AUD', alternatives: [[Bsb, digits(3, 9, '12345678')]] },
    { country: 'NZ', currency: 'NZD', alternatives: [[digits(15, 17, '010902006838900')]] },
    { country: 'CA', currency: 'CAD', alternatives: [CANADA] },
    { country: 'HK', currency: 'HKD', alternatives: [HONG_KONG] },
    { country: 'HK', currency: 'CNY', alternatives: [HONG_KONG] },
    { country: 'JP', currency: 'JPY', alternatives: [JAPAN] },
    { country: 'SG', currency: 'SGD', alternatives: [[BIC, digits(7, 17, '1234567890')]] },
    { country: 'MX', currency: 'MXN', alternatives: [[Clabe], [CLABE_ACCOUNT]] },
    {
      country: 'IN',
      currency: 'INR',
      alternatives: [[Ifsc, digits(1, 20, '50100123456789')]],
      purpose: true,
    },
    {
      country: 'BR',
      currency: 'BRL',
      type: 'Individual',
      alternatives: [[...BRAZIL, taxId('CPF, 11 digits', 11, '52998224725', isCpf)]],
    },
    {
      country: 'BR',
      currency: 'BRL',
      type: 'Company',
      alternatives: [[...BRAZIL, taxId('CNPJ, 14 characters', 14, '11222333000181', isCnpj)]],
    },
    {
      country: 'ZA',
      currency: 'ZAR',
      alternatives: [
        [BIC, digits(1, 13, '1234567890'), ACCOUNT_TYPE],
        [sized(BranchCode, 'branch code, 6 digits', 6, 6, '051001'), digits(1, 13, '1234567890'), ACCOUNT_TYPE],
      ],
    },
    { country: 'TH', currency: 'THB', alternatives: [[BIC, digits(7, 12, '1234567890')]] },
    { country: 'PH', currency: 'PHP', alternatives: [[BIC, digits(8, 16, '1234567890')]] },
    { country: 'MY', currency: 'MYR', alternatives: [[BIC, digits(1, 16, '1234567890')]], purpose: true },
    {
      country: 'ID',
      currency: 'IDR',
      alternatives: [
        [sized(BankCode, 'bank code, 3 digits', 3, 3, '014'), digits(5, 20, '1234567890')],
        [BIC, digits(5, 20, '1234567890')],
      ],
    },
    {
      country: 'KR',
      currency: 'KRW',
      alternatives: [
        [sized(BankCode, 'bank code, 3 digits', 3, 3, '088'), digits(11, 16, '110123456789')],
        [BIC, digits(11, 16, '110123456789')],
      ],
    },
    { country: 'CH', currency: 'CHF', alternatives: [[IBAN]] },
    {
      country: 'SE',
      currency: 'SEK',
      alternatives: [
        [IBAN],
        [sized(BankCode, 'clearing number, 4 or 5 digits', 4, 5, '8105'), digits(1, 10, '1234567')],
      ],
    },
    {
      country: 'DK',
      currency: 'DKK',
      alternatives: [
        [IBAN],
        [sized(BankCode, 'registration number, 4 digits', 4, 4, '0040'), digits(1, 10, '0440116243')],
      ],
    },
    { country: 'NO', currency: 'NOK', alternatives: [[IBAN], [NORWEGIAN]] },
  ],
  text: { characters: 'Latin', nameLimit: 140, referenceLimit: 35 },
  remittance: 'Structured',
  carriesPurpose: (bankCountry) => bankCountry === 'SG',
  iso20022: {
    bankTransactionCode: 'PMNT ICDT DMCT',
    serviceLevel: 'NURG',
    localInstrument: { proprietary: 'LOCAL' },
    settlement: 'CLRG',
  },
  recallNeedsConsent: false,
  sandbox: { sentMs: 1000, completedMs: 4000 },
}
