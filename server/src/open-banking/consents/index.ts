/**
 * Consents of the open-banking interface: what a third party asks for, what a user (PSU) decides, what became of it. One
 * life cycle for both versions of the standard, in the ISO codes of v4.0; consents know the version they were made in,
 * and which other version may see them. Ids are those of the wire ("obc_…", also the openbanking_intent_id).
 *
 * For the user's pages: `consentForApproval` (what is asked), `accountsToChoose` (which accounts can be ticked),
 * `authoriseConsent`, `lockConsent`, `rejectConsent` (refused, left, failed), `consentsOfPsu`, `revokeConsent`. For the interface:
 * `createAccountAccess`, `createPaymentConsent`, `getConsent`, `deleteConsent`; for a payment `getUsableConsent`,
 * `differences` (against what was consented to) and `consumeConsent`. For a registration that
 * ends: `deleteConsentsOfClient`. Time needs no help: an awaiting consent is rejected after an hour and an authorised one
 * expires at its ExpirationDateTime, both by business time, whoever reads it; the worker only tells of it.
 */
export { differences } from './compare.ts'
export { IN_WORDS, isPossible } from './lifecycle.ts'
export { formatConsentId, parseConsentId } from './queries.ts'
export {
  accountsToChoose,
  consentNotFound,
  isKnownTo,
  namespaced,
  ofAnother,
  PERMISSION_CODES,
  type PermissionCode,
} from './rules.ts'
export {
  authoriseConsent,
  lockConsent,
  CONSENT_EXPIRY,
  type ConsentActContext,
  consentExpiryHandler,
  consentForApproval,
  consentsOfPsu,
  consumeConsent,
  createAccountAccess,
  createPaymentConsent,
  deleteConsent,
  deleteConsentsOfClient,
  findConsent,
  getConsent,
  getUsableConsent,
  type NewAccountAccess,
  type NewPaymentConsent,
  rejectConsent,
  revokeConsent,
  consentHistory,
} from './service.ts'
export type { Consent, ConsentKind, ConsentStatus, ObVersion, PaymentTerms } from './types.ts'
export { consentsModule } from './module.ts'
