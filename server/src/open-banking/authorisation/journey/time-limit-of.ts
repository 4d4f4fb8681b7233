import type { TimeLimit } from '../pages/time-limit.ts'
import { timeZoneOf } from './time-zone.ts'
import type { Journey, JourneyDeps } from './journey-context.ts'
import type { PsuSession } from './psu-sessions.ts'

/** Time left to decide: until the journey ends, or its consent, or a rate that was promised. */
export async function timeLimitOf(
  deps: JourneyDeps,
  { endsAt, latestEnd, consent, thirdParty, path }: Journey,
  user: PsuSession['user'],
): Promise<TimeLimit> {
  const wall = deps.clock.wall().getTime()
  const waitsMs = consent.authoriseBy.getTime() - deps.clock.now().getTime()
  const byConsent = consent.status === 'AWAU' ? wall + waitsMs : Infinity
  const end = Math.min(endsAt.getTime(), byConsent)
  return {
    endsAt: new Date(end),
    secondsLeft: Math.max(0, (end - wall) / 1000),
    mayExtend: Math.min(latestEnd.getTime(), byConsent) > end,
    timeZone: user ? await timeZoneOf(deps.entities, user.entityId) : deps.timeZone,
    consequence: `After that you are sent back to ${thirdParty.name}, and nothing is agreed to.`,
    action: `${path}/again`,
    endPath: path,
  }
}
