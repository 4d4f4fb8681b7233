import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findUserByName } from '../../../users/index.ts'
import { extendJourney } from '../adapter.ts'
import { approveAll } from '../journey/approve.ts'
import type { Journey, JourneyDeps } from '../journey/journey-context.ts'
import { endJourney, failure } from '../journey/journey-end.ts'
import { isScript, readScript, type Script } from './script.ts'

const POLL_MS = 100
/** Programs follow 20 redirects or more, so that 20 minutes pass in fewer; they wait longer than this for each. */
const MOST_WAIT_MS = 90_000

/**
 * Sandbox only: decides without pages where the login hint or the configuration orders it, and sends the response.
 *
 * @returns false where a user decides
 */
export async function playScript(
  deps: JourneyDeps,
  journey: Journey,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const script = scriptOf(deps, journey)
  if (script === undefined) return false
  await play(deps, journey, script, { request, reply })
  return true
}

async function play(
  deps: JourneyDeps,
  journey: Journey,
  script: Script | string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const reject = (error: string, description: string) =>
    endJourney(deps, journey, { error: failure(error, description) }, { request, reply })
  if (typeof script === 'string') return reject('invalid_request', script)
  const user = await findUserByName(deps.db.pool, script.username)
  if (!user)
    return reject('invalid_request', `No user ${script.username}: psus in sandbox-credentials.json lists them.`)
  if (user.status !== 'Active') return reject('access_denied', `The user ${script.username} is blocked.`)
  const dueAt = new Date(journey.consent.createdAt.getTime() + script.afterMs)
  if (dueAt > request.receivedAt) {
    await extendJourney(deps.db.pool, journey.uid, deps.clock.wall()) // the decision may come after the time of a user
    await untilShown(deps, dueAt, () => request.server.isStopping())
    return reply.redirect(journey.path, 303) // the consent is read again: it may have ended
  }
  if (script.decision === 'approve')
    return approveAll(deps, journey, { user, accounts: script.accounts }, request, reply)
  const error = failure('access_denied', 'The user refused.')
  return endJourney(deps, journey, { reason: 'refused', error }, { request, reply, psuId: user.userId })
}

/** Part of the name of a third party whose authorisations are refused where all others are approved without a page. */
const REFUSED_NAME = '#REFUSE'

function scriptOf({ scripts }: JourneyDeps, { params, thirdParty }: Journey): Script | string | undefined {
  if (!scripts) return undefined
  const hint = params['login_hint']
  if (isScript(hint)) return readScript(hint)
  if (scripts.everyone === undefined) return undefined
  const decision = thirdParty.name.includes(REFUSED_NAME) ? 'refuse' : 'approve'
  return { username: scripts.everyone, decision, afterMs: 0 }
}

/** Waits for an instant of business time, for a while at most, or until the service is asked to stop. */
async function untilShown({ clock, scripts }: JourneyDeps, instant: Date, isStopping: () => boolean): Promise<void> {
  const until = performance.now() + (scripts?.mostWaitMs ?? MOST_WAIT_MS)
  while (clock.now() < instant && performance.now() < until && !isStopping()) await pause(POLL_MS)
}
