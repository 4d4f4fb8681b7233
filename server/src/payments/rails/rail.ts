import type { Day } from '../../kernel/values/days.ts'
import type { Rail } from '../schemes/index.ts'

/** Complete instruction for one payment, so that an adapter needs no other data. Amounts are decimal strings. */
export interface RailInstruction {
  /** Names the payment to every bank, and to us when the rail reports on it. */
  uetr: string
  endToEndId: string
  rail: Rail
  currency: string
  amount: string
  paymentDate: string
  reference: string
  chargeBearer: 'SHA' | 'OUR' | 'BEN'
  purposeCode?: string | undefined
  debtor: {
    name: string
    accountId: string
    iban?: string | undefined
    accountNumber?: string | undefined
    type?: 'Individual' | 'Company'
    /** ISO 3166-1, of the address or else of incorporation. */
    country?: string
    address?: Record<string, unknown>
    lei?: string
  }
  /** The payee and its account, as the beneficiary was at release. */
  creditor: Record<string, unknown>
  /** Remittance, ultimate parties and regulatory parts of the order. */
  details: Record<string, unknown>
}

/** The payee's account is credited: more than ACSC, by which the money has only left. */
export const CREDITED = 'ACCC'

/** Length from which a bank's id names one return: shorter ones, such as the number of an item in its message, recur. */
export const OWN_ID_LENGTH = 8

/** References under which earlier releases may have stored an entry or a part of one. */
export interface FormerNames {
  /** The number of the entry, which another message may have too: releases before migration 0121. */
  formerReference?: string
  /** The place of a part in its entry, which changes with their order: releases before migration 0127. */
  formerPlace?: { start: string; end: string; position: number; count: number }
  /** The name of a part of an entry without a reference of the bank, or of one that came alone: releases before migration 0134. */
  formerName?: string
}

/** An amount in minor units of a currency. */
export interface Minor {
  currency: string
  amountMinor: bigint
}

/** Report of a rail about a submitted payment. */
export interface RailReport extends FormerNames {
  /** The amount under which earlier releases may have stored it: that of the one part of an entry, before charges. */
  formerMoney?: Minor
  uetr: string
  /** The rail's own id of this message: an exact repetition counts once. */
  railRef: string
  /** The bank's id of a return, which ends `railRef`. It names the same return in another message. */
  returnId?: string
  /** Names the entry of a camt.054 that it is a part of. */
  entryReference?: string
  /** The day from which the bank counts the money of that entry. */
  valueDate?: Day
  /** Sent: the debit is booked at our bank. Completed: it is settled. Returned: the money came back, after a recall too.
   * RecallRefused: it does not come back. */
  status: 'Sent' | 'Completed' | 'Failed' | 'Returned' | 'RecallRefused'
  /** ISO reason code of a failure or a return; `CREDITED` of a completion by which the payee has the money. */
  reason?: string
  /** True of a return that is only the reversal of a booking: it may cancel a debit that the bank booked by mistake. */
  isReversal?: true
  /** Amount of a return in minor units of `currency`, absent for the full unreturned amount; or that of a booked debit (Sent). */
  amountMinor?: bigint
  /** Currency of the amount, if the rail names one. Money in a currency other than the payment's goes to suspense. */
  currency?: string
  /** Business time from which it counts. */
  at: Date
}

/** A request to have a payment back (camt.056). */
export interface RecallRequest {
  instruction: RailInstruction
  /** ISO 20022 cancellation reason: CUST, DUPL, TECH, FRAD … */
  reason: string
  note?: string
}

/**
 * Port to an external bank. `submit` hands an instruction over, in no transaction and under no lock; it runs after the
 * release has committed, and again after a failure or crash, so an adapter must treat the same uetr as the same payment.
 * Reports arrive later through `receiveReport`, or immediately through `report`, which commits together with the hand-over.
 */
export interface RailPort {
  /**
   * Makes no external call, and has no effect but its reports: it runs with the transaction that stores the hand-over, for dry runs too, and
   * again where a payment that a set has refused is made alone.
   */
  isInProcess?: true
  submit(
    instruction: RailInstruction,
    at: Date,
    report: (report: RailReport) => Promise<unknown>,
    /** Aborted once the call counts as failed: from then on it must not hand the payment over. */
    signal?: AbortSignal,
  ): Promise<void>
  /**
   * Returns true if the bank has the payment of a call that failed, or will get it with the date of that call. Without this method
   * every such payment keeps its date.
   */
  holds?(instruction: RailInstruction): Promise<boolean>
  /**
   * Makes sure that no call hands a payment over any more. Repeating it changes nothing.
   *
   * @returns false if the bank has the payment, as `holds` says. Without this method, it may have each one that it was called for.
   */
  withdraw?(instruction: RailInstruction): Promise<boolean>
  /**
   * Recalls a payment; like `submit` it runs from a stored row, and again after a failure. The answer arrives as a
   * report: Returned with the money, or RecallRefused. Without this method the operator handles the request.
   */
  recall?(request: RecallRequest, at: Date, report: (report: RailReport) => Promise<unknown>): Promise<void>
}
