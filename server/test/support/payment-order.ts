import type { NewPaymentConsent } from '../../src/open-banking/consents/creation.ts'
import type { ObVersion } from '../../src/open-banking/http/index.ts'
import { international } from './initiation.ts'

const PAYEES = {
  EUR: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE75512108001245126199' },
  GBP: { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: '20000055779911' },
}
/** Keys of the payees' accounts in the directory of the simulated banks. */
export const PAYEE_KEYS = { EUR: 'DE75512108001245126199', GBP: 'UK:200000:55779911' }

export interface DomesticOrder {
  amount?: string
  creditor?: string
  currency?: keyof typeof PAYEES
  version?: ObVersion
}

/** Returns the request of a third party for a domestic payment. */
export const domesticPayment = ({
  amount = '1250.00',
  creditor = 'Muster GmbH',
  currency = 'EUR',
  version = '4.0',
}: DomesticOrder): object => ({
  Data: {
    Initiation: {
      InstructionIdentification: 'I-1',
      EndToEndIdentification: 'E-1',
      InstructedAmount: { Amount: amount, Currency: currency },
      CreditorAccount: { ...PAYEES[currency], Name: creditor },
      RemittanceInformation: { Unstructured: version === '4.0' ? ['Invoice 7'] : 'Invoice 7' },
    },
  },
  Risk: {},
})

/** Returns a stored consent to a payment in dollars at a promised rate, which one of the user's accounts can pay. */
export const paymentAbroad = (clientId: string): NewPaymentConsent => ({
  clientId,
  version: '4.0',
  kind: 'internationalPayment',
  payment: {
    currency: 'USD',
    amountMinor: 125_000n,
    currencyOfTransfer: 'USD',
    creditorName: 'Great Lakes Tooling Inc.',
    creditorScheme: 'UK.OBIE.BBAN',
    creditorIdentification: '021000021 1234567890',
    reference: 'Invoice 4711',
  },
  terms: {
    initiation: {
      ...international('4.0', { InstructedAmount: { Amount: '1250.00', Currency: 'USD' } }),
      ExchangeRateInformation: undefined,
    },
    risk: {},
  },
  offer: {
    Charges: [{ Type: 'UK.OBIE.CHAPSOut', ChargeBearer: 'Shared', Amount: { Amount: '12.50', Currency: 'GBP' } }],
    ExchangeRateInformation: {
      UnitCurrency: 'GBP',
      ExchangeRate: '1.31415',
      RateType: 'Actual',
      ExpirationDateTime: '2027-01-01T09:30:00Z',
    },
  },
})
