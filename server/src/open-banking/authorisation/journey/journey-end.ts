import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../kernel/db/db.ts'
import { oauthText } from '../../../kernel/text/oauth-text.ts'
import { type Consent, lockConsent, rejectConsent } from '../../consents/index.ts'
import { findJourney, lockIfAnswered, storingIn } from '../adapter.ts'
import { actOf, asRefusal, intentIn, type Journey, type JourneyDeps } from './journey-context.ts'
import { endedPage, sendPage } from '../pages/layout.ts'
import type { PsuSession } from './psu-sessions.ts'

/** An OAuth error for the third party. */
export const failure = (error: string, description: string) => ({ error, error_description: oauthText(description) })

/** Returns true if the journey has its answer; waits for a decision that is being stored. */
export const isAnswered = ({ db }: JourneyDeps, { uid }: Pick<Journey, 'uid'>): Promise<boolean> =>
  inTransaction(db, (tx) => lockIfAnswered(tx, uid))

interface Ending {
  /** Sent to the third party by the authorisation server. */
  error: ReturnType<typeof failure>
  /** Reason for which the consent is rejected; absent: the consent stays as it is. */
  reason?: Parameters<typeof rejectConsent>[2]
}

/** Ending of a journey without a decision in time. */
export const NOT_IN_TIME: Ending = {
  reason: 'notCompleted',
  error: failure('access_denied', 'The user did not decide in time.'),
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
  { details, uid, consent }: Pick<Journey, 'details' | 'uid'> & { consent?: Pick<Consent, 'clientId' | 'consentId'> },
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
 * Ends a journey in a browser that did not begin it, or whose cookies are gone. After a timeout the third party is informed at its
 * registered redirect; our own page appears without such a redirect, and where the third party asked for a signed answer or a form.
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
  const name = { clientId, consentId: intentIn(journey.params) }
  if ((await endUndecided(deps, request, name)) && takesPlainErrors(journey.params))
    return reply.redirect(errorAddress(deps.issuer, journey.params), 303)
  return sendPage(reply, endedPage((await findJourney(deps.db.pool, request.params.uid))?.outcome), 410)
}

/**
 * Rejects the consent of a journey whose time is over. A decision that came in time stays.
 *
 * @returns false if the journey was decided
 */
function endUndecided(
  deps: JourneyDeps,
  request: FastifyRequest<{ Params: { uid: string } }>,
  name: { clientId: string; consentId: string },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const held = await lockConsent(tx, name).catch(asRefusal)
    if (await lockIfAnswered(tx, request.params.uid)) return false
    if (typeof held === 'string') await rejectConsent(tx, name, 'notCompleted', actOf(deps, request))
    return true
  })
}

/** Returns true if a request asked for its answer as plain parameters of the redirect. */
const takesPlainErrors = ({ response_mode: mode }: Record<string, string>): boolean =>
  mode === undefined || mode === 'query' || mode === 'fragment'

/** The third party's redirect with an OAuth error, where the response type would have put the answer. */
function errorAddress(issuer: string, params: Record<string, string>): string {
  const address = new URL(params['redirect_uri']!)
  const answer = new URLSearchParams({
    ...NOT_IN_TIME.error,
    ...(params['state'] !== undefined && { state: params['state'] }),
    iss: issuer,
  })
  if (params['response_type'] === 'code' || params['response_mode'] === 'query') {
    for (const [name, value] of answer) address.searchParams.set(name, value)
  } else address.hash = answer.toString()
  return address.href
}
