import { CREDITED } from '../rails/index.ts'

/**
 * The life cycle of a payment, as one table: it is used by the service, the database (payment_may_go() repeats it and a
 * test compares the two), the console's buttons, open banking and the documentation.
 *
 * `money` is the location of the money in the state; the postings of a transition follow from the two states (see money.ts):
 * - Free: the account is untouched or fully restored;
 * - Held: amount and fee are held on the account;
 * - Clearing: the account is debited, the rail has not confirmed yet;
 * - Paid: the bank has confirmed the debit;
 * - Returned: the payment stays booked and the return is a separate credit.
 */
export type Money = 'Free' | 'Held' | 'Clearing' | 'Paid' | 'Returned'

interface State {
  /** Meaning for the client, in one sentence. */
  meaning: string
  next: readonly string[]
  money: Money
  /** ISO 20022 code, as open banking v4.0 shows it. */
  iso: 'PDNG' | 'ACTC' | 'ACSP' | 'ACSC' | 'RJCT' | 'CANC'
  /** Open banking v3.1 payment status. */
  v31: 'Pending' | 'AcceptedSettlementInProcess' | 'AcceptedSettlementCompleted' | 'Rejected'
}

export const lifecycle = {
  PendingApproval: {
    meaning: 'Other clients of the entity must approve it, or approve it again because its details changed.',

    next: ['Scheduled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'PDNG',
    v31: 'Pending',
  },
  ApprovalRecalled: {
    meaning: 'An approver recalled the approval. The client that created it requests approval again or cancels it.',

    next: ['PendingApproval', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'PDNG',
    v31: 'Pending',
  },
  Scheduled: {
    meaning: 'Its date is in the future. Money that was already held stays held when the date moves.',

    next: ['PendingApproval', 'ApprovalRecalled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'ACTC',
    v31: 'Pending',
  },
  AwaitingFunds: {
    meaning:
      'It waits for money until the cut-off of its date, or for the settlement of its trade; the reason states which.',

    next: ['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'Screening', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'PDNG',
    v31: 'Pending',
  },
  Screening: {
    meaning: 'The money is held and the payment is being screened.',
    next: ['PendingApproval', 'Held', 'Scheduled', 'Submitted', 'Rejected', 'Cancelled'],
    money: 'Held',
    iso: 'PDNG',
    v31: 'Pending',
  },
  Held: {
    meaning: 'Screening found a match; a reviewer decides.',
    next: ['PendingApproval', 'Scheduled', 'Submitted', 'Rejected', 'Cancelled'],
    money: 'Held',
    iso: 'PDNG',
    v31: 'Pending',
  },
  Submitted: {
    meaning: 'It was submitted to the rail.',

    next: ['Sent', 'Completed', 'Failed'],
    money: 'Clearing',
    iso: 'ACSP',
    v31: 'AcceptedSettlementInProcess',
  },
  Sent: {
    meaning: 'Our bank has booked the debit and forwarded the payment.',

    next: ['Completed', 'Failed', 'Returned'],
    money: 'Paid',
    iso: 'ACSP',
    v31: 'AcceptedSettlementInProcess',
  },
  Completed: {
    meaning: 'The rail reports settlement. The payee may not have received the money yet.',
    next: ['Returned'],
    money: 'Paid',
    iso: 'ACSC',
    v31: 'AcceptedSettlementCompleted',
  },
  Returned: {
    meaning: 'The money was returned as a separate credit; the payment stays booked.',
    next: [],
    money: 'Returned',
    iso: 'ACSC',
    v31: 'AcceptedSettlementCompleted',
  },
  Rejected: {
    meaning: 'It was rejected by the service before submission to the rail.',
    next: [],
    money: 'Free',
    iso: 'RJCT',
    v31: 'Rejected',
  },
  Cancelled: {
    meaning: 'It was cancelled before submission to the rail.',
    next: [],
    money: 'Free',
    iso: 'CANC',
    v31: 'Rejected',
  },
  Failed: {
    meaning: 'The rail or a bank rejected it after submission; amount and fee were refunded.',
    next: [],
    money: 'Free',
    iso: 'RJCT',
    v31: 'Rejected',
  },
} as const satisfies Record<string, State>

export type PaymentStatus = keyof typeof lifecycle

export const PAYMENT_STATUSES = Object.keys(lifecycle) as [PaymentStatus, ...PaymentStatus[]]

/** The ISO 20022 code of a payment, or of an entry of its history: ACCC once the payee's bank has credited the payee. */
export const isoOf = (status: PaymentStatus, reason: string | null) =>
  isCredited(status, reason) ? CREDITED : lifecycle[status].iso

/** Returns true if a payment's state or a history entry reports that the payee has the money. */
export const isCredited = (status: PaymentStatus, reason: string | null): boolean =>
  status === 'Completed' && reason === CREDITED

/** States in which a payment may begin: Submitted if nothing stops it. */
export const entryStatuses = [
  'PendingApproval',
  'Scheduled',
  'AwaitingFunds',
  'Screening',
  'Submitted',
  'Rejected',
] as const

/** States of a payment that has left its account, or had left it. */
const RELEASED: readonly PaymentStatus[] = ['Submitted', 'Sent', 'Completed', 'Failed', 'Returned']

/** Returns the column `stage` of a payment in a state, which is in the indexes instead of the state. */
export const stageOf = (status: PaymentStatus): PaymentStatus | 'Released' =>
  RELEASED.includes(status) ? 'Released' : status

/** The states that may follow. */
export const nextOf = (status: PaymentStatus): readonly PaymentStatus[] => lifecycle[status].next

/** Returns the money state of a payment; one that was moved to a later date keeps its hold. */
export const moneyOf = ({ status, holdId }: { status: PaymentStatus; holdId: string | null }): Money =>
  status === 'Scheduled' && holdId !== null ? 'Held' : lifecycle[status].money

/** Returns true if a payment may go from `from` to `to` in one step. */
export const mayGo = (from: PaymentStatus, to: PaymentStatus): boolean => nextOf(from).includes(to)

/** Permitted user actions on a payment, by state. */
export const paymentCan = {
  cancel: PAYMENT_STATUSES.filter((status) => mayGo(status, 'Cancelled')),
  approve: ['PendingApproval'] as PaymentStatus[],
  reject: ['PendingApproval'] as PaymentStatus[],
}
