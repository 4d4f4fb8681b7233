import type { FastifyBaseLogger } from 'fastify'
import { findClient } from '../../auth/index.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import { type EventViews, presentEvents, readFeed } from '../../events/index.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { saysDatabaseIsAway } from '../../kernel/db/connection-loss.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import type { Seal } from '../../kernel/values/seal.ts'
import { type EndpointRow, lockEndpoint } from '../queries.ts'
import { openSecrets } from '../service.ts'
import { type AttemptOutcome, post } from '../targets/post.ts'
import type { WebhookTargets } from '../targets/targets.ts'
import { type Claimed, disable, keepBody, settle } from './queue.ts'
import { signedHeaders } from './sign.ts'

export interface AttemptDeps {
  db: Db
  clock: Clock
  entities: EntityDirectory
  eventViews: EventViews
  seal: Seal
  webhookTargets: WebhookTargets
  log: Pick<FastifyBaseLogger, 'error'>
}

interface AttemptWays {
  /** Runs a transaction when it is its turn. */
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  timeoutMs: number
  /** Ends the request when the process stops. */
  signal: AbortSignal
}

/**
 * Attempts a claimed delivery and records the outcome. The request runs outside transactions.
 *
 * @returns undefined if no request was made, or if its outcome is not recorded because the process stops
 */
export async function attempt(
  deps: AttemptDeps,
  claimed: Claimed,
  { transact, timeoutMs, signal }: AttemptWays,
): Promise<AttemptOutcome | undefined> {
  const { clock } = deps
  const { endpoint, delivery } = claimed
  const act = () => ({ actor: { type: 'system' as const }, at: clock.now(), wall: clock.wall() })
  const viewer = await viewerOf(deps, endpoint)
  if (viewer === 'Paused') return undefined
  if (viewer === undefined && delivery.reason !== 'Test') {
    await transact(async (tx) => {
      const locked = await lockEndpoint(tx, endpoint.entityId, endpoint.webhookEndpointId)
      if (locked && locked.status !== 'Disabled') await disable(tx, locked, 'Rights', act())
    })
    return undefined
  }
  const request = await prepare(deps, claimed, viewer)
  const outcome: AttemptOutcome = request
    ? await post(deps.webhookTargets, { url: endpoint.url, ...request }, { timeoutMs, signal })
    : { failure: 'NotPrepared', durationMs: 0 }
  if (signal.aborted && outcome.failure) return undefined // its lease ends, and another process repeats it
  await transact((tx) => settle(tx, claimed, outcome, { act: act(), random: Math.random() }))
  return outcome
}

/**
 * Makes the request of a delivery. Returns undefined if it cannot be made, with a line in the operator's log; each time counts as an
 * attempt, so that the delivery ends as failed.
 */
async function prepare(
  deps: AttemptDeps,
  claimed: Claimed,
  viewer: Principal | undefined,
): Promise<{ headers: Record<string, string>; body: string } | undefined> {
  try {
    const body = await bodyOf(deps, claimed, viewer)
    return { body, headers: headersOf(deps.seal, claimed, body, deps.clock.wall()) }
  } catch (error) {
    if (saysDatabaseIsAway(error)) throw error // its lease ends, and it is repeated
    const { deliveryId, attempts, webhookEndpointId } = claimed.delivery
    const ids = { deliveryId: formatId('whd', deliveryId), webhookEndpointId: formatId('whe', webhookEndpointId) }
    deps.log.error({ err: error, ...ids, attempts }, 'the request of a webhook could not be made')
    return undefined
  }
}

const MANAGES = 'webhooks:manage'

/**
 * Returns the present rights of the client that saved an endpoint last, as far as its token had them then.
 *
 * @returns undefined if it may no longer manage webhooks; `Paused` while its entity is not active
 */
async function viewerOf(
  { db, entities }: Pick<AttemptDeps, 'db' | 'entities'>,
  { entityId, clientId, scopes }: EndpointRow,
): Promise<Principal | 'Paused' | undefined> {
  const profile = await entities.get(entityId)
  if (profile?.entity.status !== 'Active') return 'Paused'
  const client = await findClient(db.reader, clientId)
  const grant = client?.status === 'Active' && client.entities.find((each) => each.entityId === entityId)
  if (!grant || !grant.grants.includes(MANAGES)) return undefined
  return {
    clientId,
    entityId,
    serviceKind: profile.entity.serviceKind,
    scopes: new Set(scopes.filter((scope) => grant.grants.includes(scope))),
    roles: new Set(grant.roles),
  }
}

/** An event that has a delivery stays readable after it has left the feed. */
const BEFORE_RETENTION = new Date(0)

/** Returns the body of a delivery: the one of its first attempt, unless the rights changed since. */
async function bodyOf(deps: AttemptDeps, claimed: Claimed, viewer?: Principal): Promise<string> {
  const { delivery, endpoint } = claimed
  const { entityId, sequence, body } = delivery
  if (body !== null && (sequence === null || delivery.rightsVersion === endpoint.rightsVersion)) return body
  invariant(sequence !== null && viewer, 'a test has its body from the start')
  const { events } = await readFeed(deps.db.reader, { entityId, after: sequence - 1n, limit: 1 }, BEFORE_RETENTION)
  const [presented] = await presentEvents(deps, viewer, events)
  const made = JSON.stringify(presented)
  await keepBody(deps.db.pool, claimed, made)
  return made
}

function headersOf(seal: Seal, { delivery, endpoint }: Claimed, body: string, wall: Date): Record<string, string> {
  return {
    ...signedHeaders(delivery.eventId, wall, body, openSecrets(seal, endpoint, wall)),
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Cambist-Webhooks/1',
    'x-delivery-attempt': String(delivery.attempts),
    ...(delivery.failure && { 'x-retry-reason': delivery.failure }),
  }
}
