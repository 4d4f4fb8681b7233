import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findUserByName } from '../../../users/index.ts'
import { approveAll } from './approve.ts'
import type { Journey, JourneyDeps } from './journey-context.ts'
import { endJourney, failure } from './journey-end.ts'
import { isScript, readScript, type Script } from './script.ts'

const POLL_MS = 100
const MOST_WAIT_MS = 10_000

/**
 * Sandbox only: decides without pages where the login hint or the configuration orders it. Sends nothing where a user
 * decides.
 */
export async function playScript(
  deps: JourneyDeps,
  journey: Journey,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const script = scriptOf(deps, journey)
  if (script === undefined) return undefined
  const reject = (error: string, description: string) =>
    endJourney(deps, journey, { error: failure(error, description) }, { request, reply })
  if (typeof script === 'string') return reject('invalid_request', script)
  const user = await findUserByName(deps.db.pool, script.username)
  if (!user)
    return reject('invalid_request', `No user ${script.username}: psus in sandbox-credentials.json lists them.`)
  const dueAt = new Date(journey.consent.createdAt.getTime() + script.afterMs)
  if (dueAt > request.receivedAt) {
    await untilShown(deps, dueAt)
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

/** Waits for an instant of business time, some seconds at most. */
async function untilShown({ clock }: JourneyDeps, instant: Date): Promise<void> {
  for (let waitedMs = 0; waitedMs < MOST_WAIT_MS && clock.now() < instant; waitedMs += POLL_MS) await pause(POLL_MS)
}
