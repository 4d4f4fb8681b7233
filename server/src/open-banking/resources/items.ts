/**
 * Account information in neutral form: ISO codes, amounts as text with the currency's decimals, instants as Dates. Data
 * hidden by a consent is absent.
 */
export interface Amount {
  /** Unsigned amount. */
  amount: string
  currency: string
}

export interface Identification {
  /** Namespaced. */
  schemeName: string
  identification: string
  /** Roll number at a building society. */
  secondaryIdentification?: string
  name?: string
}

export interface AgentItem {
  schemeName: string
  identification: string
  name?: string
}

export interface AccountItem {
  accountId: string
  status: 'Enabled' | 'Disabled'
  currency: string
  category: 'Business' | 'Personal'
  /** ISO cash account type. */
  typeCode: 'CACC' | 'OTHR'
  description: string
  nickname?: string
  openedAt: Date
  /** Identifications; with the detail permission only. */
  identifications?: Identification[]
  servicer?: AgentItem
}

/** Interim available, interim booked. */
type BalanceType = 'ITAV' | 'ITBD'

export interface BalanceItem {
  accountId: string
  direction: 'Credit' | 'Debit'
  type: BalanceType
  at: Date
  amount: Amount
}

export interface BeneficiaryItem {
  beneficiaryId: string
  /** Absent in bulk: payees belong to the holder, not to one of the accounts. */
  accountId?: string
  reference?: string
  creditorAgent?: AgentItem
  creditorAccount?: Identification
}

export interface ExchangeItem {
  sourceCurrency: string
  targetCurrency: string
  unitCurrency: string
  /** Decimal text. */
  rate: string
}

export interface TransactionItem {
  accountId: string
  transactionId: string
  reference?: string
  direction: 'Credit' | 'Debit'
  /** Booked and for good, or pending and still to change. */
  status: 'BOOK' | 'PDNG'
  /** Booking time; for a pending transaction, the start of the hold. */
  bookedAt: Date
  /** Booked ones only. */
  valueAt?: Date
  amount: Amount
  exchange?: ExchangeItem
  /** ISO bank transaction code. */
  /** `issuer` of the proprietary code: at most 35 characters. */
  code: { domain: string; family: string; subFamily: string; proprietary: string; issuer: string }
  /** Description; with the detail permission only. */
  information?: string
  balance?: { direction: 'Credit' | 'Debit'; type: 'ITBD'; amount: Amount }
  creditorAgent?: AgentItem
  creditorAccount?: Identification
  debtorAgent?: AgentItem
  debtorAccount?: Identification
}

export interface StatementItem {
  accountId: string
  statementId: string
  reference: string
  type: 'RegularPeriodic'
  startAt: Date
  endAt: Date
  createdAt: Date
  /** Amounts; with the detail permission only. */
  amounts?: { type: string; direction: 'Credit' | 'Debit'; amount: Amount }[]
}
