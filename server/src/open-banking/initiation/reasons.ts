import {
  type OwnReason,
  paymentReasonOf,
  type PaymentStatus,
  type PaymentWithHistory,
  presentReason,
  publicFundsText,
} from '../../payments/index.ts'
import type { PaymentStatusCode } from './terms/words.ts'

/** Reason of a status, by its code in the standard's set (OBExternalStatusReason1Code). */
interface Reason {
  code: string
  description: string
}

/**
 * Returns true for rejected or returned payments. A payment returned after settlement keeps its status; the reason
 * reports the return.
 */
export const isRefusedOrReturned = ({ status }: { status: PaymentStatus }, code: PaymentStatusCode): boolean =>
  code === 'RJCT' || status === 'Returned'

/**
 * Returns the reason of a rejection or return and the location of the money: the bank's code if given, otherwise the
 * standard's for our own reason.
 */
export function reasonOf(payment: PaymentWithHistory): Reason | undefined {
  const reason = paymentReasonOf(payment)
  if (reason === null) return undefined
  const texts = [textOfReason(reason), publicFundsText(payment)]
  const sentences = payment.status === 'Returned' ? ['The payment was returned.', ...texts] : texts
  return { code: codeOfReason(reason), description: sentences.filter(Boolean).join(' ').slice(0, 500) }
}

/** Returns the reason of a step in a payment's history: the stored one, otherwise the meaning of its status. */
export function reasonOfStep(status: PaymentStatusCode, stored: string | null): Reason {
  if (stored === null || status === 'ACCC') return MEANINGS[status]
  return { code: codeOfReason(stored), description: textOfReason(stored) }
}

const textOfReason = (reason: string): string => PUBLIC[reason as OwnReason] ?? presentReason(reason)!.message

/** Sentences that disclose nothing about screening to third parties. */
const PUBLIC: Partial<Record<OwnReason, string>> = {
  ScreeningReview: 'The payment needs further checks.',
  ScreeningRejected: 'The payment was rejected after its checks.',
}

/** Four characters are the code of a bank; our own reasons are words. */
const codeOfReason = (reason: string): string =>
  /^[A-Z0-9]{4}$/.test(reason) ? reason : (CODES[reason as OwnReason] ?? UNDISCLOSED)

/** The standard's code for a reason that is not known, or not disclosed. */
const UNDISCLOSED = 'U042'
/** The standard's code for a reason that no code states: its description does. */
const NARRATIVE = 'NARR'

/** Codes of the standard for our own reasons. */
const CODES: Record<OwnReason, string> = {
  InsufficientFunds: 'AM04',
  TradeNotApproved: 'U040', // awaits further authorisation
  TradeNotSettled: NARRATIVE,
  DateMoved: 'DT06', // the execution date was changed
  ApprovalRequired: 'U040', // awaits further authorisation
  ApprovalRejected: 'U037', // failed by an authoriser
  CutOffPassed: 'TM01',
  BeneficiaryNotActive: NARRATIVE,
  TradeCancelled: NARRATIVE,
  AccountNotUsable: 'AC06',
  ScreeningReview: UNDISCLOSED,
  ScreeningRejected: UNDISCLOSED,
  PayeeNotVerified: 'BE01', // name and account do not fit
  BeneficiaryChanged: 'AC15', // details of the payee's account changed
  DetailsChanged: NARRATIVE,
  ApprovalTakenBack: 'CN01', // an authorisation was cancelled
  BatchRejected: NARRATIVE,
  BatchCancelled: NARRATIVE,
  NoReasonGiven: UNDISCLOSED,
  CancelledByClient: 'DS02', // an authorised user cancelled the order
}

/** Reasons of statuses that were reached without a particular one. */
const MEANINGS: Record<PaymentStatusCode, Reason> = {
  RCVD: { code: 'U030', description: 'The payment order was received.' },
  PDNG: { code: 'U031', description: 'The payment is pending: its checks have not ended.' },
  PATC: { code: 'U040', description: 'The payment needs the approval of others.' },
  ACTC: { code: NARRATIVE, description: 'The payment is valid and leaves on its date.' },
  ACSP: { code: 'U034', description: 'The account is debited and the payment is on its rail.' },
  ACSC: { code: NARRATIVE, description: 'The rail reports settlement.' },
  ACCC: { code: '0000', description: 'The payee’s bank reports that the payee is credited.' },
  RJCT: { code: UNDISCLOSED, description: 'No reason is known.' },
}
