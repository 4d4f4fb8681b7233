import { ACCOUNT_TYPE, digits, ROUTING_CODE } from './facts/bank-fields.ts'
import { domestic } from './facts/domestic.ts'
import type { PaymentScheme } from './facts/scheme.ts'

/** US automated clearing house. */
export const ach: PaymentScheme = {
  title: 'ACH',
  currencies: ['USD'],
  serves: domestic('US', 'USD'),
  speeds: ['Normal'],
  limits: { USD: '1000000.00' },
  open: 'BusinessDays',
  cutOff: { time: '15:00', zone: 'America/New_York' },
  arrivalDays: 1,
  bearers: ['SHA'],
  bankDetails: [
    { country: 'US', currency: 'USD', alternatives: [[ROUTING_CODE.Aba, digits(1, 17, '123456789'), ACCOUNT_TYPE]] },
  ],
  text: { characters: 'Latin', nameLimit: 140, referenceLimit: 35 },
  remittance: 'Structured',
  carriesPurpose: () => false,
  iso20022: {
    bankTransactionCode: 'PMNT ICDT ACDT',
    serviceLevel: 'NURG',
    localInstrument: { proprietary: 'ACH' },
    settlement: 'CLRG',
  },
  recallNeedsConsent: false,
  sandbox: { sentMs: 1000, completedMs: 4000 },
}
