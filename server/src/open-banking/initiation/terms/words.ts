import type { TSchema } from 'typebox'
import type { Consent, ConsentStatus, NewPaymentConsent, ObVersion } from '../../consents/index.ts'

export type PaymentKind = NewPaymentConsent['kind']

/** ISO 20022 status of a payment, as v4.0 has them. We use these of its thirteen. */
export type PaymentStatusCode = 'RCVD' | 'PDNG' | 'ACTC' | 'PATC' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT'
export type AuthorisationCode = 'AWAF' | 'AUTH' | 'RJCT'

type Members = Record<string, unknown>

/**
 * A version's words for payment initiation. Inside, everything is in the vocabulary of v4.0; `in` brings what was sent
 * into it, `out` says it in the version's own.
 */
export interface PaymentWords {
  version: ObVersion
  bodies: Record<PaymentKind, { consent: TSchema; payment: TSchema }>
  initiation: { in(sent: Members): Members; out(initiation: Members, consent: Consent): Members }
  risk: { in(sent: Members): Members; out(risk: Members): Members }
  consentStatus: Record<ConsentStatus, string>
  /** v4.0 says why a status is what it is. */
  statusReasons(consent: Pick<Consent, 'statusReasons'>): object[] | undefined
  paymentStatus: Record<PaymentStatusCode, string>
  /** Of a step in payment-details, which knows more words. */
  detailStatus: Record<PaymentStatusCode, string>
  authorisationStatus: Record<AuthorisationCode, string>
  paymentReasons(reason: { code: string; description: string } | undefined): object[] | undefined
}
