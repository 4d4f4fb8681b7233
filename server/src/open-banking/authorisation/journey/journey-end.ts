import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../kernel/db/db.ts'
import { rejectConsent } from '../../consents/index.ts'
import { findJourney, lockIfAnswered, storingIn } from '../adapter.ts'
import { actOf, asRefusal, intentIn, type Journey, type JourneyDeps } from './journey-context.ts'
import { endedPage, sendPage } from '../pages/layout.ts'

/** An OAuth error for the third party. */
export const failure = (error: string, description: string) => ({ error, error_description: description })

/**
 * Ends a journey with an OAuth error, which the authorisation server sends to the third party. An answer that another press of
 * a button gave in the meantime stays.
 */
export async function finish(
  { db }: JourneyDeps,
  reply: FastifyReply,
  details: Journey['details'],
  result: ReturnType<typeof failure>,
): Promise<FastifyReply> {
  await inTransaction(db, (tx) =>
    storingIn(tx, async () => {
      if (await lockIfAnswered(tx, details.uid)) return
      details.result = result
      await details.persist()
    }),
  )
  return reply.redirect(details.returnTo, 303)
}

/** Rejects the consent of a journey that its user ended. */
export async function reject(
  deps: JourneyDeps,
  { consent }: Pick<Journey, 'consent'>,
  reason: 'refused' | 'notCompleted' | 'needsOthers',
  by: { request: FastifyRequest; psuId?: string },
): Promise<void> {
  await inTransaction(deps.db, (tx) => rejectConsent(tx, consent, reason, actOf(deps, by.request, by.psuId)))
}

/**
 * Ends a journey that has expired or was begun in another browser. After a timeout the third party is informed at its
 * registered redirect; our own page appears only without such a redirect.
 */
export async function leadBack(
  deps: JourneyDeps,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const journey = await findJourney(deps.db.pool, request.params.uid)
  if (journey?.isOver) return sendPage(reply, endedPage(journey.outcome), 410)
  const clientId = journey?.params['client_id']
  if (!journey || journey.expiresAt > deps.clock.wall() || clientId === undefined)
    return sendPage(reply, endedPage(), 404)
  await rejectQuietly(deps, { clientId, consentId: intentIn(journey.params) }, request)
  return reply.redirect(errorAddress(deps.issuer, journey.params), 303)
}

async function rejectQuietly(
  deps: JourneyDeps,
  name: { clientId: string; consentId: string },
  request: FastifyRequest,
): Promise<void> {
  const act = actOf(deps, request)
  await inTransaction(deps.db, (tx) => rejectConsent(tx, name, 'notCompleted', act)).catch(asRefusal)
}

/** The third party's redirect with an OAuth error, where the response type would have put the answer. */
function errorAddress(issuer: string, params: Record<string, string>): string {
  const address = new URL(params['redirect_uri']!)
  const answer = new URLSearchParams({
    ...failure('access_denied', 'The user did not decide in time.'),
    ...(params['state'] !== undefined && { state: params['state'] }),
    iss: issuer,
  })
  if (params['response_type'] === 'code' || params['response_mode']?.startsWith('query')) {
    for (const [name, value] of answer) address.searchParams.set(name, value)
  } else address.hash = answer.toString()
  return address.href
}
