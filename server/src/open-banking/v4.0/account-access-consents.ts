import type { Consent } from '../consents/index.ts'
import { formatDate } from '../http/index.ts'
import type { ConsentWords } from '../resources/index.ts'

/** Account access consents in the words of v4.0; one made in v3.1 is shown with the codes of v4.0 too. */
export const consentWords: ConsentWords = {
  version: '4.0',
  accountAccess,
  statuses: ['AWAU', 'AUTH', 'RJCT', 'COND', 'CANC', 'EXPD'],
}

function accountAccess(consent: Consent): object {
  const { expiresAt, transactionsFrom, transactionsTo, statusReasons } = consent
  return {
    ConsentId: consent.consentId,
    CreationDateTime: formatDate(consent.createdAt),
    Status: consent.status,
    StatusReason: statusReasons.length > 0 ? statusReasons.map(reasonOf) : undefined,
    StatusUpdateDateTime: formatDate(consent.statusAt),
    Permissions: consent.permissions,
    ExpirationDateTime: expiresAt ? formatDate(expiresAt) : undefined,
    TransactionFromDateTime: transactionsFrom ? formatDate(transactionsFrom) : undefined,
    TransactionToDateTime: transactionsTo ? formatDate(transactionsTo) : undefined,
  }
}

/** A reason of a status, as v4.0 writes it. */
export const reasonOf = ({ code, description, path }: Consent['statusReasons'][number]): object => ({
  StatusReasonCode: code,
  StatusReasonDescription: description,
  Path: path,
})
