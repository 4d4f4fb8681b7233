import type { FieldRule, PayeeType } from './bank-fields.ts'

export const SPEEDS = ['Normal', 'Urgent', 'Instant'] as const
export type Speed = (typeof SPEEDS)[number]
export const CHARGE_BEARERS = ['SHA', 'OUR', 'BEN'] as const
export type ChargeBearer = (typeof CHARGE_BEARERS)[number]

/** A local time of day in a zone, such as 16:00 in Europe/Brussels. "24:00" is the midnight that ends the day. */
export interface CutOff {
  time: string
  zone: string
}

/** Bank details that a payee needs for one destination. */
export interface BankDetailsRule {
  /** Country of the payee's bank, or a group of countries. */
  country: string | { includes: (country: string) => boolean }
  /** Absent: any currency. */
  currency?: string
  /** Absent: both types of payee. */
  type?: PayeeType
  /** Any one of these lists suffices; within a list every field is required. Empty: not offered. */
  alternatives: readonly (readonly FieldRule[])[]
  /** Each payment must state its purpose. */
  purpose?: true
}

/**
 * A payment scheme: the complete set of facts about one way of paying. Validation, routing, dates, messages to banks,
 * documents and the sandbox read them here. A new scheme is a file with one such value, and its line in `schemes.ts`.
 */
export interface PaymentScheme {
  /** Name in documents. */
  title: string
  /** Currencies that it carries; absent: any. */
  currencies?: readonly string[]
  /** Returns true if it reaches a bank in the country. Without a country: if it is used in the currency's home. */
  serves: (currency: string, bankCountry: string | undefined) => boolean
  speeds: readonly Speed[]
  /** Largest single amount by currency, as decimal text; a currency without an entry has no limit. */
  limits?: Readonly<Record<string, string>>
  /** Open every day round the clock, or on business days of the currency until the cut-off. */
  open: 'Always' | 'BusinessDays'
  /** Absent: the cut-off of the currency. */
  cutOff?: CutOff
  /** Business days from the payment date until the payee's bank has the money. */
  arrivalDays: 0 | 1
  bearers: readonly ChargeBearer[]
  /** Rules in order: the first one that matches a destination applies. */
  bankDetails: readonly BankDetailsRule[]
  text: {
    /** SwiftX: the SWIFT x character set. Latin: Latin letters and more punctuation. */
    characters: 'SwiftX' | 'Latin'
    /** Longest name of the payee, in characters. */
    nameLimit: number
    /** Longest reference to the payee, in characters. */
    referenceLimit: number
    /** Longest end-to-end id, in characters; absent: 35. */
    endToEndIdLimit?: number
    /** Rejects references with a slash at an end or with two in a row. */
    limitsSlashes?: true
  }
  /** OneLine: 140 characters of text or a creditor reference. Structured: structured parts, with texts as lines in them. */
  remittance: 'OneLine' | 'Structured'
  /** Returns true if it carries ISO 20022 purpose codes to the country. */
  carriesPurpose: (bankCountry: string) => boolean
  iso20022: {
    /** Bank transaction code of a debit: domain, family, sub-family. */
    bankTransactionCode: string
    serviceLevel: string
    /** Code from the external set, or the scheme's own name. */
    localInstrument?: { code: string } | { proprietary: string }
    /** CLRG: through the scheme's clearing. INDA: on our account with the bank. */
    settlement: 'CLRG' | 'INDA'
    /** Longest name of any party in a message, in characters; absent: 140. */
    nameLimit?: number
    /** Fixed charge bearer; absent to use the payment's. */
    chargeBearer?: 'SLEV'
    /** True if its messages have no instructions to the debtor's bank. */
    forbidsInstructions?: true
  }
  /** Code of the scheme in the UK open-banking interface, with the speed that it stands for. */
  openBanking?: { localInstrument: string; speed: Speed }
  /** True if the payee must agree to a recall. */
  recallNeedsConsent: boolean
  /** Milliseconds of business time from hand-over until the sandbox reports the payment as sent and as completed. */
  sandbox: { sentMs: number; completedMs: number }
}
