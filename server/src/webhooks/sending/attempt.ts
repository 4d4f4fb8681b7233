import { findClient } from '../../auth/index.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import { type EventViews, presentEvents, readFeed } from '../../events/index.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import type { Clock } from '../../kernel/values/clock.ts'
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
  const body = await bodyOf(deps, claimed, viewer)
  const headers = headersOf(deps.seal, claimed, body, clock.wall())
  const outcome = await post(deps.webhookTargets, { url: endpoint.url, headers, body }, { timeoutMs, signal })
  if (signal.aborted && outcome.failure) return undefined // its lease ends, and another process repeats it
  await transact((tx) => settle(tx, claimed, outcome, { act: act(), random: Math.random() }))
  return outcome
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
async function bodyOf({ db, eventViews }: AttemptDeps, claimed: Claimed, viewer?: Principal): Promise<string> {
  const { delivery, endpoint } = claimed
  const { entityId, sequence, body } = delivery
  if (body !== null && (sequence === null || delivery.rightsVersion === endpoint.rightsVersion)) return body
  invariant(sequence !== null && viewer, 'a test has its body from the start')
  const { events } = await readFeed(db.reader, { entityId, after: sequence - 1n, limit: 1 }, BEFORE_RETENTION)
  const [presented] = await presentEvents(eventViews, viewer, events)
  const made = JSON.stringify(presented)
  await keepBody(db.pool, claimed, made)
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
