import type { FastifyReply } from 'fastify'
import type { Clock } from '../../values/clock.ts'
import type { Db } from '../../db/db.ts'
import { refuseHttp } from '../problems.ts'
import { type Buckets, createBuckets, type Verdict } from './buckets.ts'
import { LIMIT_GROUPS, type LimitGroup, type LimitSettings, WINDOW_SECONDS } from './policies.ts'

/** Limits of the requests of each client. */
export interface RateLimits {
  /**
   * Counts a request of a client and writes `RateLimit` and `RateLimit-Policy` into its response. Returns a promise only
   * when the process has to lease first.
   *
   * @throws rate_limited, too_many_concurrent_requests
   */
  admit: (client: string, group: LimitGroup, reply: FastifyReply) => void | Promise<void>
}

/** Creates the limits of a process; the buckets are shared with the other processes of the database. */
export function createRateLimits(
  { db, clock }: { db: Pick<Db, 'pool'>; clock: Pick<Clock, 'wall'> },
  { requests, concurrent }: LimitSettings,
): RateLimits {
  const groups = Object.fromEntries(
    LIMIT_GROUPS.filter((group) => requests[group] > 0).map((group) => [
      group,
      createBuckets({ db, wall: () => clock.wall() }, group, requests[group]),
    ]),
  ) as Partial<Record<LimitGroup, Buckets>>
  const policies = Object.fromEntries(LIMIT_GROUPS.map((group) => [group, policyOf(group, requests[group])]))
  const enter = createPlaces(concurrent)

  function apply(verdict: Verdict, group: LimitGroup, client: string, reply: FastifyReply): void {
    const { remaining, resetSeconds, retrySeconds } = verdict
    void reply.header('ratelimit-policy', policies[group])
    void reply.header('ratelimit', `"${group}";r=${remaining};t=${resetSeconds}`)
    if (!verdict.isAdmitted) {
      const params = { group, limit: requests[group], windowSeconds: WINDOW_SECONDS, seconds: retrySeconds }
      throw refuseHttp.rate_limited(params, { headers: { 'retry-after': String(retrySeconds) } })
    }
    enter(client, reply)
  }

  return {
    admit(client, group, reply) {
      const buckets = groups[group]
      if (buckets === undefined) return enter(client, reply)
      const verdict = buckets.take(client)
      if (verdict instanceof Promise) return verdict.then((found) => apply(found, group, client, reply))
      apply(verdict, group, client, reply)
    },
  }
}

/** Value of `RateLimit-Policy`: a structured field, as in draft-ietf-httpapi-ratelimit-headers. */
const policyOf = (group: LimitGroup, quota: number): string => `"${group}";q=${quota};w=${WINDOW_SECONDS}`

/** Counts the requests of each client that this process handles, until their responses are sent or the client goes away. */
function createPlaces(most: number): (client: string, reply: FastifyReply) => void {
  const counts = new Map<string, number>()
  if (most === 0) return () => {}
  const leave = (client: string) => {
    const count = counts.get(client)!
    if (count === 1) counts.delete(client)
    else counts.set(client, count - 1)
  }
  return (client, { raw }) => {
    const count = counts.get(client) ?? 0
    if (count >= most)
      throw refuseHttp.too_many_concurrent_requests({ limit: most }, { headers: { 'retry-after': '1' } })
    if (raw.closed) return
    counts.set(client, count + 1)
    raw.once('close', () => leave(client))
  }
}
