import { checkPayeeDecided, closeCaseOfPayment } from '../compliance/index.ts'
import { Type } from 'typebox'
import { runCommand } from '../kernel/http/command.ts'
import type { Calendars } from '../fx/calendar/index.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { parseId } from '../kernel/values/ids.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { AnyId, Input, OneOf } from '../kernel/http/wire.ts'
import { beforeResponse } from '../kernel/jobs/before-response.ts'
import type { Worker } from '../kernel/jobs/work.ts'
import {
  clientStep,
  findPayment,
  getLockedPayment,
  isCredited,
  noteCredited,
  Payment,
  PAYMENT_STATUSES,
  type PaymentPolicies,
  presentPayment,
  transitionPayment,
} from '../payments/index.ts'

/** The sandbox's decisions, by magic values in the reference: #APPROVE asks for approval, #HOLD is held by screening. */
export const sandboxPolicies: PaymentPolicies = {
  needsApproval: ({ reference }) => reference.includes('#APPROVE'),
  screen: async (_tx, { reference, reviewedBy }) =>
    reference.includes('#HOLD') && reviewedBy === null ? 'Review' : 'Pass',
}

const Body = Input({
  status: OneOf(PAYMENT_STATUSES),
  reasonCode: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{2,35}$', examples: ['AC01'] })),
})

interface TransitionDeps extends Deps {
  calendars: Calendars
  worker: Pick<Worker, 'runDue'>
}

/** Takes a payment to another state, as its life cycle allows; answers when all that this made due has been done. */
export function paymentSimRoutes(app: App, deps: TransitionDeps): void {
  const runDue = () => deps.worker.runDue(deps.clock.now())

  app.post(
    '/v1/sandbox/payments/:paymentId/transition',
    {
      config: { scope: 'sandbox:simulate', role: 'any' },
      schema: {
        summary: 'Move a payment to its next status',
        description:
          'Jobs that are already due run first. A payment that already has the status stays unchanged. `Completed` with the reason `ACCC` reports that the payee is credited, also for a completed payment.',
        params: Input({ paymentId: AnyId('the payment') }),
        body: Body,
        response: { 200: Payment },
      },
      preHandler: async () => void (await runDue()),
      onSend: beforeResponse(runDue),
    },
    async (request, reply) => {
      const { status, reasonCode } = request.body
      await runCommand(deps, request, reply, 'sandboxPayment.move', async (received) => {
        const context = { ...received, at: deps.clock.now() } // after what was due on receipt
        const { tx, principal } = context
        const payment = await getLockedPayment(tx, principal.entityId, parseId('pay', request.params.paymentId))
        const step = clientStep(context, reasonCode)
        if (isCredited(status, reasonCode ?? null) && payment.status === status) await noteCredited(tx, payment, step)
        if (payment.status !== status) {
          if (status === 'Submitted') await checkPayeeDecided(tx, payment)
          if (payment.status === 'Held') await closeCaseOfPayment(tx, payment, status, step)
          await transitionPayment(tx, payment, status, step, deps.calendars)
        }
        const after = await findPayment(tx, payment.entityId, payment.paymentId)
        invariant(after, 'the payment is still there')
        return { status: 200, body: presentPayment(after, principal) }
      })
      return reply
    },
  )
}
