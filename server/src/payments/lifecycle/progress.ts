import { type BeneficiaryRow, type PayeeOrder, payeeOf } from '../../beneficiaries/index.ts'
import { getProfile } from '../../entities/index.ts'
import { findTrade, type TradeRow } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import type { Calendars } from '../../fx/calendar/index.ts'
import type { FindAccount, OrderDeps, PayingAccount, PaymentPolicies } from '../orders/deps.ts'
import { isFit, isStillVerified, isUnderReview, keepApproved, namedPayee } from './approved.ts'
import type { PaymentRow } from '../record/queries.ts'
import { arrivalNow, hasMissedDate, isPastCutOff, isRejectedWhenLate, moveDate, redated } from './redate.ts'
import type { OwnReason } from '../record/status-reasons.ts'
import { advance, type Step } from './transitions.ts'
import { findVerification } from '../vop/index.ts'

/**
 * Takes an approved payment as far as its date and its money allow: Scheduled, AwaitingFunds, Screening or Rejected.
 *
 * @param step whose reason is that of a payment which goes on
 */
export async function proceed(
  tx: Tx,
  payment: PaymentRow,
  step: Step,
  { findAccount, calendars }: Pick<OrderDeps, 'findAccount' | 'calendars'>,
): Promise<PaymentRow> {
  if (payment.scheduledFor && payment.scheduledFor > step.at && payment.status !== 'Scheduled') {
    return advance(tx, payment, 'Scheduled', step)
  }
  const wait = await tradeWaitOf(tx, payment)
  if (wait === 'TradeCancelled') return advance(tx, payment, 'Cancelled', { ...step, reason: wait })
  const isLate = isPastCutOff(payment, step.at)
  if (isLate && (wait !== undefined || payment.status === 'Scheduled')) {
    return moveDate(tx, payment, step, calendars)
  }
  if (isLate) {
    const reason = payment.status === 'AwaitingFunds' ? 'InsufficientFunds' : 'CutOffPassed'
    return advance(tx, payment, 'Rejected', { ...step, reason })
  }
  const unfit = await whyNotPayable(tx, payment, findAccount)
  if (unfit) return advance(tx, payment, 'Rejected', { ...step, reason: unfit })
  if (payment.status === 'PendingApproval') return fund(tx, payment, step, wait)
  const { row, isApproved } = await keepApproved(tx, payment, await namedPayee(tx, payment), step)
  return isApproved ? fund(tx, row, step, wait) : row
}

/** Holds the money, or waits for it where the payment may wait: until its cut-off. */
async function fund(tx: Tx, payment: PaymentRow, step: Step, wait: TradeWait | undefined): Promise<PaymentRow> {
  if (wait !== undefined) {
    const isWaiting = payment.status === 'AwaitingFunds'
    return isWaiting ? payment : advance(tx, payment, 'AwaitingFunds', { ...step, reason: wait })
  }
  try {
    return await advance(tx, payment, 'Screening', step)
  } catch (error) {
    const reason = whyNotHeld(error)
    const waits = reason === 'InsufficientFunds' && (await mayWait(tx, payment))
    if (!waits) return advance(tx, payment, 'Rejected', { ...step, reason })
    return payment.status === 'AwaitingFunds' ? payment : advance(tx, payment, 'AwaitingFunds', { ...step, reason })
  }
}

/** The reason behind a refused hold; anything else is thrown on. */
export function whyNotHeld(error: unknown): 'InsufficientFunds' | 'AccountNotUsable' {
  if (error instanceof Refusal && error.code === 'insufficient_funds') return 'InsufficientFunds'
  if (error instanceof Refusal && error.code === 'account_blocked') return 'AccountNotUsable'
  throw error
}

/** Reason why a payment from a trade cannot leave yet, or at all. */
type TradeWait = 'TradeNotApproved' | 'TradeNotSettled' | 'TradeCancelled'

/**
 * Returns the trade state that a payment waits for; it never uses other money. Returns undefined once the trade has
 * settled, and for a payment from the account.
 */
export async function tradeWaitOf(
  tx: Tx,
  { entityId, tradeId }: Pick<PaymentRow, 'entityId' | 'tradeId'>,
): Promise<TradeWait | undefined> {
  return waitFor(tradeId === null ? undefined : await findTrade(tx, entityId, tradeId))
}

/** Returns the reason for which payments out of a trade wait, or do not leave any more. */
export function waitFor(trade: Pick<TradeRow, 'status'> | undefined): TradeWait | undefined {
  if (!trade || trade.status === 'Settled') return undefined
  if (trade.status === 'PendingApproval') return 'TradeNotApproved'
  return ENDED.has(trade.status) ? 'TradeCancelled' : 'TradeNotSettled'
}

const ENDED = new Set<string>(['Cancelled', 'Rejected', 'ClosedOut', 'Extended'])

/** RM payments wait for money; an ABS payment does only while the trade that it pays out has not settled. */
export async function mayWait(tx: Tx, payment: Pick<PaymentRow, 'entityId' | 'tradeId'>): Promise<boolean> {
  const profile = await getProfile(tx, payment.entityId)
  if (profile?.entity.serviceKind === 'RM') return true
  const trade = payment.tradeId === null ? undefined : await findTrade(tx, payment.entityId, payment.tradeId)
  return trade !== undefined && trade.settledAt === null
}

/** Returns the reason why a changed payment can no longer be paid. */
export async function whyNotPayable(
  tx: Tx,
  payment: PaymentRow,
  findAccount: FindAccount,
): Promise<OwnReason | undefined> {
  const account = await findAccount(tx, payment.entityId, payment.accountId)
  if (!isUsable(account)) return 'AccountNotUsable'
  const payee = await namedPayee(tx, payment)
  if (payee && !isFit(payment, payee) && !isUnderReview(payment, payee)) return 'BeneficiaryNotActive'
  return (await isPayeeVerified(tx, payment, payee)) ? undefined : 'PayeeNotVerified'
}

/** Returns true if payments may leave from an account. */
export const isUsable = (account: PayingAccount | undefined): boolean =>
  account?.status === 'Active' && account.permissions.includes('Payments')

/** Returns true if a payment carries its payee, or if its saved payee is still the verified one. */
async function isPayeeVerified(tx: Tx, payment: PaymentRow, payee: BeneficiaryRow | undefined): Promise<boolean> {
  const id = payment.verificationId === null ? undefined : parseId('ver', payment.verificationId)
  if (!id || !payee) return true
  return isStillVerified(payment, payee, await findVerification(tx, payment.entityId, id))
}

/** Voids the approvals of changed details and starts a new round. */
export const recallApprovals = (tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> =>
  advance(tx, { ...payment, approvalRound: payment.approvalRound + 1 }, 'ApprovalRecalled', step)

/**
 * Screens a payment whose money is held, and releases it to its rail, its payee frozen, unless screening wants a review. A match of a
 * payee that was saved with the payment, and awaits its own review, holds the payment too.
 */
export async function screen(
  tx: Tx,
  payment: PaymentRow,
  step: Step,
  { policies, calendars }: { policies: Pick<PaymentPolicies, 'screen'>; calendars: Calendars },
): Promise<PaymentRow> {
  const payee = await namedPayee(tx, payment)
  if (payee && payee.status !== 'PendingApproval' && !isFit(payment, payee)) {
    return advance(tx, payment, 'Rejected', { ...step, reason: 'BeneficiaryNotActive' })
  }
  const details = payee ? payeeOf(payee) : (payment.beneficiarySnapshot as unknown as PayeeOrder)
  const found = await policies.screen(tx, payment, details, { stage: 'Release', at: step.at, wall: step.wall })
  if (found === 'Review') return advance(tx, payment, 'Held', { ...step, reason: 'ScreeningReview' })
  return release(tx, payment, step, calendars)
}

/**
 * Releases a payment from Screening or from Held. One that can no longer be paid is rejected instead; one that has missed
 * its date leaves on the next day on which it can, its money held until then. The day of arrival follows the holidays as they are now. One whose payee is under review stays as it is:
 * what the reviewer decides on the payee makes it due again.
 */
export async function release(tx: Tx, approved: PaymentRow, asked: Step, calendars: Calendars): Promise<PaymentRow> {
  const isLate = hasMissedDate(approved, asked.at, calendars)
  const payment = isLate
    ? redated(approved, asked.at, calendars)
    : { ...approved, expectedArrival: arrivalNow(approved, calendars) }
  if (isLate && (payment.scheduledFor !== null || isRejectedWhenLate(payment))) {
    return moveDate(tx, approved, asked, calendars)
  }
  const step = isLate ? { ...asked, reason: 'DateMoved' } : asked
  const payee = await namedPayee(tx, payment)
  if (payee && isUnderReview(payment, payee)) return approved
  const coolsOff = payee?.payableFrom && payee.payableFrom > step.at
  if (coolsOff || (payee && !isFit(payment, payee))) {
    return advance(tx, payment, 'Rejected', { ...step, reason: 'BeneficiaryNotActive' })
  }
  if (!(await isPayeeVerified(tx, payment, payee))) {
    return advance(tx, payment, 'Rejected', { ...step, reason: 'PayeeNotVerified' })
  }
  const { row, isApproved } = await keepApproved(tx, payment, payee, step, isLate)
  if (!isApproved) return row
  const snapshot = payee && frozen(payee)
  try {
    return await advance(tx, row, 'Submitted', snapshot ? { ...step, snapshot } : step)
  } catch (error) {
    return advance(tx, payment, 'Rejected', { ...step, reason: whyNotHeld(error) })
  }
}

/** Frozen payees by the row that they are of: payments to one payee share it. */
const snapshots = new WeakMap<BeneficiaryRow, Record<string, unknown>>()

/** Snapshot of the payee at payment; later changes of the beneficiary do not affect it. */
export function frozen(payee: BeneficiaryRow): Record<string, unknown> {
  const known = snapshots.get(payee)
  if (known) return known
  const { beneficiaryId, version } = payee
  const snapshot = { beneficiaryId: formatId('ben', beneficiaryId), version, ...payeeOf(payee) }
  snapshots.set(payee, snapshot)
  return snapshot
}
