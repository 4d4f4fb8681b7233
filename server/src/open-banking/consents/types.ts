import type { Account } from '../../accounts/index.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import type { ObVersion } from '../http/index.ts'

export type { ObVersion }

export type PaymentConsentKind = 'domesticPayment' | 'internationalPayment'
export type ConsentKind = 'accountAccess' | PaymentConsentKind

/** ISO codes of v4.0: awaiting authorisation, authorised, rejected, consumed, cancelled, expired. */
export type ConsentStatus = 'AWAU' | 'AUTH' | 'RJCT' | 'COND' | 'CANC' | 'EXPD'

/** Reason of a consent's status: an ISO or open-banking code of at most 4 characters. */
export interface StatusReason {
  code: string
  /** Text of at most 500 characters. */
  description: string
  path?: string
}

/**
 * Requested terms of a payment consent, in the vocabulary of v4.0 for either version: names and codes of v4.0, numbers
 * (ExchangeRate) as decimal text. The translation of a version reads and writes only these.
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
  /** Currency of InstructedAmount. */
  currency: string
  /** Positive minor units of `currency`. */
  amountMinor: bigint
  /** CurrencyOfTransfer: the currency the payee receives. International only. */
  currencyOfTransfer: string | null
  creditorName: string | null
  /** Namespaced: "UK.OBIE.IBAN". */
  creditorScheme: string | null
  creditorIdentification: string | null
  reference: string | null
}

/** A consent of any kind. Instants are business time. */
export interface Consent {
  /** Wire id "obc_…", also the openbanking_intent_id. */
  consentId: string
  /** Client of the third party. */
  clientId: string
  version: ObVersion
  kind: ConsentKind
  /** Status at the time of reading: time alone turns AWAU into RJCT and AUTH into EXPD. */
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
  /** Payments only: values we added at creation (charges, rate, cut-off), in the vocabulary of v4.0. */
  offer: Record<string, unknown> | null
  /** Set by the approval. */
  entityId: string | null
  psuId: string | null
  /** Stored ids: the accounts shared, or the one that pays. */
  accountIds: string[]
  authorisedAt: Date | null
}

/** Money of an account for a payment, in minor units of the account's currency. */
export interface Funds {
  availableMinor: bigint
  /** Effect on the payment: without enough money it waits until `until` and is then rejected, or is rejected at once. */
  effect: 'Enough' | 'Waits' | 'Rejected'
  until?: Date
}

/** An account that can make the payment of a consent. */
export interface Payer {
  account: Account
  /** Absent if the money comes from an agreed trade. */
  funds?: Funds
  /** True if the payment then waits for other approvers of the payer. */
  needsOthers: boolean
}

export interface Payers {
  /** Oldest account first. */
  payers: Payer[]
  /** Accounts that only lack the money. */
  short: { account: Account; funds: Funds }[]
  /** Present if no account can pay. */
  whyNone?: {
    /** True if a single authorisation was requested and the payer's policy requires more. */
    isSingleTooFew: boolean
    /** The first rejection, in words for the third party. */
    rejection: Refusal
    /** Each reason once. */
    reasons: StatusReason[]
  }
}

/**
 * Finds the accounts of a user that can make the payment of a consent now and within the next minute.
 *
 * @param psu.among stored ids of the accounts to try; absent: every account that can be chosen
 */
export type FindPayers = (
  consent: Consent,
  psu: { entityId: string; psuId: string; among?: readonly string[] },
  moment: { at: Date; wall: Date; requestId: string },
) => Promise<Payers>

/**
 * Has the payee's bank asked about a consent that was stored without the answer; returns the consent with it.
 */
export type CheckPayee = (consent: Consent, act: Act) => Promise<Consent>
