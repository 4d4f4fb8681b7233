import type { Day } from '../../../../kernel/values/days.ts'
import type { BankItem } from '../items.ts'

/** A statement of one account, before its lines. Amounts are minor units of its currency, negative for a debit. */
export interface StatementItem {
  type: 'Statement'
  /** Names the statement in results and on the work list. */
  reference: string
  /** The bank's id of the statement. */
  identification: string
  /** Our account at the bank, without spaces: an IBAN where there is one. */
  account: string
  currency: string
  /** The electronic sequence number, or else the legal one. */
  sequence?: string
  /** Instants between which the bank booked the entries. */
  from: Date
  to: Date
  closingDay: Day
  /** Booked balances: OPBD and CLBD. */
  openingMinor: bigint
  closingMinor: bigint
  /** Sum of its lines. */
  bookedMinor: bigint
  /** Number of its lines. */
  lines: number
  /** Hash of the facts, by which a repeated statement is known. */
  digest: string
}

/** A booked entry of a statement, a part of it, or what the entry has beyond its parts. The lines of an entry add up to it. */
export interface StatementLineItem {
  type: 'StatementLine'
  /** Names the statement. */
  reference: string
  /** Place in the statement, from 1. */
  line: number
  /** Place of its entry, from 1. */
  entry: number
  /** Name of the entry, which its notification has too if the bank gave it a reference. */
  entryReference: string
  /** Positive for a credit. Never zero. */
  amountMinor: bigint
  bookedOn: Day
  valueDate?: Day
  /** The bank's reference. */
  bankReference?: string
  text?: string
  /** The item that a notification would have for it; absent: nothing but the amount is known. */
  item?: BankItem
}
