import { CREDITED } from '../rails/index.ts'

/**
 * The life cycle of a payment, as one table: it serves the service, the database (payment_transitions repeats it and a
 * test compares the two), the console's buttons, open banking and the documentation.
 *
 * `money` is where the money is while a payment is in the state; what a transition posts follows from the pair
 * (see money.ts):
 * - Free: the account is untouched, or has been made whole again;
 * - Held: amount and fee are held on the account;
 * - Clearing: the account is debited, the amount is with the rail and not yet confirmed;
 * - Paid: the bank has confirmed the debit;
 * - Returned: the payment stays booked, and what came back is booked as a credit of its own.
 */
export type Money = 'Free' | 'Held' | 'Clearing' | 'Paid' | 'Returned'

interface State {
  /** What it means to the client, in one sentence. */
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
    meaning: 'Other clients of the entity must approve it first, or again, because it is no longer what was approved.',

    next: ['Scheduled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'PDNG',
    v31: 'Pending',
  },
  ApprovalRecalled: {
    meaning: 'An approver took the approval back; the client that made it asks for approval again, or cancels it.',

    next: ['PendingApproval', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'PDNG',
    v31: 'Pending',
  },
  Scheduled: {
    meaning: 'Its date is still to come. The money stays held where it was held before the date was moved.',

    next: ['PendingApproval', 'ApprovalRecalled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled'],
    money: 'Free',
    iso: 'ACTC',
    v31: 'Pending',
  },
  AwaitingFunds: {
    meaning:
      'It waits for money, until the cut-off of its date, or for the settlement of the trade that it pays out, as its reason says.',

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
    meaning: 'Screening has found something that a reviewer decides on.',
    next: ['PendingApproval', 'Scheduled', 'Submitted', 'Rejected', 'Cancelled'],
    money: 'Held',
    iso: 'PDNG',
    v31: 'Pending',
  },
  Submitted: {
    meaning: 'It was handed over to the rail.',

    next: ['Sent', 'Completed', 'Failed'],
    money: 'Clearing',
    iso: 'ACSP',
    v31: 'AcceptedSettlementInProcess',
  },
  Sent: {
    meaning: 'Our bank has booked the debit and sent it on.',

    next: ['Completed', 'Failed', 'Returned'],
    money: 'Paid',
    iso: 'ACSP',
    v31: 'AcceptedSettlementInProcess',
  },
  Completed: {
    meaning: 'The rail reports that it is settled: sent, which does not say that the payee has received it.',
    next: ['Returned'],
    money: 'Paid',
    iso: 'ACSC',
    v31: 'AcceptedSettlementCompleted',
  },
  Returned: {
    meaning: 'The money came back: a credit of its own; the payment stays booked.',
    next: [],
    money: 'Returned',
    iso: 'ACSC',
    v31: 'AcceptedSettlementCompleted',
  },
  Rejected: {
    meaning: 'It was refused here, before it was handed over.',
    next: [],
    money: 'Free',
    iso: 'RJCT',
    v31: 'Rejected',
  },
  Cancelled: {
    meaning: 'It was cancelled before it was handed over.',
    next: [],
    money: 'Free',
    iso: 'CANC',
    v31: 'Rejected',
  },
  Failed: {
    meaning: 'The rail or a bank refused it after it was handed over; amount and fee were given back.',
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

/** Whether a payment's state, or an entry of its history, says that the payee has the money. */
export const isCredited = (status: PaymentStatus, reason: string | null): boolean =>
  status === 'Completed' && reason === CREDITED

/** States in which a payment may begin. */
export const entryStatuses = ['PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Rejected'] as const

/** The states that may follow. */
export const nextOf = (status: PaymentStatus): readonly PaymentStatus[] => lifecycle[status].next

/** Where the money of a payment is: one that was moved to a later date keeps its hold. */
export const moneyOf = ({ status, holdId }: { status: PaymentStatus; holdId: string | null }): Money =>
  status === 'Scheduled' && holdId !== null ? 'Held' : lifecycle[status].money

/** Whether a payment in `from` may go to `to` in one step. */
export const mayGo = (from: PaymentStatus, to: PaymentStatus): boolean => nextOf(from).includes(to)

/** What people may do with a payment, by state. */
export const paymentCan = {
  cancel: PAYMENT_STATUSES.filter((status) => mayGo(status, 'Cancelled')),
  approve: ['PendingApproval'] as PaymentStatus[],
  reject: ['PendingApproval'] as PaymentStatus[],
}

/** States in which the payment still reads its beneficiary: it is frozen at release. */
export const beforeRelease = PAYMENT_STATUSES.filter(
  (status) => mayGo(status, 'Screening') || status === 'ApprovalRecalled',
)
