import type { Act } from '../../kernel/values/act.ts'
import { findTrade, PAYOUTS_OF_TRADE } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { scheduleNoLater, type SetHandler, type WorkHandler } from '../../kernel/jobs/work.ts'
import { awaitMoney } from '../../ledger/index.ts'
import type { PaymentAcceptance } from '../acceptance/accept.ts'
import { ADVICE_WORK, adviceWork } from '../orders/advice.ts'
import { BATCH_WORK, batchWork } from '../batches/index.ts'
import { isToDeleted, recheckApproval } from '../lifecycle/approved.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import { mayGo, PAYMENT_STATUSES, type PaymentStatus } from '../record/lifecycle.ts'
import { proceed, screen, waitFor } from '../lifecycle/progress.ts'
import { moveSubmitted, openOn } from '../lifecycle/redate.ts'
import { isHeldBack } from '../record/batch-queries.ts'
import { unsentPayouts } from '../record/funding-queries.ts'
import { lockPayment, type PaymentRow } from '../record/queries.ts'
import { strandedPayouts } from '../record/trade-use.ts'
import { SHOW_FUNDS_WORK, SHOW_PAYEE_WORK, showPayee, showStranded } from '../lifecycle/shown.ts'
import { RECALL_WORK, recallSubmitted, recallWork } from './recalls.ts'
import { REPORT_WORK, SUBMIT_WORK, submitWork } from '../rails/index.ts'
import { reportWork } from './reports.ts'
import { releaseSet } from '../sets/release.ts'
import { reportSet } from '../sets/reports.ts'
import { scheduledSet } from '../sets/scheduled.ts'
import { submitSet } from '../sets/submit.ts'
import {
  advance,
  FUND_WORK,
  LAPSE_WORK,
  RECHECK_WORK,
  RELEASE_WORK,
  SCREEN_WORK,
  watchCutOff,
} from '../lifecycle/transitions.ts'

/** Jobs that make payments or send them on their way; all others follow what has happened. */
export const ORDER_JOBS = [RELEASE_WORK, FUND_WORK, BATCH_WORK, SCREEN_WORK, SUBMIT_WORK] as const

/** Job handlers of payments, by kind. Each determines its remaining steps; a repetition does nothing. */
export function paymentWork(deps: PaymentWorkDeps & { acceptance: PaymentAcceptance }): Record<string, WorkHandler> {
  const { rails } = deps
  return {
    [RELEASE_WORK]: whileIn(['Scheduled'], async (tx, payment, act) => {
      await proceed(tx, payment, act, deps)
    }),
    [FUND_WORK]: whileIn(['AwaitingFunds'], async (tx, payment, act) => {
      const after = await proceed(tx, payment, act, deps)
      if (after.status === 'AwaitingFunds') await watchCutOff(tx, after)
    }),
    [BATCH_WORK]: batchWork(deps),
    [SCREEN_WORK]: whileIn(['Screening'], async (tx, payment, act) => {
      if (await isHeldBack(tx, payment)) return // its batch makes this due again when it is whole
      await screen(tx, payment, act, deps)
    }),
    [LAPSE_WORK]: whileIn(['PendingApproval', 'ApprovalRecalled'], async (tx, payment, act) => {
      await advance(tx, payment, 'Rejected', { ...act, reason: 'CutOffPassed' })
    }),
    [RECHECK_WORK]: whileIn([...unsent, 'ApprovalRecalled'], async (tx, payment, act) => {
      if (unapproved.includes(payment.status) && (await isToDeleted(tx, payment)))
        return void (await advance(tx, payment, 'Rejected', { ...act, reason: 'BeneficiaryNotActive' }))
      if (payment.status === 'ApprovalRecalled') return
      const { entityId, paymentId: resourceId, status } = await recheckApproval(tx, payment, act)
      // It may have waited for the review of its payee, which has no job of its own.
      if (status === 'Screening') await scheduleNoLater(tx, { entityId, kind: SCREEN_WORK, resourceId, dueAt: act.at })
    }),
    [SHOW_PAYEE_WORK]: whileIn([...PAYMENT_STATUSES], (tx, payment, act) =>
      showPayee(tx, payment, unsent.includes(payment.status), act),
    ),
    [SHOW_FUNDS_WORK]: (tx, { entityId, resourceId }, act) => showStranded(tx, entityId, [resourceId], act),
    [PAYOUTS_OF_TRADE]: payoutsWork(),
    [SUBMIT_WORK]: submitWork(rails, {
      clock: deps.clock,
      isBusinessDay: openOn(deps.calendars),
      moveDate: moveSubmitted(deps),
      afterSubmit: recallSubmitted,
    }),
    [RECALL_WORK]: recallWork(rails),
    [REPORT_WORK]: reportWork(deps),
    [ADVICE_WORK]: adviceWork(deps),
  }
}

/** Handlers of sets of payments' jobs, by kind. */
export const paymentSets = (deps: PaymentWorkDeps): Record<string, SetHandler> => ({
  [RELEASE_WORK]: scheduledSet(deps),
  [SCREEN_WORK]: releaseSet(deps),
  [SUBMIT_WORK]: submitSet(deps),
  [REPORT_WORK]: reportSet,
})

const unapproved: PaymentStatus[] = ['PendingApproval', 'ApprovalRecalled']
const unsent: PaymentStatus[] = ['PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held']

const whileIn =
  (states: PaymentStatus[], doIt: (tx: Tx, payment: PaymentRow, act: Act) => Promise<void>): WorkHandler =>
  async (tx, work, act) => {
    const payment = await lockPayment(tx, work.entityId, work.resourceId)
    if (payment && states.includes(payment.status)) await doIt(tx, payment, act)
  }

/**
 * Releases the payments of a trade that has settled, which have waited for it; withdraws those of one that will not settle. Those
 * that ended before show what can be done with the money now.
 */
const payoutsWork =
  (): WorkHandler =>
  async (tx, { entityId, resourceId: tradeId }, act) => {
    const { at } = act
    const trade = await findTrade(tx, entityId, tradeId)
    const wait = waitFor(trade)
    const unsent = await unsentPayouts(tx, entityId, tradeId)
    if (trade) await showStranded(tx, entityId, await strandedPayouts(tx, trade), act)
    if (wait === undefined) {
      const awaiting = unsent.filter(({ status }) => status === 'AwaitingFunds').map(({ accountId }) => accountId)
      for (const accountId of [...new Set(awaiting)].sort()) await awaitMoney(tx, { entityId, accountId }, at)
    }
    if (wait !== 'TradeCancelled') return
    for (const { paymentId } of unsent) {
      const payment = await lockPayment(tx, entityId, paymentId)
      if (payment && mayGo(payment.status, 'Cancelled'))
        await advance(tx, payment, 'Cancelled', { ...act, reason: wait })
    }
  }
