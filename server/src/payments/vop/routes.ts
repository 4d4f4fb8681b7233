import type { FastifyRequest } from 'fastify'
import { findAccount } from '../../accounts/index.ts'
import { canonicalRequest, idempotencyKey, replay, runCommand } from '../../kernel/http/command.ts'
import { inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { originOf } from '../../kernel/http/origin.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { actorOf, type Principal } from '../../kernel/http/principal.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { DryRun } from '../../kernel/http/wire.ts'
import type { Question, VerificationPort } from './port.ts'
import { presentVerification } from './present.ts'
import { questionKey, reusableVerifications } from './queries.ts'
import { checkQuestion, verificationToCome } from './rules.ts'
import { VerificationOrder, VerificationOut, VerificationToCome } from './schema.ts'
import { type AskedFor, askScheme, beginRequest, recordVerification } from './service.ts'

export interface VerificationDeps extends Deps {
  port: VerificationPort
}

const OPERATION = 'payee.verify'

/** `POST /v1/payments/verification`: whether a name is that of an account, before money goes there. */
export function verificationRoutes(app: App, deps: VerificationDeps): void {
  app.post(
    '/v1/payments/verification',
    {
      config: { scope: 'payments:write', role: 'any', dryRunAnswer: VerificationToCome },
      schema: {
        summary: 'Verify a payee',
        description:
          'Asks the payee’s bank whether the name matches the account. The result is valid for 24 hours; a payment that names its id consents to the outcome. A dry run sends no request: it returns the entity’s latest valid result, otherwise only the warning `verification_will_be_made`.',
        querystring: DryRun,
        body: VerificationOrder,
        response: { 200: VerificationOut },
      },
    },
    async (request, reply) => {
      const question = checkQuestion(request.body)
      const accountId = await accountOf(deps, request.principal, request.body.accountId)
      if (request.query.dryRun)
        return runCommand(deps, request, reply, OPERATION, async ({ tx, principal, at: now }) => ({
          status: 200,
          body: await predictedAnswer(tx, principal, question, now),
        }))
      if (await replay(deps, request, reply, OPERATION)) return reply
      const act = {
        actor: actorOf(request.principal),
        at: request.receivedAt,
        wall: deps.clock.wall(),
        ...originOf(request),
      }
      const { entityId } = request.principal
      const askedFor = workOf(deps, request)
      // The bank is asked outside the transactions, which must not wait for it.
      const verificationId = await inTransaction(deps.db, (tx) =>
        beginRequest(tx, act, { entityId, question, askedFor }),
      )
      const answer = await askScheme(deps.port, question, verificationId)
      await runCommand(deps, request, reply, OPERATION, async (context) => {
        const row = await recordVerification(context, { question, accountId, verificationId }, answer)
        return { status: 200, body: presentVerification(row) }
      })
      return reply
    },
  )
}

/** Returns the work that a request with an Idempotency-Key is; undefined without one. */
function workOf(deps: Deps, request: FastifyRequest): AskedFor | undefined {
  const key = idempotencyKey(deps, request)
  return key === undefined
    ? undefined
    : { work: `client ${request.principal.clientId} ${key}`, request: canonicalRequest(request) }
}

/**
 * Predicts the result for a dry run: a stored verification without its id. Sends no request, since every request must
 * be recorded.
 */
async function predictedAnswer(tx: Tx, { entityId }: Principal, question: Question, at: Date): Promise<object> {
  const known = await reusableVerifications(tx, entityId, [question], at)
  const row = known.get(questionKey(question))
  return row ? presentVerification(row) : { warnings: [verificationToCome] }
}

/** @throws account_not_found, also for another entity's */
async function accountOf(deps: VerificationDeps, { entityId }: Principal, wireId?: string): Promise<string | null> {
  if (wireId === undefined) return null
  const accountId = parseId('acc', wireId)
  if (!accountId || !(await findAccount(deps.db.reader, entityId, accountId))) {
    throw refuseShared.account_not_found({ accountId: wireId })
  }
  return accountId
}
