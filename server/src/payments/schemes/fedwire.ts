import { digits, ROUTING_CODE } from './facts/bank-fields.ts'
import { domestic } from './facts/domestic.ts'
import type { PaymentScheme } from './facts/scheme.ts'

/** Fedwire, the high-value system of the United States. */
export const fedwire: PaymentScheme = {
  title: 'Fedwire',
  currencies: ['USD'],
  serves: domestic('US', 'USD'),
  speeds: ['Normal', 'Urgent'],
  limits: { USD: '9999999999.99' },
  open: 'BusinessDays',
  cutOff: { time: '17:00', zone: 'America/New_York' },
  arrivalDays: 0,
  bearers: ['SHA'],
  bankDetails: [{ country: 'US', currency: 'USD', alternatives: [[ROUTING_CODE.Aba, digits(1, 17, '123456789')]] }],
  text: { characters: 'Latin', nameLimit: 140, referenceLimit: 35 },
  remittance: 'Structured',
  carriesPurpose: () => false,
  iso20022: {
    bankTransactionCode: 'PMNT ICDT SDVA',
    serviceLevel: 'URGP',
    localInstrument: { proprietary: 'FEDWIRE' },
    settlement: 'CLRG',
  },
  recallNeedsConsent: false,
  sandbox: { sentMs: 500, completedMs: 2000 },
}
