import type { TransactionType } from '../ledger/index.ts'

/** ISO 20022 bank transaction codes (domain, family, sub-family): of a credit, and of a debit where that differs. */
export const BANK_TRANSACTION_CODES: Record<TransactionType, [credit: string, debit?: string]> = {
  Deposit: ['PMNT RCDT OTHR', 'PMNT ICDT OTHR'],
  Payment: ['PMNT RCDT OTHR', 'PMNT ICDT OTHR'],
  PaymentReturn: ['PMNT RRCT OTHR', 'PMNT IRCT OTHR'],
  PaymentFee: ['ACMT MCOP CHRG', 'ACMT MDOP CHRG'],
  FxSettlement: ['FORX SPOT OTHR'],
  Drawdown: ['FORX FWRD OTHR'],
  InternalTransfer: ['PMNT RCDT BOOK', 'PMNT ICDT BOOK'],
  MarginPosted: ['ACMT MCOP OTHR', 'ACMT MDOP OTHR'],
  MarginReleased: ['ACMT MCOP OTHR', 'ACMT MDOP OTHR'],
  Interest: ['ACMT MCOP INTR', 'ACMT MDOP INTR'],
  Adjustment: ['ACMT MCOP ADJT', 'ACMT MDOP ADJT'],
}
