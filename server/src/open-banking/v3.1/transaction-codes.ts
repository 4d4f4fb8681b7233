/**
 * Names of ISO 20022 bank transaction codes in v3.1: the code set's names in one word. They cover families and
 * sub-families used on accounts here and related ones, so that codes added to the ledger already have names; v3.1
 * permits unlisted codes unchanged.
 *
 * @see ISO 20022, external bank transaction code set
 */
const FAMILIES: Record<string, string> = {
  // payments
  RCDT: 'ReceivedCreditTransfers',
  ICDT: 'IssuedCreditTransfers',
  RRCT: 'ReceivedRealTimeCreditTransfer',
  IRCT: 'IssuedRealTimeCreditTransfer',
  RDDT: 'ReceivedDirectDebits',
  IDDT: 'IssuedDirectDebits',
  RCCN: 'ReceivedCashConcentrationTransactions',
  ICCN: 'IssuedCashConcentrationTransactions',
  RCHQ: 'ReceivedCheques',
  ICHQ: 'IssuedCheques',
  CCRD: 'CustomerCardTransactions',
  MCRD: 'MerchantCardTransactions',
  LBOX: 'LockboxTransactions',
  CNTR: 'CounterTransactions',
  // account management
  MCOP: 'MiscellaneousCreditOperations',
  MDOP: 'MiscellaneousDebitOperations',
  ACOP: 'AdditionalMiscellaneousCreditOperations',
  ADOP: 'AdditionalMiscellaneousDebitOperations',
  OPCL: 'OpeningAndClosing',
  // foreign exchange
  SPOT: 'Spots',
  FWRD: 'Forwards',
  SWAP: 'Swaps',
  FTUR: 'Futures',
  NDFX: 'NonDeliverable',
  // any domain
  OTHR: 'Other',
  NTAV: 'NotAvailable',
}

const SUB_FAMILIES: Record<string, string> = {
  // credit transfers
  ACDT: 'ACHCredit',
  ACOR: 'ACHCorporateTrade',
  ADBT: 'ACHDebit',
  APAC: 'ACHPreAuthorised',
  ARET: 'ACHReturn',
  AREV: 'ACHReversal',
  ASET: 'ACHSettlement',
  ATXN: 'ACHTransaction',
  AUTT: 'AutomaticTransfer',
  BOOK: 'InternalBookTransfer',
  DMCT: 'DomesticCreditTransfer',
  ESCT: 'SEPACreditTransfer',
  FICT: 'FinancialInstitutionCreditTransfer',
  PRCT: 'PriorityCreditTransfer',
  RPCR: 'ReversalDueToPaymentCancellationRequest',
  RRTN: 'ReversalDueToPaymentReturn',
  SALA: 'PayrollSalaryPayment',
  SDVA: 'SameDayValueCreditTransfer',
  STDO: 'StandingOrder',
  VCOM: 'CreditTransferWithAgreedCommercialInformation',
  XBCT: 'CrossBorderCreditTransfer',
  XBSA: 'CrossBorderPayrollSalaryPayment',
  XBST: 'CrossBorderStandingOrder',
  XICT: 'CrossBorderIntraCompanyTransfer',
  // fees, interest, corrections
  ADJT: 'Adjustments',
  BCKV: 'BackValue',
  CHRG: 'Charges',
  COMM: 'Commission',
  ERTA: 'ExchangeRateAdjustment',
  FEES: 'Fees',
  FLTA: 'FloatAdjustment',
  INTR: 'Interest',
  REIM: 'Reimbursement',
  TAXE: 'Taxes',
  // any family
  OTHR: 'Other',
  NTAV: 'NotAvailable',
}

/** A bank transaction code in the words of v3.1. */
export const codeInWords = ({ family, subFamily }: { family: string; subFamily: string }) => ({
  Code: FAMILIES[family] ?? family,
  SubCode: SUB_FAMILIES[subFamily] ?? subFamily,
})
