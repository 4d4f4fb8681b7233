import { accountAccessCan, paymentCan } from './possible.ts'
import type { Consent, ConsentStatus, StatusReason } from './types.ts'

export type ConsentAct = keyof typeof accountAccessCan

/** Returns true if the consent's status permits the action. */
export function isPossible(consent: Pick<Consent, 'kind' | 'status'>, act: ConsentAct): boolean {
  const allowed: readonly ConsentStatus[] = (consent.kind === 'accountAccess' ? accountAccessCan : paymentCan)[act]
  return allowed.includes(consent.status)
}

/** Consent statuses in words valid for both versions: "The consent has been used". */
export const IN_WORDS: Record<ConsentStatus, string> = {
  AWAU: 'awaits authorisation',
  AUTH: 'is authorised',
  RJCT: 'was rejected',
  COND: 'has been used',
  CANC: 'was withdrawn by the user',
  EXPD: 'has expired',
}

/** Reasons by the standard's codes (OBExternalStatusReason1Code). U042 is not among them: it is for what is not disclosed. */
export const REASONS = {
  expired: { code: 'TKXP', description: 'The consent has expired. Create a new one.' },
  notCompleted: { code: 'U036', description: 'The user did not complete the authentication in time.' },
  cancelled: { code: 'U036', description: 'The user cancelled before logging in.' },
  refused: { code: 'U037', description: 'The user refused the request.' },
  needsOthers: { code: 'NARR', description: 'The payer’s approval policy requires more than one authorisation.' },
  failed: { code: 'U033', description: 'The authentication failed.' },
  revoked: { code: 'CN01', description: 'The user withdrew the consent at the account provider.' },
  notCovered: { code: 'CN01', description: 'The registration of the third party no longer covers this consent.' },
  consumed: { code: 'U038', description: 'The payment has been created.' },
} as const satisfies Record<string, StatusReason>
export type ReasonName = keyof typeof REASONS

/**
 * Status, reasons and instant of a consent as time alone makes them: an awaiting one past its deadline is rejected, an
 * authorised one past ExpirationDateTime is expired, from exactly that instant. A cancelled one stays cancelled.
 */
export function standingAt(
  stored: Pick<Consent, 'status' | 'statusReasons' | 'statusAt' | 'authoriseBy' | 'expiresAt'>,
  now: Date,
): Pick<Consent, 'status' | 'statusReasons' | 'statusAt'> {
  const { status, statusReasons, statusAt, authoriseBy, expiresAt } = stored
  if (status === 'AWAU') {
    const end = expiresAt && expiresAt < authoriseBy ? expiresAt : authoriseBy
    if (now >= end) return { status: 'RJCT', statusReasons: [REASONS.notCompleted], statusAt: end }
  }
  if (status === 'AUTH' && expiresAt && now >= expiresAt)
    return { status: 'EXPD', statusReasons: [REASONS.expired], statusAt: expiresAt }
  return { status, statusReasons, statusAt }
}
