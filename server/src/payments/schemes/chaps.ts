import { digits, IBAN, ROUTING_CODE } from './facts/bank-fields.ts'
import { domestic } from './facts/domestic.ts'
import type { PaymentScheme } from './facts/scheme.ts'

/** CHAPS, the UK's high-value system. */
export const chaps: PaymentScheme = {
  title: 'CHAPS',
  currencies: ['GBP'],
  serves: domestic('GB', 'GBP'),
  speeds: ['Normal', 'Urgent'],
  open: 'BusinessDays',
  cutOff: { time: '17:40', zone: 'Europe/London' },
  arrivalDays: 0,
  bearers: ['SHA'],
  bankDetails: [
    { country: 'GB', currency: 'GBP', alternatives: [[ROUTING_CODE.SortCode, digits(8, 8, '66374958')], [IBAN]] },
  ],
  text: { characters: 'Latin', nameLimit: 140, referenceLimit: 35 },
  remittance: 'Structured',
  carriesPurpose: () => true,
  iso20022: {
    bankTransactionCode: 'PMNT ICDT SDVA',
    serviceLevel: 'URGP',
    localInstrument: { proprietary: 'CHAPS' },
    settlement: 'CLRG',
  },
  recallNeedsConsent: false,
  sandbox: { sentMs: 500, completedMs: 2000 },
}
