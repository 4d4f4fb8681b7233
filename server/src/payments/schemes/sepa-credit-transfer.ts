import { isSepa } from '../../kernel/values/countries.ts'
import { IBAN } from './facts/bank-fields.ts'
import type { PaymentScheme } from './facts/scheme.ts'

/** SEPA credit transfer. */
export const sepaCreditTransfer: PaymentScheme = {
  title: 'SEPA credit transfer',
  currencies: ['EUR'],
  serves: (currency, bankCountry) => currency === 'EUR' && (bankCountry === undefined || isSepa(bankCountry)),
  speeds: ['Normal'],
  limits: { EUR: '999999999.99' },
  open: 'BusinessDays',
  cutOff: { time: '16:00', zone: 'Europe/Brussels' },
  arrivalDays: 1,
  bearers: ['SHA'],
  bankDetails: [{ country: { includes: isSepa }, currency: 'EUR', alternatives: [[IBAN]] }],
  text: { characters: 'SwiftX', nameLimit: 70, referenceLimit: 35 },
  remittance: 'OneLine',
  carriesPurpose: () => true,
  iso20022: {
    bankTransactionCode: 'PMNT ICDT ESCT',
    serviceLevel: 'SEPA',
    settlement: 'CLRG',
    chargeBearer: 'SLEV',
    forbidsInstructions: true,
    nameLimit: 70,
  },
  openBanking: { localInstrument: 'SEPACreditTransfer', speed: 'Normal' },
  recallNeedsConsent: false,
  sandbox: { sentMs: 1000, completedMs: 4000 },
}
