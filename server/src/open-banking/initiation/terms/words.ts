import type { TSchema } from 'typebox'
import type { Consent, ConsentStatus, NewPaymentConsent, ObVersion } from '../../consents/index.ts'

export type PaymentKind = NewPaymentConsent['kind']

/** ISO 20022 status of a payment, as v4.0 has them. We use these of its thirteen. */
export type PaymentStatusCode = 'RCVD' | 'PDNG' | 'ACTC' | 'PATC' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT'
export type AuthorisationCode = 'AWAF' | 'AUTH' | 'RJCT'

type Members = Record<string, unknown>

/**
 * Words of a version for payment initiation. Internally everything is in the vocabulary of v4.0; `in` converts requests
 * into it, `out` converts responses to the version's own.
 */
export interface PaymentWords {
  version: ObVersion
  bodies: Record<PaymentKind, { consent: TSchema; payment: TSchema }>
  /** Returns the JSON pointer of a field of a request by that of its converted form. */
  place: (pointer: string) => string
  initiation: { in(sent: Members): Members; out(initiation: Members, consent: Consent): Members }
  risk: { in(sent: Members): Members; out(risk: Members, initiation: Members): Members }
  consentStatus: Record<ConsentStatus, string>
  /** Reasons of the current status; v4.0 only. */
  statusReasons(consent: Pick<Consent, 'statusReasons'>): object[] | undefined
  paymentStatus: Record<PaymentStatusCode, string>
  /** Status of a step in payment-details, which has more values. */
  detailStatus: Record<PaymentStatusCode, string>
  /** Reason of a step in payment-details, by its status and its code in v4.0. */
  detailReason: (status: PaymentStatusCode, code: string) => string
  authorisationStatus: Record<AuthorisationCode, string>
  paymentReasons(reason: { code: string; description: string } | undefined): object[] | undefined
}
