import type { Origin } from '../../kernel/values/act.ts'
import type { Actor } from '../../kernel/values/actor.ts'
import type { Day } from '../../kernel/values/days.ts'

/** Purpose of a ledger account. The last five, and an `in_transit` per client, belong to the house book. */
export type AccountKind =
  | 'client'
  | 'margin'
  | 'fx_position'
  | 'in_transit'
  | 'out_clearing'
  | 'suspense'
  | 'fees'
  | 'fx_revenue'
  | 'safeguarding'
  | 'nostro'
  | 'suspense_in'
  | 'own_funds'

/** Type of a statement line, as on the wire. */
export type TransactionType =
  | 'Deposit'
  | 'Payment'
  | 'PaymentReturn'
  | 'PaymentFee'
  | 'FxSettlement'
  | 'Drawdown'
  | 'InternalTransfer'
  | 'MarginPosted'
  | 'MarginReleased'
  | 'Interest'
  | 'Adjustment'

/**
 * Internal account of an entity's book, named by its purpose and opened at its first use. `qualifier` distinguishes
 * accounts of one kind and currency: the rail of `out_clearing`, the client's entity id of the house's `in_transit`.
 */
export interface InternalAccount {
  kind: Exclude<AccountKind, 'client'>
  qualifier?: string
}

export interface Counterparty {
  name?: string
  iban?: string
  accountNumber?: string
  bic?: string
  address?: string
  country?: string
}

/** Additional data of a statement line; amounts and rates as wire text. */
export interface PostingDetail {
  uetr?: string
  clientReference?: string
  /** Reference of the bill that a payment pays. */
  creditorReference?: string
  /** Stored id of the virtual account to which the payer sent the money. */
  virtualAccountId?: string
  exchange?: { rate: string; pair: string; buyAmount: string; sellAmount: string }
  /** ISO 20022 domain, family and sub-family, where the rail decides it; of the principal, not of fees posted with it. */
  bankTransactionCode?: string
  /** Reason of a returned or refused payment: a code of ISO 20022 or our own. */
  returnReason?: string
  /** Stored ids of the payments of a journal for several. */
  payments?: readonly string[]
}

/** One line of a journal. */
export interface Leg {
  /** A client account's id, or an internal account of the same book. */
  account: string | InternalAccount
  currency: string
  /** Minor units; credit is positive: a client's balance is a liability of the house. */
  amountMinor: bigint
  /** Absent: the journal's. */
  type?: TransactionType
  description?: string
  counterparty?: Counterparty
}

/** Money on hold: it reduces the available balance until it is released. */
export interface HoldOrder {
  holdId: string
  accountId: string
  /** Positive minor units of the account's currency. */
  amountMinor: bigint
  currency: string
  purpose: HoldPurpose
}
export type HoldPurpose = 'payment' | 'trade' | 'margin'

/** One indivisible act on one entity's book: legs that sum to zero per currency, a hold placed, a hold released, or several of these. */
export interface JournalCommand {
  entityId: string
  /** uuid v7; made when absent. */
  journalId?: string
  /** Names the event of domain 9.2: "fundsReceived", "spotSettlement", "internalTransfer". */
  kind: string
  /** The resource that this is for; statement lines name it as their related resource. */
  source: { type: string; id: string }
  valueDate: Day
  legs: readonly Leg[]
  /** Statement type of the legs that name none. Needed when there are legs. */
  type?: TransactionType
  description?: string
  reference?: string
  endToEndId?: string
  detail?: PostingDetail
  /** Placed after the legs. */
  hold?: HoldOrder
  /** Released before the legs. */
  release?: { holdId: string; accountId: string }
  reversalOf?: string
  /** Marks a command without legs, hold and release: only its caller's record is stored, in the set with those that move money. */
  movesNothing?: boolean
}

/** Record stored with the effect of a command that comes directly from a request, through the batcher. */
export interface CommandRecord {
  /**
   * Key that prevents a second effect of a repeated command. `request` is the canonical request (kernel/command.ts).
   */
  idempotency?: { clientId: string; operation: string; key: string; request: string }
  requestId?: string
  /** Epoch of the sandbox in which the request was received. */
  epoch?: number | undefined
  /** Event and audit row of the change; the resource is the command's source. */
  event?: { type: string; previousStatus?: string; actor: Actor } & Omit<Origin, 'requestId'>
}

/** The journal of a command that was carried out. */
export interface Posted {
  journalId: string
  /** Business time of booking: never before an earlier posting of the same account. */
  postedAt: Date
  /** Sequence of each leg on its account, in the order of the legs. */
  sequences: bigint[]
}

/** Answer to one command of a batch. */
export type BatchAnswer =
  | ({ outcome: 'posted' } & Posted)
  /** `accountId` is short of `missingMinor`. */
  | { outcome: 'insufficient_funds'; accountId: string; missingMinor: bigint }
  | { outcome: 'account_blocked'; accountId: string }
  /** The account would have been credited. */
  | { outcome: 'account_closed'; accountId: string }
  /** The caller's own check (see PostingBatcherOptions.refuse) found `resourceId` in the way. */
  | { outcome: 'refused'; resourceId: string }
  /** Known key with the same request: returns the stored answer. */
  | { outcome: 'replay'; of: StoredAnswer }
  /** The key is known with another request. */
  | { outcome: 'key_reused'; request: string }

export type StoredAnswer =
  | { outcome: 'posted'; resourceId: string }
  | { outcome: 'insufficient_funds'; missingMinor: bigint; requestId: string | null }
  | { outcome: 'account_blocked'; requestId: string | null }
  | { outcome: 'account_closed'; requestId: string | null }
  | { outcome: 'refused'; resourceId: string; requestId: string | null }
  /** The key was used outside the ledger (a refusal before anything was posted): its row holds the answer. */
  | { outcome: 'answered' }

export interface BalanceRow {
  entityId: string
  accountId: string
  currency: string
  balanceMinor: bigint
  heldMinor: bigint
  floorMinor: bigint | null
  blocked: boolean
  /** Sequence of the last posting; 0 before the first. */
  sequence: bigint
}

/** A balance with the parts of what is held; the rest is held for payments. */
export interface HeldBalanceRow extends BalanceRow {
  heldTradeMinor: bigint
  heldMarginMinor: bigint
}

/** A posting as a statement line shows it. */
export interface PostingRow {
  entityId: string
  accountId: string
  sequence: bigint
  journalId: string
  currency: string
  amountMinor: bigint
  balanceAfterMinor: bigint
  valueDate: Day
  postedAt: Date
  type: TransactionType
  description: string | null
  reference: string | null
  endToEndId: string | null
  counterpartyName: string | null
  /** IBAN or account number. */
  counterpartyAccount: string | null
  relatedType: string
  relatedId: string
  detail: (PostingDetail & Pick<Counterparty, 'bic' | 'address' | 'country'>) | null
  /** A later journal took it back. */
  reversed: boolean
}

export interface HoldRow {
  holdId: string
  entityId: string
  accountId: string
  currency: string
  amountMinor: bigint
  purpose: HoldPurpose
  relatedType: string
  relatedId: string
  description: string | null
  reference: string | null
  createdAt: Date
  releasedAt: Date | null
}
