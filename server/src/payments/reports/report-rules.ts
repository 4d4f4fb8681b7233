import { pathTo } from './path.ts'
import type { ContradictionKind } from './contradiction-queries.ts'
import { lifecycle, mayGo, type PaymentStatus } from '../record/lifecycle.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { MessageRow } from '../rails/index.ts'

/** Money that a report moves against the state of its payment. Amounts in minor units of `currency`. */
export interface Against {
  kind: ContradictionKind
  direction: 'In' | 'Out'
  currency: string
  amountMinor: bigint
  /** True if a payment has at most one report of the kind; further ones are repetitions. */
  isOnce: boolean
  /** Sentence about this report for the operator, after the one of its kind. */
  detail?: string
}

/** Effect of a report on its payment. */
export interface Effect {
  /** States that the payment takes. */
  path: PaymentStatus[]
  /** Amount returned to the payer; 0 for all reports except returns. */
  returnMinor: bigint
  against?: Against
}

const NOTHING: Effect = { path: [], returnMinor: 0n }

type Facts = Pick<PaymentRow, 'status' | 'currency' | 'amountMinor' | 'returnedMinor'>
type Report = Pick<MessageRow, 'status' | 'amountMinor' | 'currency' | 'alters'> & {
  /** True of a debit that the bank booked although it had booked another one of the payment. */
  isSecondDebit: boolean
}

/**
 * Decides the effect of a bank's report in the payment's current state. All reported money is booked: an amount that
 * does not match the state is listed in `against`. Repetitions and known facts have no effect.
 */
export function effectOf(payment: Facts, report: Report): Effect {
  if (report.status === 'RecallRefused') return NOTHING
  if (report.status === 'Returned') return returnEffect(payment, report)
  if (report.status === 'Failed') return rejectionEffect(payment)
  return debitEffect(payment, report.status, report)
}

/** A debit or settlement. A booked debit has an amount: what it has beyond the payment, or in its place, is listed. */
function debitEffect(
  payment: Facts,
  reported: 'Sent' | 'Completed',
  { amountMinor: booked, alters, isSecondDebit }: Report,
): Effect {
  const { status, currency } = payment
  const amountMinor = (reported === 'Sent' ? booked : null) ?? payment.amountMinor
  const out = (kind: ContradictionKind, isOnce: boolean): Effect => ({
    ...NOTHING,
    against: { kind, direction: 'Out', currency, amountMinor, isOnce },
  })
  if (alters !== null) return out('ReferenceUsedAgain', false)
  if (mayGo(status, reported)) return { ...NOTHING, path: [reported], ...differenceOf(payment, amountMinor) }
  if (status === 'Failed') return out('DebitAfterRejection', !isSecondDebit)
  if (!wasSent(status)) return out('DebitOfUnsent', !isSecondDebit)
  return isSecondDebit ? out('DebitRepeated', false) : { ...NOTHING, ...differenceOf(payment, amountMinor) }
}

/** Returns the amount by which a booked debit differs from the one that its payment explains. */
function differenceOf(payment: Facts, booked: bigint): Pick<Effect, 'against'> {
  const minor = booked - payment.amountMinor
  if (minor === 0n) return {}
  const money = { currency: payment.currency, amountMinor: minor < 0n ? -minor : minor }
  return { against: { kind: 'DebitOfOtherAmount', direction: minor < 0n ? 'In' : 'Out', ...money, isOnce: false } }
}

/**
 * Returns the new entry for the work list: of a debit that is listed already, the difference to the amount booked now.
 *
 * @param isKnown true if an entry of the kind is listed of which a payment has one at most
 */
export function newAgainst(
  payment: Facts,
  { status, amountMinor }: Pick<MessageRow, 'status' | 'amountMinor'>,
  { against }: Effect,
  isKnown: boolean,
): Against | undefined {
  if (!isKnown) return against
  return status === 'Sent' && amountMinor !== null ? differenceOf(payment, amountMinor).against : undefined
}

function returnEffect(payment: Facts, report: Report): Effect {
  const { status, amountMinor, currency } = payment
  const left = amountMinor - (payment.returnedMinor ?? 0n)
  const against = (kind: ContradictionKind, minor: bigint): Effect => ({
    ...NOTHING,
    against: { kind, direction: 'In', currency: report.currency ?? currency, amountMinor: minor, isOnce: false },
  })
  const reported = report.amountMinor ?? left
  if (reported === 0n) return NOTHING
  if (report.currency !== null) return against('ReturnInOtherCurrency', reported)
  if (report.alters !== null) return against('ReferenceUsedAgain', reported)
  if (!wasSent(status)) return against('ReturnOfUnsent', reported)
  if (status === 'Failed') return against('ReturnOfRejected', reported)
  const returnMinor = reported < left ? reported : left
  const excess = reported - returnMinor
  return {
    path: returnMinor > 0n ? pathTo(status, 'Returned') : [],
    returnMinor,
    ...(excess > 0n ? { against: against('ReturnAboveAmount', excess).against! } : {}),
  }
}

/** A rejection claims the amount that was not returned yet. A second one, or one of an unsent payment, moves nothing. */
function rejectionEffect(payment: Facts): Effect {
  const { status, amountMinor, returnedMinor, currency } = payment
  if (mayGo(status, 'Failed')) return { ...NOTHING, path: ['Failed'] }
  const left = amountMinor - (returnedMinor ?? 0n)
  if (lifecycle[status].money === 'Free' || !wasSent(status) || left === 0n) return NOTHING
  const kind = 'RejectionAfterSettlement'
  return { ...NOTHING, against: { kind, direction: 'In', currency, amountMinor: left, isOnce: true } }
}

/** Returns true if a payment in the state was submitted to its rail. */
const wasSent = (status: PaymentStatus): boolean =>
  status === 'Failed' || !['Free', 'Held'].includes(lifecycle[status].money)

/** Sentences for the operator. */
export const EXPLANATIONS: Record<ContradictionKind, string> = {
  ReturnAboveAmount: 'More came back than was paid and had not been returned before.',
  ReturnOfUnsent: 'The bank returned a payment that was not sent.',
  ReturnOfRejected: 'The bank returned a payment that it had rejected; the payer had its money back then.',
  ReturnBookedAsFunds:
    'The bank returned a payment, and incoming funds of the same amount name it. If they are the same money, return it to the bank here; otherwise book it to the client.',
  ReturnInOtherCurrency: 'The return is in another currency than the payment.',
  ReferenceUsedAgain: 'The bank used the reference of an earlier return or debit for another amount.',
  DebitAfterRejection: 'The bank debited or settled a payment that it had rejected; the payer had its money back then.',
  DebitOfUnsent: 'The bank debited or settled a payment that was not sent.',
  DebitOfOtherAmount: 'The bank debited another amount than that of the payment. The difference is listed.',
  DebitRepeated: 'The bank debited the payment again under another reference.',
  DebitReversed:
    'The bank reversed a debit of a payment that it had debited more than once. Check which of its debits remains.',
  RejectionAfterSettlement: 'The bank rejected a payment that it had settled. Check whether the money came back.',
  EntryRejected: 'The entry could not be booked.',
}
