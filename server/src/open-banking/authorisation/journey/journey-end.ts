import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../kernel/db/db.ts'
import { lockConsent, rejectConsent } from '../../consents/index.ts'
import { findJourney, lockIfAnswered, storingIn } from '../adapter.ts'
import { actOf, asRefusal, intentIn, type Journey, type JourneyDeps } from './journey-context.ts'
import { endedPage, sendPage } from '../pages/layout.ts'
import type { PsuSession } from './psu-sessions.ts'

/** An OAuth error for the third party. */
export const failure = (error: string, description: string) => ({ error, error_description: description })

/** Returns true if the journey has its answer; waits for a decision that is being stored. */
export const isAnswered = ({ db }: JourneyDeps, { uid }: Pick<Journey, 'uid'>): Promise<boolean> =>
  inTransaction(db, (tx) => lockIfAnswered(tx, uid))

interface Ending {
  /** Sent to the third party by the authorisation server. */
  error: ReturnType<typeof failure>
  /** Reason for which the consent is rejected; absent: the consent stays as it is. */
  reason?: Parameters<typeof rejectConsent>[2]
}

interface Ended {
  request: FastifyRequest
  reply: FastifyReply
  /** Ended with the journey. */
  session?: PsuSession
  psuId?: string
}

/**
 * Ends a journey with an OAuth error and rejects its consent, in one transaction. An answer that another press of a button gave
 * in the meantime stays, and so does the consent.
 */
export async function endJourney(
  deps: JourneyDeps,
  { details, uid, consent }: Pick<Journey, 'details' | 'uid'> & Partial<Pick<Journey, 'consent'>>,
  { error, reason }: Ending,
  { request, reply, session, psuId }: Ended,
): Promise<FastifyReply> {
  const isOurs = await inTransaction(deps.db, (tx) =>
    storingIn(tx, async () => {
      const held = consent && reason && (await lockConsent(tx, consent).catch(asRefusal))
      if (await lockIfAnswered(tx, uid)) return false
      if (typeof held === 'string') await rejectConsent(tx, consent!, reason!, actOf(deps, request, psuId))
      details.result = error
      await details.persist()
      return true
    }),
  )
  if (isOurs && session) await deps.sessions.end(reply, session)
  return reply.redirect(details.returnTo, 303)
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
