import type { FastifyReply } from 'fastify'
import { findUser } from '../../../users/index.ts'
import { extendJourney } from '../adapter.ts'
import { timeForScript } from '../pages/time-limit.ts'
import type { Call, Journey, JourneyDeps } from './journey-context.ts'
import { showConsent, showLogIn } from './show.ts'
import { timeLimitOf } from './time-limit-of.ts'

/** Shows the page again with what the user chose or typed, after a request for more time or for all accounts. */
export async function showAgain(deps: JourneyDeps, journey: Journey, call: Call): Promise<FastifyReply> {
  const { request, reply, form } = call
  const longer = form.get('again') === 'more-time' ? await withMoreTime(deps, journey, call) : { journey, ...call }
  const { session } = longer
  const user = session.user && (await findUser(deps.db.pool, session.user.entityId, session.user.userId))
  if (wantsData(request.headers.accept))
    return reply
      .header('cache-control', 'no-store')
      .send(timeForScript(await timeLimitOf(deps, longer.journey, session.user)))
  if (!user) return showLogIn(deps, longer.journey, session, reply, { username: form.get('username') ?? '' })
  return showConsent(deps, longer.journey, { user, session, request }, reply, {
    chosen: form.get('again') === 'all' ? 'all' : form.all('account'),
  })
}

/** The script of a page asks for the new time alone, and leaves the page as it is. */
export const wantsData = (accept: string | undefined): boolean => accept === 'application/json'

async function withMoreTime(deps: JourneyDeps, journey: Journey, { reply, session }: Call) {
  const endsAt = await extendJourney(deps.db.pool, journey.uid, deps.clock.wall())
  return {
    journey: { ...journey, endsAt: endsAt ?? journey.endsAt },
    session: await deps.sessions.extend(reply, session),
  }
}
