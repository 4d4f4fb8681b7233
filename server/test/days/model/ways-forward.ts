import { type Finding, finding } from '../findings.ts'
import type { Payment, Trade } from '../read/resources.ts'
import { type Books, childrenOf, isPendingDrawdown, OVER, PAYMENT_OVER } from './books.ts'

/** Stored job; the resource's uuid in base 32, as in wire ids. */
export interface Job {
  kind: string
  resource: string
  dueAt: Date
  attempts: number
  lastError: string | null
}

/** Permitted delay of a job on the sandbox clock: clock moves run all due jobs. */
const GRACE_MS = 60_000

/** No job is late, and none fails again and again. */
export function compareJobs({ now }: Books, jobs: readonly Job[]): Finding[] {
  return jobs.flatMap((job) => [
    ...(now.getTime() - job.dueAt.getTime() > GRACE_MS
      ? [
          finding(
            'no job is older than its grace',
            `${job.kind} ${job.resource}`,
            `done since ${job.dueAt.toISOString()}`,
            `attempts ${job.attempts}, ${job.lastError}`,
          ),
        ]
      : []),
    ...(job.attempts > 0 && now.getTime() - job.dueAt.getTime() <= GRACE_MS
      ? [finding('no job fails', `${job.kind} ${job.resource}`, 'no failure', `${job.attempts}: ${job.lastError}`)]
      : []),
  ])
}

const partOf = (wireId: string): string => wireId.slice(wireId.indexOf('_') + 1)

/** Waiting for somebody outside: the bank reports, the reviewer decides, the client asks again. */
const WAITS_FOR_OTHERS = new Set(['Submitted', 'Sent', 'Held'])

/** Every payment is final, or a job is due for it, or it waits for somebody that it names. */
export function comparePayments({ payments }: Books, jobs: readonly Job[]): Finding[] {
  const due = new Set(jobs.map(({ resource }) => resource))
  const isStuck = ({ paymentId, status }: Payment) =>
    !PAYMENT_OVER.has(status) && !WAITS_FOR_OTHERS.has(status) && !due.has(partOf(paymentId))
  return [...payments.values()]
    .filter(isStuck)
    .map(({ paymentId, status, paymentDate }) =>
      finding(
        'a payment is final or has a way forward',
        `${paymentId} ${status}`,
        'a job',
        `none; payment date ${paymentDate}`,
      ),
    )
}

/** Checks that every trade is final, or that a job is due for it or for its precondition. */
export function compareTrades(books: Books, jobs: readonly Job[]): Finding[] {
  const due = new Set(jobs.map(({ resource }) => resource))
  const children = childrenOf(books)
  const hasWay = (trade: Trade): boolean => {
    if (OVER.has(trade.status) || due.has(partOf(trade.tradeId))) return true
    const drawn = (children.get(trade.tradeId) ?? []).filter(isPendingDrawdown)
    return trade.kind === 'Forward' && trade.status === 'FullyDrawn' && drawn.length > 0 && drawn.every(hasWay)
  }
  return [...books.trades.values()]
    .filter((trade) => !hasWay(trade))
    .map(({ tradeId, kind, status, valueDate }) =>
      finding(
        'a trade is final or has a way forward',
        `${kind} ${tradeId} ${status}`,
        'a job',
        `none; value date ${valueDate}`,
      ),
    )
}

/** Every forward with something left is watched. */
export function compareWatches({ trades }: Books, jobs: readonly Job[]): Finding[] {
  const watched = new Set(jobs.filter(({ kind }) => /forward/i.test(kind)).map(({ resource }) => resource))
  const isLive = ({ kind, status }: Trade) =>
    kind === 'Forward' && ['AwaitingInitialMargin', 'Open', 'PartiallyDrawn', 'Overdue'].includes(status)
  return [...trades.values()]
    .filter((trade) => isLive(trade) && !watched.has(partOf(trade.tradeId)))
    .map(({ tradeId, status, valueDate }) =>
      finding('a live forward is watched', tradeId, 'a job', `none; ${status}, value date ${valueDate}`),
    )
}
