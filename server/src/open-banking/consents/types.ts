import type { ObVersion } from '../http/index.ts'

export type { ObVersion }

export type ConsentKind = 'accountAccess' | 'domesticPayment' | 'internationalPayment'

/** ISO codes of v4.0: awaiting authorisation, authorised, rejected, consumed, cancelled, expired. */
export type ConsentStatus = 'AWAU' | 'AUTH' | 'RJCT' | 'COND' | 'CANC' | 'EXPD'

/** Why a consent has its status: a code of the ISO and open-banking sets, at most 4 characters. */
export interface StatusReason {
  code: string
  /** At most 500 characters. */
  description: string
  path?: string
}

/**
 * What a payment consent asks for, in the vocabulary of v4.0 whatever its version: names and codes are those of v4.0,
 * numbers (ExchangeRate) are decimal text. A version's translation reads and writes this and nothing else.
 */
export interface PaymentTerms {
  initiation: Record<string, unknown>
  risk: Record<string, unknown>
  authorisation?: Record<string, unknown>
  scaSupportData?: Record<string, unknown>
  readRefundAccount?: 'Yes' | 'No'
  instructionPurpose?: string
}

/** The parts of a payment consent that rules and pages read: typed columns beside the terms. */
export interface ConsentedPayment {
  /** Of InstructedAmount. */
  currency: string
  /** Positive minor units of `currency`. */
  amountMinor: bigint
  /** CurrencyOfTransfer: what the payee gets. International only. */
  currencyOfTransfer: string | null
  creditorName: string | null
  /** Namespaced: "UK.OBIE.IBAN". */
  creditorScheme: string | null
  creditorIdentification: string | null
  reference: string | null
}

/** A consent of any kind. Instants are business time. */
export interface Consent {
  /** As third parties write it: "obc_…". It is the openbanking_intent_id too. */
  consentId: string
  /** Of the third party. */
  clientId: string
  version: ObVersion
  kind: ConsentKind
  /** At the instant it was read for: time alone turns AWAU into RJCT and AUTH into EXPD. */
  status: ConsentStatus
  statusReasons: StatusReason[]
  statusAt: Date
  createdAt: Date
  /** While awaiting: when it is refused by time. */
  authoriseBy: Date
  /** Account access only: codes of the standard, without repetition. */
  permissions: string[]
  /** Account access only; null: open ended. */
  expiresAt: Date | null
  transactionsFrom: Date | null
  transactionsTo: Date | null
  /** Payments only. */
  payment: ConsentedPayment | null
  /** Payments only. */
  terms: PaymentTerms | null
  /** Payments only: what we added when the consent was made (charges, rate, cut-off), in the vocabulary of v4.0. */
  offer: Record<string, unknown> | null
  /** Set by the approval. */
  entityId: string | null
  psuId: string | null
  /** Stored ids: the accounts shared, or the one that pays. */
  accountIds: string[]
  authorisedAt: Date | null
}
