import { PAYOUTS_OF_TRADE } from '../fx/trades/index.ts'
import type { Tx } from '../kernel/db.ts'
import { formatId } from '../kernel/ids.ts'
import type { WorkHandler } from '../kernel/work.ts'
import { awaitMoney } from '../ledger/index.ts'
import { ADVICE_WORK, adviceWork } from './advice.ts'
import { BATCH_WORK, batchWork } from './batches/index.ts'
import { recheckApproval } from './approved.ts'
import type { PaymentWorkDeps } from './deps.ts'
import { receiveFunds } from './inbound/index.ts'
import { isCredited, mayGo, nextOf, type PaymentStatus } from './lifecycle.ts'
import { lockMoney } from './money.ts'
import { proceed, screen, tradeWaitOf } from './progress.ts'
import { isHeldBack, lockPayment, type PaymentRow, unsentPayouts } from './queries.ts'
import { applyToRecall, RECALL_WORK, recallWork } from './recalls.ts'
import { lockMessage, markApplied, type MessageRow, REPORT_WORK, SUBMIT_WORK, submitWork } from './rails/index.ts'
import {
  advance,
  FUND_WORK,
  LAPSE_WORK,
  noteCredited,
  RECHECK_WORK,
  RELEASE_WORK,
  SCREEN_WORK,
  type Step,
  systemStep,
  watchCutOff,
} from './transitions.ts'

/** Handlers of the work that payments make due, by kind. Each finds out what is still to be done: repeated, it does nothing. */
export function paymentWork(deps: PaymentWorkDeps): Record<string, WorkHandler> {
  const { clock, rail } = deps
  return {
    [RELEASE_WORK]: whileIn(['Scheduled'], async (tx, payment, at) => {
      await proceed(tx, payment, systemStep(clock, at), deps)
    }),
    [FUND_WORK]: whileIn(['AwaitingFunds'], async (tx, payment, at) => {
      const after = await proceed(tx, payment, systemStep(clock, at), deps)
      if (after.status === 'AwaitingFunds') await watchCutOff(tx, after)
    }),
    [BATCH_WORK]: batchWork(deps),
    [SCREEN_WORK]: whileIn(['Screening'], async (tx, payment, at) => {
      if (await isHeldBack(tx, payment)) return // its batch makes this due again when it is whole
      await screen(tx, payment, systemStep(clock, at), deps)
    }),
    [LAPSE_WORK]: whileIn(['PendingApproval', 'ApprovalRecalled'], async (tx, payment, at) => {
      await advance(tx, payment, 'Rejected', systemStep(clock, at, 'CutOffPassed'))
    }),
    [RECHECK_WORK]: whileIn(unsent, async (tx, payment, at) => {
      await recheckApproval(tx, payment, systemStep(clock, at))
    }),
    [PAYOUTS_OF_TRADE]: payoutsWork(deps),
    [SUBMIT_WORK]: submitWork(rail),
    [RECALL_WORK]: recallWork(rail),
    [REPORT_WORK]: reportWork(deps),
    [ADVICE_WORK]: adviceWork(deps),
  }
}

const unsent: PaymentStatus[] = ['PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held']

const whileIn =
  (states: PaymentStatus[], act: (tx: Tx, payment: PaymentRow, at: Date) => Promise<void>): WorkHandler =>
  async (tx, work, at) => {
    const payment = await lockPayment(tx, work.entityId, work.resourceId)
    if (payment && states.includes(payment.status)) await act(tx, payment, at)
  }

/** Releases the payments of a trade that has settled, which have waited for it; withdraws those of one that will not settle. */
const payoutsWork =
  ({ clock }: Pick<PaymentWorkDeps, 'clock'>): WorkHandler =>
  async (tx, { entityId, resourceId: tradeId }, at) => {
    const wait = await tradeWaitOf(tx, { entityId, tradeId })
    const unsent = await unsentPayouts(tx, entityId, tradeId)
    if (wait === undefined) {
      const awaiting = unsent.filter(({ status }) => status === 'AwaitingFunds').map(({ accountId }) => accountId)
      for (const accountId of [...new Set(awaiting)].sort()) await awaitMoney(tx, { entityId, accountId }, at)
    }
    if (wait !== 'TradeCancelled') return
    for (const { paymentId } of unsent) {
      const payment = await lockPayment(tx, entityId, paymentId)
      if (payment && mayGo(payment.status, 'Cancelled'))
        await advance(tx, payment, 'Cancelled', systemStep(clock, at, wait))
    }
  }

/** Applies what a rail reported, in the state the payment is in by then. */
const reportWork =
  ({ clock }: Pick<PaymentWorkDeps, 'clock'>): WorkHandler =>
  async (tx, work, at) => {
    const message = await lockMessage(tx, work.entityId, work.resourceId)
    if (!message || message.appliedAt) return
    const payment = await lockPayment(tx, message.entityId, message.paymentId)
    const isNews = payment !== undefined && (await applyReport(tx, payment, message, systemStep(clock, at)))
    await markApplied(tx, message, isNews ? 'Applied' : 'Ignored', at)
  }

/** Takes a payment where a report says that it is. @returns whether that was not known yet */
async function applyReport(tx: Tx, payment: PaymentRow, message: MessageRow, step: Step): Promise<boolean> {
  const path = pathTo(payment.status, message.status)
  let current = payment
  if (path.length > 1) await lockMoney(tx, payment)
  for (const status of path) {
    const reason = status === message.status ? (message.reason ?? undefined) : undefined
    current = await advance(tx, current, status, { ...step, reason, amountMinor: atMost(payment, message) })
  }
  const isAnswer = await applyToRecall(tx, current, message, step)
  if (path.includes('Returned')) await keepExcess(tx, current, message, step)
  const saysCredited = message.status === 'Completed' && isCredited(message.status, message.reason)
  return path.length > 0 || isAnswer || (saysCredited && (await noteCredited(tx, current, step)))
}

/** Of a return: never more than was paid comes back to the account. */
const atMost = ({ amountMinor }: PaymentRow, message: MessageRow): bigint | null =>
  message.amountMinor !== null && message.amountMinor > amountMinor ? amountMinor : message.amountMinor

/** A bank that sends back more than it got: the rest is nobody's until an operator has found out, so it waits in suspense. */
async function keepExcess(tx: Tx, payment: PaymentRow, message: MessageRow, step: Step): Promise<void> {
  const excess = (message.amountMinor ?? 0n) - payment.amountMinor
  if (excess <= 0n) return
  await receiveFunds(
    tx,
    {
      currency: payment.currency,
      amountMinor: excess,
      reference: `More than paid: ${formatId('pay', payment.paymentId)}`,
      bankReference: `excess ${message.messageId}`,
    },
    { actor: step.actor, now: step.at, wall: step.wall },
  )
}

/**
 * The steps a report implies: one where the table allows it; a return of a payment not yet known to be sent says that it
 * was. None when the payment is past that already.
 */
export function pathTo(from: PaymentStatus, reported: MessageRow['status']): PaymentStatus[] {
  if (reported === 'RecallRefused') return []
  if (mayGo(from, reported)) return [reported]
  const between = nextOf(from).find((status) => status === 'Sent' && mayGo(status, reported))
  return between ? [between, reported] : []
}
