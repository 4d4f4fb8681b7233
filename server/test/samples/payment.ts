import type { PaymentRow } from '../../src/payments/index.ts'
import { confirmationDocument } from '../../src/payments/surface/confirmation.ts'
import { issuer, uuid } from './parties.ts'

const at = new Date('2026-11-24T10:42:00Z')

/** A payment to Türkiye, bought by a trade, to a payee whose name was verified. */
const payment: PaymentRow = {
  entityId: uuid(1),
  paymentId: uuid(20),
  accountId: uuid(5),
  currency: 'USD',
  amountMinor: 48_750_00n,
  feeMinor: 20_00n,
  status: 'Sent',
  paymentDate: '2026-11-24',
  beneficiarySnapshot: {
    name: 'Şişli Tekstil ve Dış Ticaret A.Ş.',
    address: { line1: 'Büyükdere Caddesi 112', city: 'İstanbul', postCode: '34394', countryCode: 'TR' },
    iban: 'TR330006100519786457841326',
    bic: 'TGBATRIS',
    bankName: 'Türkiye Garanti Bankası',
    bankCountryCode: 'TR',
  },
  tradeId: uuid(21),
  reference: 'Proforma 4471',
  reason: 'Cotton yarn, November',
  purposeCode: 'GDDS',
  chargeBearer: 'OUR',
  rail: 'Swift',
  details: { remittance: { unstructured: 'Proforma 4471 of 12 November 2026, second instalment' } },
  debtor: {
    name: 'Nordlicht Handels GmbH',
    accountId: 'acc_sample',
    iban: 'DE17501990000010000001',
    address: { line1: 'Speicherstraße 12', city: 'Hamburg', postCode: '20457', countryCode: 'DE' },
  },
  clientReference: 'PO-2026-118',
  endToEndId: 'pay01KAD5Q0004',
  uetr: '1f0c2b7e-5d3a-4c69-9e44-0a6b1c2d3e4f',
  sentAt: new Date('2026-11-24T10:41:12Z'),
  completedAt: null,
} as Partial<PaymentRow> as PaymentRow

export const samplePaymentConfirmation = () =>
  confirmationDocument({
    payment,
    debtorBic: 'CMBTDEFF',
    trade: { tradeId: uuid(21), currencyPair: 'EUR/USD', rate: '1.16546' } as never,
    verification: { status: 'Match', checkedAt: new Date('2026-11-24T10:35:40Z') } as never,
    issuer,
    timeZone: 'Europe/Berlin',
    at,
  })
