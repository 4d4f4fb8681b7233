import { isOpenForCredit } from '../../accounts/index.ts'
import { lockTrade } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import type { WorkHandler } from '../../kernel/jobs/work.ts'
import { isListed, lockContradictionsOf } from './contradiction-queries.ts'
import { contradict } from './contradictions.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import { isCredited } from '../record/lifecycle.ts'
import { lockMoney } from '../lifecycle/money.ts'
import { lockPayment, type PaymentRow } from '../record/queries.ts'
import { findTradeOf } from '../record/trade-use.ts'
import { applyToRecall } from './recalls.ts'
import { cancelDebit } from './reversals.ts'
import { isSecondDebit, plainEffect } from './predicted.ts'
import { type Effect, newAgainst } from './report-rules.ts'
import { findSameMoney, lockMessage, markApplied, type MessageRow } from '../rails/index.ts'
import { advance, noteCredited, noteReturn, type Step } from '../lifecycle/transitions.ts'

type Outcome = Parameters<typeof markApplied>[2]

/** Applies a rail report in the payment's current state; contradictions go to the work list. */
export const reportWork =
  ({ warnOfReport, countReport }: Pick<PaymentWorkDeps, 'warnOfReport' | 'countReport'>): WorkHandler =>
  async (tx, work, act) => {
    const { at } = act
    const message = await lockMessage(tx, work.entityId, work.resourceId)
    if (!message || message.appliedAt) return
    if (message.isReversal) await lockContradictionsOf(tx, message) // it may clear one
    if (message.status === 'Returned') await lockTradeOf(tx, message)
    const payment = await lockPayment(tx, message.entityId, message.paymentId)
    const outcome: Outcome = payment ? await applyReport(tx, payment, message, act) : { outcome: 'Ignored' }
    await markApplied(tx, message, outcome, at)
    if (outcome.outcome !== 'Applied') countReport?.(outcome.outcome)
    if (payment && outcome.outcome === 'Contradictory') {
      const { entityId, paymentId } = payment
      const ids = { paymentId: formatId('pay', paymentId), entityId: formatId('ent', entityId) }
      warnOfReport?.({ ...ids, status: message.status, reference: message.railRef })
    }
  }

/**
 * Locks the trade that a payment is out of, before the payment: a new payment holds that lock too. A further return and a new payment
 * both change the money of the trade that ended payments show, and each has to see the other.
 */
async function lockTradeOf(tx: Tx, { entityId, paymentId }: Pick<MessageRow, 'entityId' | 'paymentId'>): Promise<void> {
  const tradeId = await findTradeOf(tx, entityId, paymentId)
  if (tradeId !== null) await lockTrade(tx, entityId, tradeId)
}

/** Moves a payment to the state of a report. */
async function applyReport(tx: Tx, payment: PaymentRow, message: MessageRow, step: Step): Promise<Outcome> {
  const sameAs = await findSameMoney(tx, message, payment)
  if (sameAs !== undefined) return { outcome: 'Ignored', sameAs }
  const reversed = await cancelDebit(tx, payment, message, step)
  if (reversed && !reversed.effect) return { outcome: 'Applied', sameAs: reversed.sameAs ?? null }
  const effect = reversed?.effect ?? (await plainEffect(tx, payment, message, await isSecondDebit(tx, message)))
  const outcome = await take(tx, payment, message, effect, step)
  return { outcome, sameAs: reversed?.sameAs ?? null }
}

async function take(
  tx: Tx,
  payment: PaymentRow,
  message: MessageRow,
  effect: Effect,
  step: Step,
): Promise<Outcome['outcome']> {
  const isKnown = effect.against?.isOnce && (await isListed(tx, payment, effect.against.kind))
  const against = newAgainst(payment, message, effect, isKnown ?? false)
  const isMoved = effect.path.length > 0 || effect.returnMinor > 0n
  if (effect.path.length > 1 || (isMoved && against)) {
    await isOpenForCredit(tx, payment.entityId, payment.accountId) // the account is locked before its balance
    await lockMoney(tx, payment)
  }
  const current = await takeEffect(tx, payment, message, effect, step)
  if (against) await contradict(tx, current, { ...against, message }, step)
  const answered = await applyToRecall(tx, current, message, step)
  if (against) return 'Contradictory'
  const saysCredited = message.status === 'Completed' && isCredited(message.status, message.reason)
  const isNews = isMoved || answered || (saysCredited && (await noteCredited(tx, current, step)))
  return isNews ? 'Applied' : 'Ignored'
}

async function takeEffect(
  tx: Tx,
  payment: PaymentRow,
  { status: reported, reason: given }: MessageRow,
  { path, returnMinor }: Effect,
  step: Step,
): Promise<PaymentRow> {
  const amountMinor = returnMinor > 0n ? returnMinor : null
  const reason = given ?? undefined
  if (path.length === 0 && returnMinor > 0n) return noteReturn(tx, payment, { ...step, reason, amountMinor })
  let current = payment
  for (const status of path) {
    current = await advance(tx, current, status, {
      ...step,
      reason: status === reported ? reason : undefined,
      amountMinor,
    })
  }
  return current
}
