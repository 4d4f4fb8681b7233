import { findCurrency } from '../../../kernel/values/currencies.ts'
import type { Day } from '../../../kernel/values/days.ts'
import { parseAmount } from '../../../kernel/values/money.ts'
import type { NamedPayer } from '../payer.ts'
import type { FormerNames, Minor, RailReport } from '../rail.ts'
import type { Claimant } from './claims.ts'

/** The amount of the one part of an entry, before charges: earlier releases booked it instead of the entry's. */
type FormerMoney = { amount: string; currency: string }

/** The entry of a camt.054 that an item is, or is a part of. */
export interface EntryFacts {
  /** Names the entry with and without its details; equal ones without a reference of the bank share it. */
  reference: string
  /** Place of the entry in its file, from 0. */
  ordinal: number
  /** True if the bank gave the entry a reference. */
  isNamed: boolean
  /** False if the bank gave no details of the entry (TxDtls), as in a summary. */
  hasDetails: boolean
  /** Amount of the entry, of which a part has less. */
  money?: { amount: string; currency: string }
  /** The account of the notification. */
  account?: string
}

/** One of several equal parts of an entry with a reference of the bank, which are matched by their facts. */
export interface EqualPart {
  /** Reference that the parts share: they are numbered by their texts. */
  reference: string
  count: number
}

/** Report about one of our payments. */
export interface StatusItem extends FormerNames {
  type: 'Status'
  uetr: string
  /** The bank's id of a return. */
  returnId?: string
  /** The bank's id of this report; a repeated report counts once. */
  reference: string
  status: RailReport['status']
  /** True if equal entries without a reference of the bank share the reference. */
  isShared?: true
  reason?: string
  /** True of a return that is only marked as the reversal of a booking. */
  isReversal?: true
  /** Returned or debited amount. */
  money?: { amount: string; currency: string }
  formerMoney?: FormerMoney
  /** The day from which the bank counts the money. */
  valueDate?: Day
  /** The entry of a camt.054 that it is, or is a part of. */
  entry?: EntryFacts
  /** The entry of a return as other money in, as which it may have been booked before. */
  credit?: CreditItem
}

/** Money in. */
export interface CreditItem extends FormerNames {
  type: 'Credit'
  reference: string
  /** True if equal entries without a reference of the bank share the reference, or equal parts of an entry. */
  isShared?: true
  /** Present if it is one of several equal parts of an entry with a reference of the bank. */
  equal?: EqualPart
  money: { amount: string; currency: string }
  formerMoney?: FormerMoney
  /** The entry of a camt.054 that it is, or is a part of. */
  entry?: EntryFacts
  /** The account it is for, as the bank wrote it: an IBAN where there is one. */
  account?: string
  debtor: { name?: string } & NamedPayer
  text?: string
  /** The day from which the bank counts it. */
  valueDate?: Day
  /** Payment that the entry names by its uetr or a place where we wrote it: of ours, it is a return. */
  uetr?: string
  /** True if the entry has a UETR, which names one payment of any payer. */
  hasUetr?: true
  endToEndId?: string
  /** Other references of the entry: of a return, the bank's id of it. */
  references?: string[]
  /** True of an entry of several payments that came without them: whose they are is unknown. */
  isSummary?: true
  /** True if the entry is marked as a return or a reversal. */
  isReturn?: true
  /** True if the entry is marked as the reversal of a booking alone. */
  isReversal?: true
  /** Reason of the return. */
  reason?: string
}

/** Read, understood, and without effect: a status before settlement, an entry not yet booked. */
interface NotedItem {
  type: 'Noted'
  reference: string
  why: string
}

/** Booked by the bank, but not readable, or a debit that is not a payment: an operator must look at it. */
export interface UnreadableItem {
  type: 'Unreadable'
  reference: string
  /** True if equal entries without a reference of the bank share the reference. */
  isShared?: true
  why: string
  money?: { amount: string; currency: string }
  /** The day from which the bank counts the money. */
  valueDate?: Day
  uetr?: string
  /** References of the entry. */
  endToEndId?: string
  references?: string[]
  text?: string
  /** A debit with the code of a return, as earlier releases read it: as that of the payment. */
  sent?: StatusItem
  /** The entry, if it came without details. */
  entry?: EntryFacts
}

export type BankItem = StatusItem | CreditItem | NotedItem | UnreadableItem

/** A report that contradicts its payment, or changes nothing about it. */
export interface Contradicted {
  explanation: string
  paymentStatus: string
  /** True if the report also moves the payment. */
  isMoved: boolean
  /** True if it is on the work list of the operator. */
  isListed: boolean
}

/** Money in, its amount in minor units. */
export type Credit = Omit<CreditItem, 'type' | 'money' | 'formerMoney' | 'entry'> &
  Minor & {
    formerMoney?: Minor
    entry?: EntryOfCredit
    /** Present if the entry has no reference of the bank: what equal ones have matched. */
    claimant?: Claimant
    /** True of the return of one of several payments. */
    isAmbiguous?: true
  }

type EntryOfCredit = Omit<EntryFacts, 'money'> & {
  money?: Minor
  /** The reference of the entry in reports about payments. */
  reportReference: string
}

/** An item whose contents cannot be booked, however often they are read. */
export class UnbookableItem extends Error {}

/** Returns money in with its amount in minor units. @throws UnbookableItem, Refusal */
export function creditOf(item: CreditItem, claimant?: Claimant): Credit {
  const { type: _, money, formerMoney: _former, entry, ...rest } = item
  return {
    ...rest,
    ...(item.equal ? { reference: item.equal.reference, isShared: true as const } : {}),
    ...moneyOf(money),
    ...formerMoneyOf(item),
    ...(entry ? { entry: entryOf(entry) } : {}),
    ...(claimant ? { claimant } : {}),
  }
}

function entryOf({ money, ...entry }: EntryFacts): EntryOfCredit {
  return { ...entry, reportReference: entry.reference, ...(money ? { money: moneyOf(money) } : {}) }
}

/** Returns the former amount of an item; nothing if no release could have booked it. */
export function formerMoneyOf({ formerMoney }: StatusItem | CreditItem): { formerMoney?: Minor } {
  if (formerMoney === undefined) return {}
  try {
    return { formerMoney: moneyOf(formerMoney) }
  } catch {
    return {}
  }
}

/** An amount in minor units; it may carry zeros beyond the currency's decimals. @throws UnbookableItem, Refusal */
export function moneyOf({ amount, currency }: { amount: string; currency: string }): Minor {
  if (!findCurrency(currency)) throw new UnbookableItem(`The currency ${currency} is not known.`)
  const trimmed = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
  return { currency, amountMinor: parseAmount(trimmed, currency) }
}
