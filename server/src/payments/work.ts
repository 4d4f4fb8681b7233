import type { Tx } from '../kernel/db.ts'
import type { WorkHandler } from '../kernel/work.ts'
import type { PaymentWorkDeps } from './deps.ts'
import { FUND_WORK } from './funds-arrived.ts'
import { mayGo, nextOf, type PaymentStatus } from './lifecycle.ts'
import { proceed, screen } from './progress.ts'
import { lockPayment, type PaymentRow } from './queries.ts'
import { lockMessage, markApplied, type MessageRow, REPORT_WORK, SUBMIT_WORK, submitWork } from './rails/index.ts'
import { advance, followUp, LAPSE_WORK, RELEASE_WORK, SCREEN_WORK, systemStep } from './transitions.ts'

/** Handlers of the work that payments make due, by kind. Each finds out what is still to be done: repeated, it does nothing. */
export function paymentWork(deps: PaymentWorkDeps): Record<string, WorkHandler> {
  const { clock, policies, rail } = deps
  return {
    [RELEASE_WORK]: whileIn(['Scheduled'], async (tx, payment, at) => {
      await proceed(tx, payment, systemStep(clock, at), deps)
    }),
    [FUND_WORK]: whileIn(['AwaitingFunds'], async (tx, payment, at) => {
      const after = await proceed(tx, payment, systemStep(clock, at), deps)
      if (after.status === 'AwaitingFunds') await followUp(tx, after, at)
    }),
    [SCREEN_WORK]: whileIn(['Screening'], async (tx, payment, at) => {
      await screen(tx, payment, systemStep(clock, at), policies)
    }),
    [LAPSE_WORK]: whileIn(['PendingApproval', 'ApprovalRecalled'], async (tx, payment, at) => {
      await advance(tx, payment, 'Rejected', systemStep(clock, at, 'CutOffPassed'))
    }),
    [SUBMIT_WORK]: submitWork(rail),
    [REPORT_WORK]: reportWork(deps),
  }
}

const whileIn =
  (states: PaymentStatus[], act: (tx: Tx, payment: PaymentRow, at: Date) => Promise<void>): WorkHandler =>
  async (tx, work, at) => {
    const payment = await lockPayment(tx, work.entityId, work.resourceId)
    if (payment && states.includes(payment.status)) await act(tx, payment, at)
  }

/** Applies what a rail reported, in the state the payment is in by then. */
const reportWork =
  ({ clock }: Pick<PaymentWorkDeps, 'clock'>): WorkHandler =>
  async (tx, work, at) => {
    const message = await lockMessage(tx, work.entityId, work.resourceId)
    if (!message || message.appliedAt) return
    const payment = await lockPayment(tx, message.entityId, message.paymentId)
    const path = payment ? pathTo(payment.status, message.status) : []
    let current = payment
    for (const status of path) {
      const reason = status === message.status ? (message.reason ?? undefined) : undefined
      const step = { ...systemStep(clock, at, reason), amountMinor: message.amountMinor }
      current = await advance(tx, current!, status, step)
    }
    await markApplied(tx, message, path.length > 0 ? 'Applied' : 'Ignored', at)
  }

/**
 * The steps a report implies: one where the table allows it; a return of a payment not yet known to be sent says that it
 * was. None when the payment is past that already.
 */
export function pathTo(from: PaymentStatus, reported: MessageRow['status']): PaymentStatus[] {
  if (mayGo(from, reported)) return [reported]
  const between = nextOf(from).find((status) => status === 'Sent' && mayGo(status, reported))
  return between ? [between, reported] : []
}
