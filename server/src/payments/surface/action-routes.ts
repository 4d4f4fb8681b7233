import type { ResourceVerb } from '../../kernel/values/emitted.ts'
import { type CommandContext, runCommand } from '../../kernel/http/command.ts'
import type { App } from '../../kernel/http/http.ts'
import { parseId } from '../../kernel/values/ids.ts'
import type { Role } from '../../kernel/http/principal.ts'
import { AnyId, DryRun, Input } from '../../kernel/http/wire.ts'
import { answer } from './answer.ts'
import { decidePayment, recallApproval, requestApprovalAgain } from '../lifecycle/decisions.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import type { PaymentRow } from '../record/queries.ts'
import { recallPayment } from '../reports/recalls.ts'
import { Payment, RecallOrder } from '../record/schema.ts'
import { cancelPayment } from '../lifecycle/service.ts'

const OneParams = Input({ paymentId: AnyId('the payment') })

interface Action {
  path: string
  operation: ResourceVerb
  scope: 'payments:write' | 'payments:approve'
  role: Role
  summary: string
  description?: string
  act: (
    context: CommandContext,
    deps: PaymentDeps,
    paymentId: string | undefined,
    ifMatch?: string,
  ) => Promise<PaymentRow>
}

/** Actions on an existing payment without a body. */
const ACTIONS: readonly Action[] = [
  {
    path: 'cancel',
    operation: 'payment.cancel',
    scope: 'payments:write',
    role: 'maker',
    summary: 'Cancel a payment',
    description:
      'The payment ends as Cancelled, and money held for it is released. To get back a payment that was submitted, recall it.',
    act: (context, _deps, paymentId) => cancelPayment(context, paymentId),
  },
  {
    path: 'approve',
    operation: 'payment.approve',
    scope: 'payments:approve',
    role: 'approver',
    summary: 'Approve a payment',
    description:
      'Processing continues with the last required approval; `approval` states the number required and the permitted approvers. Send the `ETag` of the version that you read as `If-Match`: if the payment has changed since, the approval is rejected.',
    act: (context, deps, paymentId, ifMatch) => decidePayment(context, deps, paymentId, 'approve', ifMatch),
  },
  {
    path: 'reject',
    operation: 'payment.reject',
    scope: 'payments:approve',
    role: 'approver',
    summary: 'Reject a payment',
    description:
      'The payment ends, and money held for it is released. It cannot be approved later; create a new payment.',
    act: (context, deps, paymentId, ifMatch) => decidePayment(context, deps, paymentId, 'reject', ifMatch),
  },
  {
    path: 'recall-approval',
    operation: 'payment.recallApproval',
    scope: 'payments:approve',
    role: 'approver',
    summary: 'Recall an approval',
    description:
      'Possible while the payment is Scheduled or AwaitingFunds. It stays ApprovalRecalled until approval is ' +
      'requested again.',
    act: (context, _deps, paymentId) => recallApproval(context, paymentId),
  },
  {
    path: 'request-approval',
    operation: 'payment.requestApproval',
    scope: 'payments:write',
    role: 'maker',
    summary: 'Request approval again',
    description: 'Submits a payment with the status ApprovalRecalled for approval. All approvals must be given again.',
    act: (context, _deps, paymentId) => requestApprovalAgain(context, paymentId),
  },
]

/** Cancel, approve, reject, take an approval back, ask for approval again, ask for a sent payment back. */
export function actionRoutes(app: App, deps: PaymentDeps): void {
  for (const action of ACTIONS) actionRoute(app, deps, action)

  app.post(
    '/v1/payments/:paymentId/recall',
    {
      config: { scope: 'payments:write', role: 'maker' },
      schema: {
        summary: 'Recall a payment',
        description:
          'Asks the banks in the chain to return the payment; they may decline. `recall` shows the outcome. A successful recall creates a return. Each payment can be recalled once.',
        params: OneParams,
        querystring: DryRun,
        body: RecallOrder,
        response: { 202: Payment },
      },
    },
    async (request, reply) => {
      const { reason = 'CUST', note } = request.body
      const paymentId = parseId('pay', request.params.paymentId)
      await runCommand(deps, request, reply, 'payment.recall', async (context) =>
        answer(202, context, await recallPayment(context, paymentId, { reason, note })),
      )
      return reply
    },
  )
}

function actionRoute(
  app: App,
  deps: PaymentDeps,
  { path, operation, scope, role, summary, description, act }: Action,
): void {
  app.post(
    `/v1/payments/:paymentId/${path}`,
    {
      config: { scope, role },
      schema: {
        summary,
        ...(description === undefined ? {} : { description }),
        params: OneParams,
        querystring: DryRun,
        response: { 200: Payment },
      },
    },
    async (request, reply) => {
      const paymentId = parseId('pay', request.params.paymentId)
      await runCommand(deps, request, reply, operation, async (context) =>
        answer(200, context, await act(context, deps, paymentId, request.headers['if-match'])),
      )
      return reply
    },
  )
}
