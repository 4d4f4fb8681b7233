import { own } from '../../kernel/own.ts'

/** Reason for a payment's state, with the next action. */
interface Reason {
  message: string
  nextAction: string
}

const OWN_REASONS = {
  InsufficientFunds: {
    message: 'The account does not hold the amount and the fee.',
    nextAction: 'Fund the account; a payment that was rejected for it must be sent again.',
  },
  TradeNotApproved: {
    message: 'The trade behind the payment awaits approval.',
    nextAction: 'Have the trade approved by another client: POST /v1/fx/trades/{tradeId}/approve.',
  },
  TradeNotSettled: {
    message: 'The payment waits for the settlement of its trade. It never uses other money.',
    nextAction:
      'Fund the sell account of the trade. If the money has arrived, `settlement.failureReason` of the trade states the cause: GET /v1/fx/trades/{tradeId}.',
  },
  DateMoved: {
    message: 'The payment could not leave on its date. It leaves on the next day on which it can.',
    nextAction:
      'None. To cancel it: POST /v1/payments/{paymentId}/cancel. Once it is submitted, recall it: POST /v1/payments/{paymentId}/recall.',
  },
  ApprovalRequired: {
    message: 'A second person must approve the payment.',
    nextAction: 'Have it approved by another client with the scope payments:approve.',
  },
  ApprovalRejected: {
    message: 'The payment was rejected by the approver.',
    nextAction: 'Agree with the approver and send a new payment.',
  },
  CutOffPassed: {
    message: 'The payment could not leave on its date: the cut-off passed, or its rail is closed on that day.',
    nextAction: 'Send a new payment with a later date.',
  },
  BeneficiaryNotActive: {
    message: 'The beneficiary was blocked, changed its currency or was deleted before release.',
    nextAction: 'Check the beneficiary and send a new payment.',
  },
  TradeCancelled: {
    message: 'The drawdown or trade that the payment was attached to was cancelled.',
    nextAction: 'Book another and attach the payment to it, or send it from the account.',
  },
  AccountNotUsable: {
    message: 'The paying account was blocked or lost its permission before release.',
    nextAction: 'Have the account opened again and send a new payment.',
  },
  ScreeningReview: {
    message: 'Screening holds the payment for review.',
    nextAction: 'Nothing to do; the review decides.',
  },
  ScreeningRejected: {
    message: 'The payment was rejected after review.',
    nextAction: 'Ask your contact at the service.',
  },
  PayeeNotVerified: {
    message: 'The payee’s name, account or type was changed after it had been verified for the payment.',
    nextAction: 'Verify the payee as it is now and send a new payment.',
  },
  BeneficiaryChanged: {
    message: 'The payee was changed after approval of the payment had been requested or given.',
    nextAction: 'Check the changed payee, then have the payment approved again or cancel it.',
  },
  DetailsChanged: {
    message: 'The payment changed after its approval.',
    nextAction: 'Check the changed details, then have the payment approved again or cancel it.',
  },
  ApprovalTakenBack: {
    message: 'An approver recalled the approval.',
    nextAction: 'Request approval again, or cancel the payment.',
  },
  BatchRejected: {
    message: 'Another item of its batch could not be paid, and the batch is paid as a whole or not at all.',
    nextAction: 'Correct the items that the batch names and send it again.',
  },
  BatchCancelled: { message: 'The batch that it came with was cancelled.', nextAction: 'None.' },
  NoReasonGiven: { message: 'No reason is known.', nextAction: 'Ask your contact at the service.' },
  CancelledByClient: { message: 'The payment was cancelled on request.', nextAction: 'None.' },
} as const satisfies Record<string, Reason>

/** Reasons that this service gives itself. */
export type OwnReason = keyof typeof OWN_REASONS

const BANK_REASONS: Readonly<Record<string, Reason>> = {
  ACCC: { message: 'The payee’s bank reports that the payee is credited.', nextAction: 'None.' },
  AC01: { message: 'The account number is wrong or does not exist.', nextAction: 'Correct the account details.' },
  AC04: { message: 'The account is closed.', nextAction: 'Ask the payee for its present account.' },
  AC06: { message: 'The account is blocked.', nextAction: 'Ask the payee.' },
  AG01: {
    message: 'The account does not take this kind of payment.',
    nextAction: 'Ask the payee for another account.',
  },
  AM02: { message: 'The amount exceeds the bank’s maximum.', nextAction: 'Send smaller amounts.' },
  AM04: { message: 'The funds were not sufficient.', nextAction: 'Fund the account.' },
  AM05: { message: 'The bank took the payment for a duplicate.', nextAction: 'Check whether it was paid already.' },
  AM09: { message: 'The amount differs from the agreed one.', nextAction: 'Ask the payee.' },
  BE01: { message: 'Name and account do not belong together.', nextAction: 'Correct the name of the payee.' },
  BE22: { message: 'The name of the payee is missing.', nextAction: 'Complete the name.' },
  CURR: { message: 'The currency is not the one of the account.', nextAction: 'Ask the payee for an account in it.' },
  DT01: { message: 'The date is not valid.', nextAction: 'Send a new payment with another date.' },
  DUPL: { message: 'The bank took the payment for a duplicate.', nextAction: 'Check whether it was paid already.' },
  FF01: { message: 'The message was not well formed.', nextAction: 'Ask your contact at the service.' },
  G002: { message: 'It is not credited on the same day.', nextAction: 'Wait; ask the payee’s bank if it lasts.' },
  G003: { message: 'The payee’s bank waits for documents of the payee.', nextAction: 'Ask the payee.' },
  G004: {
    message: 'The payee’s bank waits for cover.',
    nextAction: 'Wait; ask your contact at the service if it lasts.',
  },
  NARR: { message: 'The bank gave its reason in words.', nextAction: 'Ask your contact at the service.' },
  RC04: { message: 'The bank branch is wrong.', nextAction: 'Correct the bank details.' },
  RR01: { message: 'The payer’s account or identification is missing.', nextAction: 'Complete the payer’s data.' },
  RR02: { message: 'The payer’s name or address is missing.', nextAction: 'Complete the payer’s data.' },
  RR03: { message: 'The payee’s name or address is missing.', nextAction: 'Complete the payee’s data.' },
  RR05: {
    message: 'Regulatory reporting or a purpose is missing.',
    nextAction: 'Send a new payment with a purpose code.',
  },
  RR06: { message: 'Tax information is missing.', nextAction: 'Complete it and send a new payment.' },
  RR11: { message: 'The bank’s service was not agreed or is wrong.', nextAction: 'Ask your contact at the service.' },
  RR12: { message: 'The bank requires an identification that is missing.', nextAction: 'Complete the payee’s data.' },
  UPAY: { message: 'The payment was made without cause.', nextAction: 'Ask the payee.' },
  BE04: { message: "The payee's address is missing or wrong.", nextAction: 'Complete the address.' },
  CUST: { message: 'The payee or the payer asked for it.', nextAction: 'Ask the payee.' },
  FOCR: { message: 'Returned after a cancellation request.', nextAction: 'None.' },
  FR01: { message: 'The bank suspects fraud.', nextAction: 'Ask your contact at the service.' },
  MD07: { message: 'The account holder has died.', nextAction: 'Ask the payee’s heirs.' },
  MS02: { message: 'The payee refused the payment.', nextAction: 'Ask the payee.' },
  MS03: { message: 'The bank gave no reason.', nextAction: 'Ask the payee, or try again.' },
  RC01: { message: 'The bank code is wrong.', nextAction: 'Correct the bank details.' },
  RR04: { message: 'The bank gave a regulatory reason.', nextAction: 'Ask your contact at the service.' },
  TM01: { message: 'The payment came after the cut-off.', nextAction: 'Send a new payment with a later date.' },
}

/** Our own reasons, then the ISO 20022 codes of the rails. */
export const REASONS: Readonly<Record<string, Reason>> = { ...OWN_REASONS, ...BANK_REASONS }

/** Reasons for which approvals became void. */
const VOIDED = new Set<string>(['BeneficiaryChanged', 'DetailsChanged'] satisfies OwnReason[])

/**
 * The wire form of a reason; a code we do not know is shown as the bank gave it.
 *
 * @param funds where the money is of a payment that did not reach its payee, and what the client can do with it
 */
export function presentReason(code: string | null, changes: readonly string[] = [], funds?: Reason) {
  if (code === null) return null
  const known = own(REASONS, code) ?? {
    message: `The bank gave the code ${code}.`,
    nextAction: 'Ask the payee’s bank.',
  }
  const named = VOIDED.has(code) && changes.length > 0 ? ` Changed: ${changes.join(', ')}.` : ''
  const nextActions = [known.nextAction, ...(funds ? [funds.nextAction] : [])]
  const isAlone = nextActions.length === 1
  return {
    code,
    message: [`${known.message}${named}`, ...(funds ? [funds.message] : [])].join(' '),
    nextAction: nextActions.filter((text) => isAlone || (text !== '' && text !== 'None.')).join(' '),
  }
}
