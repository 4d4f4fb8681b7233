import type { Consent, ConsentStatus } from '../consents/index.ts'
import { formatDate } from '../http/index.ts'
import type { ConsentWords } from '../resources/index.ts'

/** Names of v3.1 for the codes we keep; cancelled and expired ones stay Authorised there, and access fails. */
export const STATUSES: Record<ConsentStatus, string> = {
  AWAU: 'AwaitingAuthorisation',
  AUTH: 'Authorised',
  RJCT: 'Rejected',
  COND: 'Consumed',
  CANC: 'Authorised',
  EXPD: 'Authorised',
}

/** Account access consents in the words of v3.1, which has none for one that was withdrawn at the bank or has expired. */
export const consentWords: ConsentWords = {
  version: '3.1',
  accountAccess,
  statuses: [...new Set(Object.values(STATUSES))],
}

function accountAccess(consent: Consent): object {
  const { expiresAt, transactionsFrom, transactionsTo } = consent
  return {
    ConsentId: consent.consentId,
    CreationDateTime: formatDate(consent.createdAt),
    Status: STATUSES[consent.status],
    StatusUpdateDateTime: formatDate(consent.statusAt),
    Permissions: consent.permissions,
    ExpirationDateTime: expiresAt ? formatDate(expiresAt) : undefined,
    TransactionFromDateTime: transactionsFrom ? formatDate(transactionsFrom) : undefined,
    TransactionToDateTime: transactionsTo ? formatDate(transactionsTo) : undefined,
  }
}
