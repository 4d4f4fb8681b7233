import { emit } from '../../events/index.ts'
import { findTrade } from '../../fx/trades/index.ts'
import type { Reaction, Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { scheduleAll } from '../../kernel/jobs/work.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { unapprovedTo, unfrozenTo } from '../record/payee-queries.ts'
import { lockPayment, type PaymentRow } from '../record/queries.ts'
import type { OwnReason } from '../record/status-reasons.ts'
import { endedBeside, leftMinor } from '../record/trade-use.ts'
import { recheckApproval, recheckPaymentsTo } from './approved.ts'
import { raiseVersion, RECHECK_WORK } from './transitions.ts'

/**
 * Payments show two things of other resources: their saved payee as it is now, until the release freezes it, and the money of their
 * trade that no other payment has, with what a client can do with it. A change of those is a new version of the payment. Jobs record
 * it, because those resources are locked after payments, and payments by id.
 */
export const SHOW_PAYEE_WORK = 'payment.showPayee'
export const SHOW_FUNDS_WORK = 'payment.showFunds'

/**
 * Has the payments to a changed beneficiary looked at again: approvals of unsent ones may be void, and all that are not released show
 * another payee. Its marks, such as that of the default payee or of a verification, concern no payment.
 */
export const followBeneficiary: Reaction = async (tx, { at }, { entityId, resourceId, previousStatus, detail }) => {
  if (detail?.['payeeChanged'] !== true) {
    if (previousStatus !== undefined) await recheckPaymentsTo(tx, entityId, resourceId, at)
    return
  }
  const resourceIds = await unfrozenTo(tx, entityId, resourceId)
  if (resourceIds.length > 0) await scheduleAll(tx, { entityId, kind: SHOW_PAYEE_WORK, resourceIds, dueAt: at })
}

/** Has the payments that await approval looked at again after their beneficiary was deleted: they cannot be approved any more. */
export const followDeletion: Reaction = async (tx, { at }, { entityId, resourceId }) => {
  const resourceIds = await unapprovedTo(tx, entityId, resourceId)
  if (resourceIds.length > 0) await scheduleAll(tx, { entityId, kind: RECHECK_WORK, resourceIds, dueAt: at })
}

/**
 * The job `payment.showPayee`: a new version of a payment whose saved payee was changed before the release. For an unsent payment that
 * is the one in which it is approved again, if it must be.
 */
export async function showPayee(tx: Tx, payment: PaymentRow, isUnsent: boolean, act: Act): Promise<void> {
  if (payment.beneficiarySnapshot !== null) return
  const { version } = isUnsent ? await recheckApproval(tx, payment, act) : payment
  if (version === payment.version) await recordUpdate(tx, payment, act, 'PayeeChanged')
}

/**
 * Has the ended payments out of a trade shown anew after another payment out of it was made: it has money that they showed.
 *
 * @param made locked, with its trade
 */
export const followUse = (tx: Tx, made: PaymentRow, at: Date): Promise<void> =>
  showShared(tx, made, at, ({ isLater }) => (isLater && made.status === 'Rejected' ? 0n : made.amountMinor))

/**
 * Has ended payments out of a trade shown anew after another payment out of it has ended: its money is free for those that ended
 * later, after a part of it had come back.
 */
export const followEnd: Reaction = async (tx, { at }, { source, previousStatus, detail }) => {
  const ended = source as PaymentRow
  const neverUsedIt = previousStatus === undefined || ended.statusReason === ('TradeCancelled' satisfies OwnReason)
  if (ended.tradeId === null || neverUsedIt) return
  const returned = detail?.['returned'] as string | undefined // of several returns, this one
  const freedMinor = returned === undefined ? ended.amountMinor : parseAmount(returned, ended.currency)
  await showShared(tx, ended, at, ({ isLater }) => (isLater ? -freedMinor : 0n))
}

type Beside = Awaited<ReturnType<typeof endedBeside>>[number]

/** @param takes amount that the step of the payment took from an ended one, in minor units */
async function showShared(tx: Tx, payment: PaymentRow, at: Date, takes: (ended: Beside) => bigint): Promise<void> {
  const { entityId, paymentId, tradeId } = payment
  if (tradeId === null) return
  const ended = await endedBeside(tx, { entityId, paymentId, tradeId })
  if (ended.length === 0) return
  const { buyMinor } = (await findTrade(tx, entityId, tradeId))!
  const isChanged = (now: Beside) =>
    leftMinor(buyMinor, { ...now, othersMinor: now.othersMinor - takes(now) }) !== leftMinor(buyMinor, now)
  const resourceIds = ended.filter(isChanged).map((each) => each.paymentId)
  if (resourceIds.length > 0) await scheduleAll(tx, { entityId, kind: SHOW_FUNDS_WORK, resourceIds, dueAt: at })
}

/** Records new versions of ended payments out of a trade, after a step of that trade or of another payment out of it. */
export async function showStranded(tx: Tx, entityId: string, paymentIds: readonly string[], act: Act): Promise<void> {
  for (const paymentId of paymentIds) {
    const payment = await lockPayment(tx, entityId, paymentId)
    if (payment) await recordUpdate(tx, payment, act, 'TradeChanged')
  }
}

async function recordUpdate(tx: Tx, payment: PaymentRow, act: Act, reason: string): Promise<void> {
  const { entityId, paymentId, version } = await raiseVersion(tx, payment, act.at)
  await emit(tx, act, {
    entityId,
    type: 'payment.updated',
    resourceType: 'payment',
    resourceId: paymentId,
    resourceVersion: version,
    detail: { reason },
  })
}
