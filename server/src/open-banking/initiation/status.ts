import { approvalsGiven, type DecisionRow } from '../../approvals/index.ts'
import type { DealApproval } from '../../fx/trades/index.ts'
import { isoOf, type PaymentStatus, type PaymentWithHistory } from '../../payments/index.ts'
import type { InitiatedPayment } from './queries.ts'
import { isRefusedOrReturned, reasonOf, reasonOfStep } from './reasons.ts'
import type { AuthorisationCode, PaymentStatusCode, PaymentWords } from './terms/words.ts'

/** Payment with the approval of its exchange, if the payer's policies require one. */
interface Approved {
  payment: Pick<
    PaymentWithHistory,
    'status' | 'history' | 'createdAt' | 'approvalsRequired' | 'approvalRequired' | 'decisions'
  >
  deal?: DealApproval | undefined
}

/** Maps a payment's state to open banking. A payment cancelled by the client is rejected there too. */
function codeOf(status: PaymentStatus, reason: string | null): PaymentStatusCode {
  if (status === 'PendingApproval' || status === 'ApprovalRecalled' || reason === 'TradeNotApproved') return 'PATC'
  const iso = isoOf(status, reason)
  return iso === 'CANC' ? 'RJCT' : iso
}

/** The status in the answer to creating it: received, or rejected at once. */
export const firstCodeOf = (status: PaymentStatus): PaymentStatusCode =>
  codeOf(status, null) === 'RJCT' ? 'RJCT' : 'RCVD'

/** Change of a payment's status. */
interface Change {
  code: PaymentStatusCode
  at: Date
  reason: string | null
}

/** Statuses of a payment that waits: until its exchange is approved, it waits for the approval. */
const WAITING: readonly PaymentStatusCode[] = ['PDNG', 'ACTC']

/** Returns the changes of a payment's status, oldest first: those of its history, and the approval of its exchange. */
export function changesOf({ payment, deal }: Approved): Change[] {
  const stored = payment.history.map(({ status, at, reason }) => ({
    code: codeOf(status, reason),
    at: new Date(at),
    reason,
  }))
  if (!deal) return stored
  const approvedAt = approvalTimeOf(deal)
  // With a frozen clock the approval has the same time as the payment, although it came later.
  const waited = stored.findLastIndex(({ reason }) => reason === 'TradeNotApproved')
  const isBefore = ({ at }: Change, index: number) =>
    approvedAt === undefined || at < approvedAt || (index <= waited && at <= approvedAt)
  const before = stored.filter(isBefore)
  const changes: Change[] = before.map((change) =>
    WAITING.includes(change.code) ? { ...change, code: 'PATC', reason: 'TradeNotApproved' } : change,
  )
  const last = before.at(-1)
  if (approvedAt && last && changes.at(-1)?.reason === 'TradeNotApproved')
    changes.push(
      last.code === 'PATC'
        ? { code: 'PDNG', at: approvedAt, reason: 'TradeNotSettled' }
        : { ...last, at: approvedAt, reason: last.reason },
    )
  return [...changes, ...stored.filter((change, index) => !isBefore(change, index))]
}

/** Returns when the last approval of an exchange was given; undefined before it, and if it was refused. */
function approvalTimeOf({ isPending, approvalsRequired, decisions }: DealApproval): Date | undefined {
  if (isPending || decisions.some(({ decision }) => decision === 'Rejected')) return undefined
  const given = approvalsGiven({ decisions, isPending })
  return given.length < approvalsRequired ? undefined : new Date(given.at(-1)!.at)
}

/** Returns true if a payment needs or needed the approval of its exchange: an agreed trade can be approved before the payment. */
export function needsApprovalOf(
  { payment, link }: { payment: Approved['payment']; link: Pick<InitiatedPayment, 'exchange'> },
  deal: DealApproval | undefined,
): boolean {
  if (!deal || link.exchange?.RateType !== 'Agreed') return deal !== undefined
  if (payment.history.some(({ reason }) => reason === 'TradeNotApproved')) return true
  const approvedAt = approvalTimeOf(deal)
  return approvedAt === undefined || approvedAt > payment.createdAt
}

interface Authorisation {
  code: AuthorisationCode
  required: number
  received: number
  /** Last decision, or change to or from waiting for one. */
  changedAt: Date
}

/**
 * Returns the progress of a multiple authorisation, of the payment and its exchange; undefined if the user alone suffices. It ends
 * with the payment: an exchange that is decided after that changes nothing.
 */
export function authorisationOf({ payment, deal }: Approved): Authorisation | undefined {
  if (!payment.approvalRequired && !deal) return undefined
  const changes = changesOf({ payment, deal })
  const endedAt = changes.find(({ code }) => code === 'RJCT')?.at
  const inTime = (decisions: readonly DecisionRow[]) =>
    decisions.filter(({ at }) => endedAt === undefined || new Date(at) <= endedAt)
  const [ofPayment, ofDeal] = [inTime(payment.decisions), inTime(deal?.decisions ?? [])]
  const others = payment.approvalsRequired + (deal?.approvalsRequired ?? 0)
  const isPending = codeOf(payment.status, null) === 'PATC'
  const isDealPending = deal?.isPending ?? false
  const given =
    approvalsGiven({ decisions: ofPayment, isPending }).length +
    approvalsGiven({ decisions: ofDeal, isPending: isDealPending }).length
  const decisions = [...ofPayment, ...ofDeal]
  const isRejected = decisions.some(({ decision }) => decision === 'Rejected')
  const ofWaiting = changes.filter((change, index) => change.code === 'PATC' || changes[index - 1]?.code === 'PATC')
  const times = [payment.createdAt, ...ofWaiting.map(({ at }) => at), ...decisions.map(({ at }) => new Date(at))]
  return {
    code: changes.at(-1)?.code === 'PATC' ? 'AWAF' : given < others || isRejected ? 'RJCT' : 'AUTH',
    required: 1 + others, // the user, and the others
    received: 1 + given,
    changedAt: new Date(Math.max(...times.map((at) => at.getTime()))),
  }
}

/** Most characters of a step's reason. */
const MOST_REASON = 256

interface Step {
  status: PaymentStatusCode
  /** The version's word for the status. */
  word: string
  at: Date
  reason: { code: string; description: string }
}

/**
 * Returns the steps of a payment, oldest first and without repetition, starting with its receipt. Each states its reason; the
 * last one of a rejected or returned payment also where the money is.
 */
export function stepsOf(
  words: Pick<PaymentWords, 'detailStatus'>,
  { payment, deal }: { payment: PaymentWithHistory; deal?: DealApproval | undefined },
): Step[] {
  const changes = changesOf({ payment, deal })
  const steps: Step[] = []
  const add = (status: PaymentStatusCode, at: Date, { code, description }: Step['reason']) => {
    const reason = { code, description: description.slice(0, MOST_REASON) }
    const word = words.detailStatus[status]
    const last = steps.at(-1)
    if (last?.word !== word || last.reason.description !== reason.description) steps.push({ status, word, at, reason })
  }
  const first = payment.history[0]
  if (first && firstCodeOf(first.status) === 'RCVD') add('RCVD', payment.createdAt, reasonOfStep('RCVD', null))
  for (const [index, { code, at, reason }] of changes.entries()) {
    const isEnd = index === changes.length - 1 && isRefusedOrReturned(payment, code)
    add(code, at, (isEnd ? reasonOf(payment) : undefined) ?? reasonOfStep(code, reason))
  }
  return steps
}
