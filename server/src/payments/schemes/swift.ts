import { ibanPrefixOf, isSepa } from '../../kernel/values/countries.ts'
import { ANY_ACCOUNT, BIC, IBAN, ROUTING_CODE, text } from './facts/bank-fields.ts'
import { domestic } from './facts/domestic.ts'
import type { PaymentScheme } from './facts/scheme.ts'

const { Cnaps } = ROUTING_CODE
const CHINA_BRANCH = text('bankAddress', 'name and address of the branch', 210, '1 Fuxingmen Street, Beijing')

/** Currencies that never leave by SWIFT for banks of their own country. */
const DOMESTIC_ONLY = [
  domestic('GB', 'GBP'),
  domestic('ID', 'IDR'),
  domestic('KR', 'KRW'),
  domestic('IN', 'INR'),
  domestic('BR', 'BRL'),
  domestic('MY', 'MYR'),
]

/** Correspondent banking over SWIFT: every destination that no nearer scheme serves alone. */
export const swift: PaymentScheme = {
  title: 'SWIFT',
  serves: (currency, bankCountry) => {
    const isInsideSepa = currency === 'EUR' && (bankCountry === undefined || isSepa(bankCountry))
    return !isInsideSepa && !DOMESTIC_ONLY.some((isDomestic) => isDomestic(currency, bankCountry))
  },
  speeds: ['Normal', 'Urgent'],
  open: 'BusinessDays',
  arrivalDays: 1,
  bearers: ['SHA', 'OUR', 'BEN'],
  bankDetails: [
    {
      country: 'CN',
      currency: 'CNY',
      type: 'Company',
      alternatives: [
        [BIC, Cnaps, ANY_ACCOUNT],
        [BIC, CHINA_BRANCH, ANY_ACCOUNT],
      ],
      purpose: true,
    },
    { country: 'CN', currency: 'CNY', type: 'Individual', alternatives: [] },
    { country: 'AE', alternatives: [[IBAN, BIC]], purpose: true },
    { country: 'BH', alternatives: [[IBAN, BIC]], purpose: true },
    { country: { includes: (country: string) => ibanPrefixOf(country) !== undefined }, alternatives: [[IBAN, BIC]] },
    {
      country: { includes: (country: string) => ibanPrefixOf(country) === undefined },
      alternatives: [[BIC, ANY_ACCOUNT]],
    },
  ],
  text: { characters: 'Latin', nameLimit: 140, referenceLimit: 35, limitsSlashes: true },
  remittance: 'Structured',
  carriesPurpose: () => true,
  iso20022: { bankTransactionCode: 'PMNT ICDT XBCT', serviceLevel: 'G001', settlement: 'INDA' },
  openBanking: { localInstrument: 'SWIFT', speed: 'Normal' },
  recallNeedsConsent: false,
  sandbox: { sentMs: 1000, completedMs: 5000 },
}
