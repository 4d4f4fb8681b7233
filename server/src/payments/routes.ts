import { isOpen } from '../fx/calendar/index.ts'
import { type Answer, type CommandContext, runCommand } from '../kernel/command.ts'
import { inTransaction } from '../kernel/db.ts'
import type { App } from '../kernel/http.ts'
import { parseId } from '../kernel/ids.ts'
import { parseAmount } from '../kernel/money.ts'
import { cursorShape, DEFAULT_LIMIT, pageOf, parseCursor } from '../kernel/paging.ts'
import { ownEntity } from '../kernel/principal.ts'
import { refuseAll, refuseShape } from '../kernel/validation.ts'
import { AnyId, DryRun, Input, Page } from '../kernel/wire.ts'
import { assess } from './assess.ts'
import type { PaymentDeps } from './deps.ts'
import { presentAssessment, presentPayment } from './present.ts'
import { listPayments, type PaymentFilter } from './list.ts'
import { findPayment, type PaymentRow, type PaymentWithHistory } from './queries.ts'
import { refuse } from './rules.ts'
import { Earliest, EarliestQuery, Payment, PaymentOrder, PaymentsQuery, PaymentValidation, Tracking } from './schema.ts'
import { cancelPayment, createPayment, decidePayment } from './service.ts'
import { earliestPayment, railsFor } from './validation/index.ts'

const LIST = 'payments'
const read = { scope: 'payments:read' as const }
const write = { scope: 'payments:write' as const }
const OneParams = Input({ paymentId: AnyId('the payment') })

/** Validate, create, list (RM), read, cancel, approve, reject and track payments; the earliest payment date. */
export function paymentRoutes(app: App, deps: PaymentDeps): void {
  createRoutes(app, deps)
  readRoutes(app, deps)
  actionRoutes(app, deps)
}

function createRoutes(app: App, deps: PaymentDeps): void {
  app.post(
    '/v1/payments/validate',
    {
      config: write,
      schema: {
        summary: 'Check a payment without making it',
        description:
          'Takes the body of create. Always 200 when it is well-formed: `errors` holds everything that create would refuse.',
        body: PaymentOrder,
        response: { 200: PaymentValidation },
      },
    },
    async ({ principal, body, receivedAt }) => {
      const found = await inTransaction(deps.db, (tx) => assess(tx, deps, principal, body, receivedAt))
      return presentAssessment(body, found, deps.policies.needsApproval(body))
    },
  )

  app.post(
    '/v1/payments',
    {
      config: write,
      schema: {
        summary: 'Make a payment',
        description:
          'Answers 201 with the payment in its first state. An ABS payment without funds is made too, as `Rejected` with the reason `InsufficientFunds`; an RM payment waits for them until the cut-off of its date.',
        querystring: DryRun,
        body: PaymentOrder,
        response: { 201: Payment },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'createPayment', async (context) =>
        answer(201, context, await createPayment(context, deps, request.body)),
      )
      return reply
    },
  )
}

function readRoutes(app: App, deps: PaymentDeps): void {
  app.get(
    '/v1/payments',
    {
      config: { ...read, entityKind: 'RM' },
      schema: {
        summary: 'Payments of an entity, newest first',
        querystring: PaymentsQuery,
        response: { 200: Page(Payment) },
      },
    },
    async ({ principal, query }) => {
      const entityId = ownEntity(principal, query.entityId)
      const limit = query.limit ?? DEFAULT_LIMIT
      const before = parseCursor(LIST, query.after, [cursorShape.uuid])?.[0]
      const rows = await listPayments(deps.db.reader, entityId, filterOf(query), { limit: limit + 1, before })
      return pageOf(
        LIST,
        rows,
        limit,
        (row) => presentPayment(row, principal),
        (row) => [row.paymentId],
      )
    },
  )

  app.get(
    '/v1/payments/earliest-settlement',
    {
      config: read,
      schema: {
        summary: 'The first date a payment can bear, its cut-off and its arrival',
        querystring: EarliestQuery,
        response: { 200: Earliest },
      },
    },
    ({ principal, query, receivedAt }) => {
      ownEntity(principal, query.entityId)
      return earliest(deps, query, receivedAt)
    },
  )

  app.get(
    '/v1/payments/:paymentId',
    { config: read, schema: { summary: 'One payment', params: OneParams, response: { 200: Payment } } },
    async ({ principal, params }) => {
      const row = await getPayment(deps.db.reader, principal.entityId, parseId('pay', params.paymentId))
      return presentPayment(row, principal)
    },
  )

  app.get(
    '/v1/payments/:paymentId/tracking',
    { config: read, schema: { summary: 'Where a payment is', params: OneParams, response: { 200: Tracking } } },
    async ({ principal, params }) => {
      const row = await getPayment(deps.db.reader, principal.entityId, parseId('pay', params.paymentId))
      return tracking(presentPayment(row, principal))
    },
  )
}

function actionRoutes(app: App, deps: PaymentDeps): void {
  app.post(
    '/v1/payments/:paymentId/cancel',
    {
      config: write,
      schema: {
        summary: 'Cancel a payment that is not yet submitted',
        params: OneParams,
        querystring: DryRun,
        response: { 200: Payment },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'cancelPayment', async (context) =>
        answer(200, context, await cancelPayment(context, parseId('pay', request.params.paymentId))),
      )
      return reply
    },
  )

  for (const decision of ['approve', 'reject'] as const) {
    app.post(
      `/v1/payments/:paymentId/${decision}`,
      {
        config: { scope: 'payments:approve' },
        schema: {
          summary: `${decision === 'approve' ? 'Approve' : 'Reject'} a payment that another client made`,
          params: OneParams,
          querystring: DryRun,
          response: { 200: Payment },
        },
      },
      async (request, reply) => {
        const paymentId = parseId('pay', request.params.paymentId)
        await runCommand(deps, request, reply, `${decision}Payment`, async (context) =>
          answer(200, context, await decidePayment(context, deps, paymentId, decision)),
        )
        return reply
      },
    )
  }
}

async function answer(status: number, { tx, principal }: CommandContext, row: PaymentRow): Promise<Answer> {
  return { status, body: presentPayment(await getPayment(tx, row.entityId, row.paymentId), principal) }
}

/** @throws payment_not_found, for another entity's too */
export async function getPayment(
  db: Parameters<typeof findPayment>[0],
  entityId: string,
  paymentId: string | undefined,
): Promise<PaymentWithHistory> {
  const row = paymentId === undefined ? undefined : await findPayment(db, entityId, paymentId)
  if (!row) throw refuse.payment_not_found()
  return row
}

/** An id of something else finds nothing: no uuid is all zeros. */
const NOTHING = '00000000-0000-0000-0000-000000000000'
const filterId = (prefix: string, id: string | undefined) =>
  id === undefined ? undefined : (parseId(prefix, id) ?? NOTHING)
const filterInstant = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

function filterOf(query: PaymentsQuery): PaymentFilter {
  const { status, currency, paymentDateFrom, paymentDateTo, clientReference } = query
  const amount = (name: 'minAmount' | 'maxAmount') => {
    const text = query[name]
    if (text === undefined) return undefined
    if (currency === undefined) {
      const refusal = refuseShape.field_required()
      throw refuseAll([
        { pointer: '?currency', code: refusal.code, message: `${name} is an amount of a currency: name it.` },
      ])
    }
    return /^0(\.0*)?$/.test(text) ? 0n : parseAmount(text, currency, `?${name}`)
  }
  return {
    status,
    currency,
    paymentDateFrom,
    paymentDateTo,
    clientReference,
    accountId: filterId('acc', query.accountId),
    beneficiaryId: filterId('ben', query.beneficiaryId),
    tradeId: filterId('trd', query.tradeId),
    minAmountMinor: amount('minAmount'),
    maxAmountMinor: amount('maxAmount'),
    createdFrom: filterInstant(query.createdFrom),
    createdTo: filterInstant(query.createdTo),
    updatedSince: filterInstant(query.updatedSince),
  }
}

function earliest(deps: PaymentDeps, query: EarliestQuery, at: Date) {
  const { currency, country, rail } = query
  const available = railsFor(currency, country)
  if (rail && !available.includes(rail)) throw refuse.rail_not_available({ rail, currency, available })
  const found = earliestPayment(
    { currency, at, ...(country ? { country } : {}), ...(rail ? { rail } : {}) },
    (of, day) => isOpen(deps.calendars, of, day),
  )
  return {
    currency,
    rail: found.rail,
    earliestPaymentDate: found.earliestPaymentDate,
    cutOffAt: found.cutOffAt.toISOString(),
    cutOffLocal: {
      time: found.cutOffLocalTime,
      zone: found.zone,
    },
    expectedArrivalDate: found.expectedArrivalDate,
  }
}

/** The way of a payment as far as it is known: what we did, then what the rail has told. */
function tracking(payment: Payment): Tracking {
  const payee = (payment.beneficiarySnapshot?.bic as string | undefined) ?? 'payee'
  const legs = { Submitted: ['us', payment.rail], Sent: [payment.rail, payee], Completed: [payee, 'payee'] }
  return {
    paymentId: payment.paymentId,
    uetr: payment.uetr,
    status: payment.status,
    events: payment.history.map(({ at, status, reason }) => {
      const [from, to] = legs[status as keyof typeof legs] ?? ['us', 'us']
      return {
        at,
        from: from!,
        to: to!,
        status,
        reason,
      }
    }),
    creditedAt: payment.completedAt,
  }
}
