import { digits, IBAN, ROUTING_CODE } from './facts/bank-fields.ts'
import { domestic } from './facts/domestic.ts'
import type { PaymentScheme } from './facts/scheme.ts'

/** UK Faster Payments. */
export const fasterPayments: PaymentScheme = {
  title: 'UK Faster Payments',
  currencies: ['GBP'],
  serves: domestic('GB', 'GBP'),
  speeds: ['Normal', 'Urgent', 'Instant'],
  limits: { GBP: '1000000.00' },
  open: 'Always',
  cutOff: { time: '24:00', zone: 'Europe/London' },
  arrivalDays: 0,
  bearers: ['SHA'],
  bankDetails: [
    { country: 'GB', currency: 'GBP', alternatives: [[ROUTING_CODE.SortCode, digits(8, 8, '66374958')], [IBAN]] },
  ],
  text: { characters: 'SwiftX', nameLimit: 18, referenceLimit: 18, endToEndIdLimit: 31 },
  remittance: 'Structured',
  carriesPurpose: () => false,
  iso20022: {
    bankTransactionCode: 'PMNT IRCT DMCT',
    serviceLevel: 'URNS',
    localInstrument: { proprietary: 'FPS' },
    settlement: 'CLRG',
  },
  openBanking: { localInstrument: 'FPS', speed: 'Normal' },
  recallNeedsConsent: true,
  sandbox: { sentMs: 300, completedMs: 1000 },
}
