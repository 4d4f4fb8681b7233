import type { PayeeOrder } from '../../beneficiaries/index.ts'

/** Regular movements of an entity before the sandbox's start, with its payees. */
export interface Script {
  /** Saved payees by a key that lines name. */
  payees: Readonly<Record<string, SeededPayee>>
  lines: readonly Line[]
}

/** A saved payee; its usual reference is shown by open banking. */
export type SeededPayee = PayeeOrder & { nickname?: string }

/** One recurring movement of an account. */
export type Line = Receipt | Outgoing | Distribution

interface Recurring {
  /** Name of the account. */
  account: string
  on: Schedule
  /** Least and most, in major units of the account's currency; equal for a fixed amount. */
  amount: readonly [least: number, most: number]
  /** `{n}` is a running number, `{month}` the year and month. */
  reference: string
}

/** Money from payers in turn. */
export interface Receipt extends Recurring {
  kind: 'receipt'
  from: readonly Payer[]
}

export interface Payer {
  name: string
  iban?: string
}

/** A payment to a saved payee, or to one that comes with the payment. */
export interface Outgoing extends Recurring {
  kind: 'payment'
  /** Key of a saved payee. */
  to: string | PayeeOrder
  purposeCode?: string
  chargeBearer?: 'SHA' | 'OUR'
}

/** A transfer between own accounts and the payments that it covers exactly, on one day. */
export interface Distribution extends Recurring {
  kind: 'distribution'
  /** Account that pays; it is empty before and after. */
  account: string
  /** Account that covers it. */
  coveredBy: string
  /** Keys of saved payees; each gets an amount. */
  to: readonly string[]
}

/** Dates of a line: the first business day from a day of each month, or every so many business days. */
export type Schedule = { dayOfMonth: number } | { everyDays: number; from: number }
