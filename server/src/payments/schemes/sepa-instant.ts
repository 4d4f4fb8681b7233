import { isSepa } from '../../kernel/values/countries.ts'
import { IBAN } from './facts/bank-fields.ts'
import type { PaymentScheme } from './facts/scheme.ts'

/** SEPA instant credit transfer. */
export const sepaInstant: PaymentScheme = {
  title: 'SEPA instant credit transfer',
  currencies: ['EUR'],
  serves: (currency, bankCountry) => currency === 'EUR' && (bankCountry === undefined || isSepa(bankCountry)),
  speeds: ['Urgent', 'Instant'],
  limits: { EUR: '999999999.99' },
  open: 'Always',
  cutOff: { time: '24:00', zone: 'Europe/Brussels' },
  arrivalDays: 0,
  bearers: ['SHA'],
  bankDetails: [{ country: { includes: isSepa }, currency: 'EUR', alternatives: [[IBAN]] }],
  text: { characters: 'SwiftX', nameLimit: 70, referenceLimit: 35 },
  remittance: 'OneLine',
  carriesPurpose: () => true,
  iso20022: {
    bankTransactionCode: 'PMNT IRCT ESCT',
    serviceLevel: 'SEPA',
    localInstrument: { code: 'INST' },
    settlement: 'CLRG',
    chargeBearer: 'SLEV',
    forbidsInstructions: true,
    nameLimit: 70,
  },
  openBanking: { localInstrument: 'SEPAInstantCreditTransfer', speed: 'Instant' },
  recallNeedsConsent: true,
  sandbox: { sentMs: 300, completedMs: 1000 },
}
