import { originOf } from '../../kernel/http/origin.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admit, asSent, canonicalRequest, idempotencyKey, runCommand, sendStored } from '../../kernel/http/command.ts'
import { inSetOrAlone } from '../../kernel/http/sets/set-or-alone.ts'
import { actorOf } from '../../kernel/http/principal.ts'
import { parseId } from '../../kernel/values/ids.ts'
import type { Backlog } from '../../kernel/jobs/backlog.ts'
import { acceptPlain, type PaymentAcceptance } from '../acceptance/accept.ts'
import { makePayment } from '../lifecycle/service.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { answer } from './answer.ts'
import { presentPayment } from './present.ts'

/** Dependencies of making payments one by one. */
export interface MakingDeps extends PaymentDeps {
  acceptance: PaymentAcceptance
  backlog: Pick<Backlog, 'check'>
}

const OPERATION = 'payment.create'

/**
 * Makes a payment and sends its answer: in a set with others if nothing about it waits or is wrong, otherwise in a
 * transaction of its own. Both store and answer the same.
 *
 * @throws overloaded while too many jobs of its account wait: nothing is stored then, nor the key
 */
export async function sendMade(
  deps: MakingDeps,
  request: FastifyRequest<{ Body: PaymentOrder; Querystring: { dryRun?: boolean } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { dryRun } = request.query
  const check = () => deps.backlog.check(parseId('acc', request.body.accountId))
  if (!dryRun && !(await admit(deps, request, reply, OPERATION, check))) return reply
  const alone = () =>
    runCommand(deps, request, reply, OPERATION, async (context) => {
      const { row, warnings } = await makePayment(context, deps, request.body)
      return answer(201, context, row, warnings.length > 0 ? { warnings } : {})
    })
  if (dryRun) return alone()
  return inSetOrAlone({
    async inSet() {
      const body = await accepted(deps, request, reply)
      return body === undefined
        ? undefined
        : () => sendStored(reply, { status: 201, body, headers: {}, replayed: false })
    },
    alone,
    hasKey: idempotencyKey(deps, request) !== undefined,
  })
}

async function accepted(
  deps: MakingDeps,
  request: FastifyRequest<{ Body: PaymentOrder }>,
  reply: FastifyReply,
): Promise<string | undefined> {
  const { principal, receivedAt: at } = request
  const key = idempotencyKey(deps, request)
  const context = { principal, actor: actorOf(principal), at, wall: deps.clock.wall(), ...originOf(request) }
  return acceptPlain(deps.acceptance, deps, context, request.body, {
    key: key === undefined ? undefined : { operation: OPERATION, key, request: canonicalRequest(request) },
    answerOf: (view) => asSent(reply)({ status: 201, body: presentPayment(view, principal) })!,
  })
}
