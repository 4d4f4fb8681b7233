import type { SchemeAnswer } from './port.ts'

/** Meaning of the scheme codes for a client (domain 6.2), in one table. */

export const VERIFICATION_STATUSES = ['Match', 'NearMatch', 'NoMatch', 'NotAvailable'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

export const REASON_CODES = [
  'accountTypeMismatch',
  'accountNotFound',
  'accountSwitched',
  'accountOptedOut',
  'accountTypeNotSupported',
  'referenceInvalid',
  'pspNotParticipating',
  'identificationNotSupported',
  'timeout',
  'noAnswer',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

interface Meaning {
  status: VerificationStatus
  reason?: ReasonCode
  /** True if the registered name may be disclosed: only for a close match of the name. */
  tellsName?: true
}

/**
 * Codes of SEPA and the UK scheme with their meaning. SEPA uses one code for a wrong name and a missing account, so
 * that the existence of accounts is not disclosed; the UK scheme distinguishes the two.
 */
const OUTCOMES: Readonly<Record<string, Meaning>> = {
  MTCH: { status: 'Match' },
  CMTC: { status: 'NearMatch', tellsName: true },
  NMTC: { status: 'NoMatch' },
  NOAP: { status: 'NotAvailable', reason: 'pspNotParticipating' },
  NOID: { status: 'NotAvailable', reason: 'identificationNotSupported' },
  MATC: { status: 'Match' },
  MBAM: { status: 'NearMatch', tellsName: true },
  BAMM: { status: 'NearMatch', reason: 'accountTypeMismatch', tellsName: true },
  PAMM: { status: 'NearMatch', reason: 'accountTypeMismatch', tellsName: true },
  BANM: { status: 'NearMatch', reason: 'accountTypeMismatch' },
  PANM: { status: 'NearMatch', reason: 'accountTypeMismatch' },
  ANNM: { status: 'NoMatch' },
  AC01: { status: 'NoMatch', reason: 'accountNotFound' },
  IVCR: { status: 'NoMatch', reason: 'referenceInvalid' },
  ACNS: { status: 'NotAvailable', reason: 'accountTypeNotSupported' },
  OPTO: { status: 'NotAvailable', reason: 'accountOptedOut' },
  CASS: { status: 'NotAvailable', reason: 'accountSwitched' },
  SCNS: { status: 'NotAvailable', reason: 'pspNotParticipating' },
  TIMEOUT: { status: 'NotAvailable', reason: 'timeout' },
  NORR: { status: 'NotAvailable', reason: 'noAnswer' },
}

interface Outcome {
  status: VerificationStatus
  reasonCode: ReasonCode | null
  /** Registered name, only if it may be disclosed. */
  matchedName: string | null
}

/** The scheme's codes that we understand. */
export const isKnownCode = (code: string): boolean => Object.hasOwn(OUTCOMES, code)

/** Returns the outcome for a client; contains the registered name only for a close match. */
export function outcomeOf({ code, name }: Pick<SchemeAnswer, 'code' | 'name'>): Outcome {
  const { status, reason, tellsName }: Meaning = OUTCOMES[isKnownCode(code) ? code : 'NORR']!
  return { status, reasonCode: reason ?? null, matchedName: tellsName && name ? name : null }
}

/** Returns the message for the payer. */
export const messageOf = ({ status, reasonCode }: Outcome): string =>
  (reasonCode && REASON_MESSAGE[reasonCode]) ?? STATUS_MESSAGE[status]

const STATUS_MESSAGE: Record<VerificationStatus, string> = {
  Match: 'The name is that of the account.',
  NearMatch: 'The name is close to that of the account. Compare it with the registered name before you pay.',
  NoMatch: 'The name is not that of the account. If you pay, the money may go to somebody else and be lost.',
  NotAvailable: 'The name could not be checked. If you pay, the money may go to somebody else.',
}

const REASON_MESSAGE: Partial<Record<ReasonCode, string>> = {
  accountTypeMismatch:
    'The account is of another type: a company’s, not a person’s, or the reverse. Check whom you pay.',
  accountNotFound: 'The bank has no such account. Ask the payee for its details again.',
  accountSwitched: 'The account has moved to another bank. Ask the payee for its new details.',
}
