/** The service's resources as far as the model reads them, named as on the wire. Amounts are decimal strings. */

export interface Trade {
  tradeId: string
  kind: 'Spot' | 'Forward' | 'HeldRate' | 'Drawdown' | 'CloseOut'
  subtype: string | null
  entityId: string
  status: string
  currencyPair: string
  rate: string
  buyCurrency: string
  buyAmount: string
  buyAccountId: string
  sellCurrency: string
  sellAmount: string
  sellAccountId: string
  tradeDate: string
  valueDate: string
  cutOffAt: string
  settlement: {
    funded: boolean
    settledAt: string | null
    net: { amount: string; currency: string; chargeOrCredit: 'Charge' | 'Credit' } | null
  }
  parentTradeId: string | null
  history: { status: string; at: string; reason: string | null }[]
  paymentIds: string[]
  createdAt: string
  updatedAt: string
  /** Forward data. */
  forward?: {
    type: string
    accessDate: string
    valueDate: string
    balance: { buyAmount: string; sellAmount: string }
    initialMarginStatus: string
    facilityId: string
    creditTermId: string
    amended?: { buyAmount: string; sellAmount: string }
    margin?: { held: { amount: string; currency: string } }
    linkedTrades?: { tradeId: string; kind: string; status: string }[]
  }
}

export interface Drawdown {
  drawdownId: string
  fundingMethod: string
  /** Received amount of a drawdown by wire. */
  fundingInstructions: { received?: string } | null
}

export interface Payment {
  paymentId: string
  entityId: string
  accountId: string
  status: string
  statusReason: { code: string } | null
  paymentDate: string
  amount: string
  currency: string
  fee: { amount: string; currency: string }
  tradeId: string | null
  rail: string
  uetr: string
  returned: { amount: string } | null
  cutOffAt: string
  allowedActions: string[]
  createdAt: string
  updatedAt: string
}

export interface Transfer {
  internalAccountTransferId: string
  entityId: string
  debitAccountId: string
  creditAccountId: string
  amount: string
  currency: string
  status: string
  statusReason?: { code: string } | null
  createdAt: string
}

export interface Inbound {
  inboundPaymentId: string
  entityId: string | null
  accountId: string | null
  amount: string
  currency: string
  status: 'Credited' | 'Held' | 'Unidentified' | 'Assigned' | 'Returned'
}

export interface Account {
  accountId: string
  entityId: string
  currency: string
  isDefault: boolean
  identifiers: { iban: string }
}

export interface Balance {
  accountId: string
  entityId: string
  currency: string
  booked: string
  available: string
  held: { payments: string; trades: string; margin: string }
}

export interface Transaction {
  transactionId: string
  accountId: string
  bookedAt: string | null
  valueDate: string | null
  amount: string
  currency: string
  creditOrDebit: 'Credit' | 'Debit'
  status: string
  type: string
  runningBalance: string | null
  reference?: string | null
  related: { type: string; id: string } | null
}

export interface Statement {
  statementId: string | null
  accountId: string
  statementFromDate: string
  statementToDate: string
  sequenceNumber: number | null
  period: string | null
  currency: string
  openingBalance: string
  closingBalance: string
  totals: { credits: string; creditCount: number; debits: string; debitCount: number }
  transactions: Transaction[]
}

export interface Facility {
  facilityId: string
  entityId: string
  currency: string
  limit: string
  utilised: string
  available: string
  utilisationBasis: string
  initialMarginHeld: string
  variationMarginHeld: string
  mtm: { amount: string }
  marginCallTerms: { overdueAction: string; overdueGraceHours: number; collection: string }
}

export interface MarginCall {
  marginCallId: string
  entityId: string
  facilityId: string
  type: 'Initial' | 'Variation'
  reasonTradeIds: string[]
  amount: string
  outstanding: string
  currency: string
  status: string
  dueAt: string
}

export interface MtmTrade {
  tradeId: string
  currencyPair: string
  clientBuys: string
  outstandingBuyAmount: string
  outstandingSellAmount: string
}

export interface Page<T> {
  data: T[]
  nextCursor: string | null
}
