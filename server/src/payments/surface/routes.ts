import { inTransaction } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { amountErrors } from '../../kernel/values/money.ts'
import { etagOf } from '../../kernel/http/routing/if-match.ts'
import { listRoute } from '../../kernel/http/lists.ts'
import { cursorShape } from '../../kernel/http/paging.ts'
import { principalFor } from '../../kernel/http/principal.ts'
import { reportAllErrors } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { amountRangeErrors } from '../../kernel/http/ranges.ts'
import { AnyId, DryRun, Input } from '../../kernel/http/wire.ts'
import { actionRoutes } from './action-routes.ts'
import { getPayment } from './answer.ts'
import { assess } from '../orders/assess.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import { batchRoutes, refuseBatch } from '../batches/index.ts'
import { destinationRoutes } from './destination-routes.ts'
import { errorsBeyondShape } from '../orders/judge.ts'
import { isCredited, isoOf } from '../record/lifecycle.ts'
import { presentAssessment, presentPayment } from './present.ts'
import { listPayments, type PaymentFilter } from '../record/list.ts'
import { Payment, PaymentOrder, PaymentsQuery, PaymentValidation, Tracking } from '../record/schema.ts'
import { type MakingDeps, sendMade } from './make.ts'

const read = { scope: 'payments:read' as const }
const write = { scope: 'payments:write' as const }
const OneParams = Input({ paymentId: AnyId('the payment') })

/** Validate, create, list (RM), read, cancel, approve, reject and track payments; the earliest payment date. */
export function paymentRoutes(app: App, deps: MakingDeps): void {
  createRoutes(app, deps)
  readRoutes(app, deps)
  actionRoutes(app, deps)
  destinationRoutes(app, deps)
  batchRoutes(app, deps)
}

function createRoutes(app: App, deps: MakingDeps): void {
  const whole = reportAllErrors({
    body: ({ principal, body, receivedAt }, errors) =>
      inTransaction(deps.db, (tx) => errorsBeyondShape(tx, deps, principal, { body, errors, at: receivedAt })),
  })
  app.post(
    '/v1/payments/validate',
    {
      ...whole,
      config: { ...write, role: 'any' },
      schema: {
        summary: 'Validate a payment',
        description:
          'Takes the body of the create call. Returns 200 for every well-formed body; `errors` lists the errors that ' +
          'create would return.',
        body: PaymentOrder,
        response: { 200: PaymentValidation },
      },
    },
    async ({ principal, body, receivedAt }) => {
      const found = await inTransaction(deps.db, (tx) => assess(tx, deps, principal, body, { at: receivedAt }))
      return presentAssessment(body, found)
    },
  )

  app.post(
    '/v1/payments',
    {
      ...whole,
      config: { ...write, role: 'maker' },
      schema: {
        summary: 'Create a payment',
        description:
          'Returns 201 with the payment in its first status. Without funds, an ABS payment is `Rejected` with the ' +
          'reason `InsufficientFunds`, and an RM payment waits for them until the cut-off of its date.',
        querystring: DryRun,
        body: PaymentOrder,
        response: { 201: Payment },
      },
    },
    async (request, reply) => {
      await sendMade(deps, request, reply)
      return reply
    },
  )
}

function readRoutes(app: App, deps: PaymentDeps): void {
  listRoute(app, {
    path: '/v1/payments',
    name: 'payments',
    cursor: [cursorShape.uuid],
    config: { ...read, entityKind: 'RM', entities: 'several' },
    summary: 'List payments',
    description: 'Filter by status, currency, dates, amounts, payee, trade or your own reference.',
    query: PaymentsQuery,
    item: Payment,
    ranges: [
      ['paymentDateFrom', 'paymentDateTo'],
      ['createdFrom', 'createdTo'],
    ],
    resources: {
      accountId: { prefix: 'acc', missing: refuseShared.account_not_found },
      beneficiaryId: { prefix: 'ben', missing: refuseShared.beneficiary_not_found },
      tradeId: { prefix: 'trd', missing: refuseShared.trade_not_found },
      batchId: { prefix: 'bat', missing: refuseBatch.payment_batch_not_found },
    },
    errors: ({ minAmount, maxAmount, currency }) => [
      ...amountRangeErrors({ minAmount, maxAmount }),
      ...decimalErrors(minAmount, currency, '?minAmount'),
      ...decimalErrors(maxAmount, currency, '?maxAmount'),
    ],
    rows: ({ entityIds, query }, { limit, after }) =>
      listPayments(deps.db.reader, entityIds, filterOf(query), { limit: limit + 1, before: after?.[0] }),
    present: (row, { principals }) => presentPayment(row, principalFor(principals, row.entityId)),
    keyOf: ({ paymentId }) => [paymentId],
  })

  app.get(
    '/v1/payments/:paymentId',
    {
      config: read,
      schema: {
        summary: 'Get a payment',
        description:
          'Returns a payment with its payee, status, fee, approval and history. Send the `ETag` as `If-Match` when you approve or reject it.',
        params: OneParams,
        response: { 200: Payment },
      },
    },
    async ({ principal, params }, reply) => {
      const row = await getPayment(deps.db.reader, principal.entityId, parseId('pay', params.paymentId))
      return reply.header('etag', etagOf(row)).send(presentPayment(row, principal))
    },
  )

  app.get(
    '/v1/payments/:paymentId/tracking',
    {
      config: read,
      schema: {
        summary: 'Track a payment',
        description:
          'Returns each step from bank to bank with its time, status and charges, and the time at which the payee was credited.',
        params: OneParams,
        response: { 200: Tracking },
      },
    },
    async ({ principal, params }) => {
      const row = await getPayment(deps.db.reader, principal.entityId, parseId('pay', params.paymentId))
      return tracking(presentPayment(row, principal))
    },
  )
}

/** An id of something else finds nothing: no uuid is all zeros. */
const NOTHING = '00000000-0000-0000-0000-000000000000'
const filterId = (prefix: string, id: string | undefined) =>
  id === undefined ? undefined : (parseId(prefix, id) ?? NOTHING)
const filterInstant = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** Returns the errors of a query that depend only on the query, as far as it is readable. */

/** Rejects bounds with too many decimals for their currency; zero is a valid bound. */
const decimalErrors = (amount: string | undefined, currency: string | undefined, pointer: string): FieldError[] =>
  currency === undefined || amount === undefined || !/[1-9]/.test(amount) ? [] : amountErrors(amount, currency, pointer)

function filterOf(query: PaymentsQuery): PaymentFilter {
  const { status, currency, paymentDateFrom, paymentDateTo, clientReference } = query
  return {
    status,
    currency,
    paymentDateFrom,
    paymentDateTo,
    clientReference,
    accountId: filterId('acc', query.accountId),
    beneficiaryId: filterId('ben', query.beneficiaryId),
    tradeId: filterId('trd', query.tradeId),
    batchId: filterId('bat', query.batchId),
    minAmount: query.minAmount,
    maxAmount: query.maxAmount,
    createdFrom: filterInstant(query.createdFrom),
    createdTo: filterInstant(query.createdTo),
    updatedSince: filterInstant(query.updatedSince),
  }
}

/** Builds the tracking of a payment: our own steps, then the rail's reports. */
function tracking(payment: Payment): Tracking {
  const payee = (payment.beneficiarySnapshot?.bic as string | undefined) ?? 'payee'
  const credited = payment.history.find((entry) => isCredited(entry.status, entry.reason))
  const legs = {
    Submitted: ['us', payment.rail],
    Sent: [payment.rail, payee],
    Completed: [payment.rail, payee],
    Returned: ['payee', 'us'],
    Failed: [payment.rail, 'us'],
  }
  const { paymentId, uetr, status, history, recall, fee } = payment
  return {
    paymentId,
    uetr,
    status,
    events: history.map((entry) => {
      const isLast = isCredited(entry.status, entry.reason)
      const [from, to] = isLast ? [payee, 'payee'] : (legs[entry.status as keyof typeof legs] ?? ['us', 'us'])
      return {
        at: entry.at,
        from: from!,
        to: to!,
        status: entry.status,
        isoStatus: isoOf(entry.status, entry.reason),
        reason: entry.reason,
        charges: entry.status === 'Submitted' ? fee : null,
      }
    }),
    recall: recall && { status: recall.status, requestedAt: recall.requestedAt, answeredAt: recall.answeredAt },
    // Settled is sent, not received: only a bank that says so has credited the payee, and what came back is no longer there.
    creditedAt: status === 'Returned' ? null : (credited?.at ?? null),
  }
}
