/**
 * Consents of the open-banking interface: the third party's request, the user's (PSU's) decision and the outcome. One
 * life cycle for both versions of the standard, in the ISO codes of v4.0; a consent stores the version that created it,
 * which determines its visibility in the other. Ids are wire ids ("obc_…", also the openbanking_intent_id). User pages:
 * `consentForApproval` (the request), `accountsToChoose` (selectable accounts), `authoriseConsent`, `lockConsent`,
 * `rejectConsent` (refused, left, failed), `consentsOfPsu`, `revokeConsent`. Interface: `createAccountAccess`,
 * `createPaymentConsent`, `getConsent`, `deleteConsent`; for a payment `getUsableConsent`, `differences` (against the
 * consent) and `consumeConsent`, for sets of payments `lockAuthorised` and `consumedOfSet`. A registration that ends or is narrowed:
 * `deleteConsentsOfClient`, `endConsentsOfScopes`. Expiry depends on business time alone:
 * an awaiting consent is rejected after an hour and an authorised one expires at its ExpirationDateTime for every
 * reader; the worker only emits the event.
 */
export { type ApprovalEvidence, findApproval, statementHash, type StoredApproval } from './approvals.ts'
export { differences } from './compare.ts'
export {
  type ConsentStore,
  createAccountAccess,
  createConsentStore,
  createPaymentConsent,
  type CreationRecord,
  type NewAccountAccess,
  type NewPaymentConsent,
} from './creation.ts'
export { IN_WORDS, isPossible } from './lifecycle.ts'
export { isCancelledForGood } from './rules.ts'
export { consumedOfSet, formatConsentId, keepPayeeAnswer, lockAuthorised, parseConsentId } from './queries.ts'
export { type PermissionCode } from './permission-codes.ts'
export { accountsToChoose, checkPermissions, consentNotFound, isKnownTo, namespaced, ofAnother } from './rules.ts'
export {
  authoriseConsent,
  lockConsent,
  consentForApproval,
  consentsOfPsu,
  consumeConsent,
  deleteConsent,
  deleteConsentsOfClient,
  endConsentsOfScopes,
  findConsent,
  getConsent,
  getUsableConsent,
  rejectConsent,
  revokeConsent,
  scopeOf,
} from './service.ts'
export { lastUses, noteConsentUse } from './uses.ts'
export type {
  CheckPayee,
  Consent,
  ConsentStatus,
  FindPayers,
  Funds,
  ObVersion,
  Payer,
  Payers,
  PaymentTerms,
  StatusReason,
} from './types.ts'
export { consentsModule } from './module.ts'
