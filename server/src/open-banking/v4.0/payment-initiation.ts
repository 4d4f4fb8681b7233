import { type PaymentWords, withNamespaces } from '../initiation/index.ts'
import type { ConsentStatus } from '../consents/index.ts'
import { reasonOf } from './account-access-consents.ts'
import { DomesticBodies, InternationalBodies } from './payment-schema.ts'
import { PURPOSE_CODES } from './purpose-codes.ts'

type Members = Record<string, unknown>
const itself = <T extends string>(...codes: T[]) =>
  Object.fromEntries(codes.map((code) => [code, code])) as Record<T, T>
const PAYMENT = itself('RCVD', 'PDNG', 'ACTC', 'PATC', 'ACSP', 'ACSC', 'ACCC', 'RJCT')

/** Payment initiation in the words of v4.0, which are those that we keep. */
export const paymentWords: PaymentWords = {
  version: '4.0',
  bodies: { domesticPayment: DomesticBodies, internationalPayment: InternationalBodies },
  initiation: { in: (sent) => sent, out: initiationOut },
  risk: { in: (sent) => sent, out: riskOut },
  consentStatus: itself<ConsentStatus>('AWAU', 'AUTH', 'RJCT', 'COND', 'CANC', 'EXPD'),
  statusReasons: ({ statusReasons }) => (statusReasons.length > 0 ? statusReasons.map(reasonOf) : undefined),
  paymentStatus: PAYMENT,
  detailStatus: PAYMENT,
  detailReason: (_status, code) => code,
  place: (pointer) => pointer,
  authorisationStatus: itself('AWAF', 'AUTH', 'RJCT'),
  paymentReasons: (reason) =>
    reason ? [{ StatusReasonCode: reason.code, StatusReasonDescription: reason.description }] : undefined,
}

/** Converts the initiation of a v3.1 consent, whose purpose is part of the risk in v4.0. */
function initiationOut({ Purpose: _v31, ...initiation }: Members): Members {
  return withNamespaces(initiation)
}

/** Converts the risk of a v3.1 consent: a misspelt member, codes unknown to v4.0 and the purpose of its initiation. */
function riskOut(
  { ContractPresentInidicator: misspelt, PaymentPurposeCode: coded, ...risk }: Members,
  initiation: Members,
) {
  const purpose = coded ?? initiation['Purpose']
  return {
    ...risk,
    ...(misspelt === undefined ? {} : { ContractPresentIndicator: misspelt }),
    ...(PURPOSE_CODES.includes(String(purpose)) ? { PaymentPurposeCode: purpose } : {}),
  }
}
