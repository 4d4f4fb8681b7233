import type { FastifyBaseLogger } from 'fastify'
import { findClient } from '../../auth/index.ts'
import type { EntityDirectory } from '../../entities/index.ts'
import { type EventViews, presentEvents, readEvents } from '../../events/index.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { saysDatabaseIsAway } from '../../kernel/db/connection-loss.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { inSpan } from '../../kernel/tracing.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import type { Seal } from '../../kernel/values/seal.ts'
import { type EndpointRow, lockEndpoint } from '../queries.ts'
import { openSecrets } from '../service.ts'
import { type AttemptOutcome, openLine } from '../targets/post.ts'
import type { WebhookTargets } from '../targets/targets.ts'
import { type Claimed, type Delivered, disable, release, settleDelivered, settleFailed } from './queue.ts'
import { signedHeaders } from './sign.ts'

export interface AttemptDeps {
  db: Db
  clock: Clock
  entities: EntityDirectory
  eventViews: EventViews
  seal: Seal
  webhookTargets: WebhookTargets
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

interface AttemptWays {
  /** Runs a transaction when it is its turn. */
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  timeoutMs: number
  /** Ends the request when the process stops. */
  signal: AbortSignal
}

/** Time in which further deliveries of a claim are begun. With the longest request it ends well before the lease. */
const BEGIN_MS = 2000

/** Each attempt is a trace of its own. */
const ATTEMPT = { root: true, kind: 'client' } as const

/**
 * Attempts the claimed deliveries of one endpoint one after the other, until one fails or time is up, and records the outcomes
 * together. It releases the others. Requests run outside transactions.
 *
 * @returns the number of requests; 0 if the endpoint gets none now
 */
export async function attemptAll(deps: AttemptDeps, claimed: readonly Claimed[], ways: AttemptWays): Promise<number> {
  const { clock } = deps
  const { endpoint } = claimed[0]!
  const viewer = await viewerOf(deps, endpoint)
  if (viewer === 'Paused') return 0
  const allowed = viewer ? claimed : claimed.filter(({ delivery }) => delivery.reason === 'Test')
  if (allowed.length < claimed.length) await endRights(endpoint, ways, actOf(clock))
  const made = await requestEach(deps, allowed, viewer, ways)
  const { delivered, failed, isInterrupted } = made
  if (delivered.length > 0) await ways.transact((tx) => settleDelivered(tx, delivered))
  if (failed)
    await ways.transact((tx) => settleFailed(tx, failed.claimed, failed, { act: actOf(clock), random: Math.random() }))
  const begun = delivered.length + (failed || isInterrupted ? 1 : 0)
  const rest = [...claimed.filter((each) => !allowed.includes(each)), ...allowed.slice(begun)]
  if (rest.length > 0) await ways.transact((tx) => release(tx, rest, clock.wall()))
  return delivered.length + (failed ? 1 : 0)
}

const actOf = (clock: Clock) => ({
  actor: { type: 'system' as const },
  at: clock.now(),
  wall: clock.wall(),
  epoch: clock.epoch?.(),
})

/** Disables an endpoint whose client may no longer manage webhooks. */
async function endRights(
  endpoint: EndpointRow,
  { transact }: AttemptWays,
  act: ReturnType<typeof actOf>,
): Promise<void> {
  await transact(async (tx) => {
    const locked = await lockEndpoint(tx, endpoint.entityId, endpoint.webhookEndpointId)
    if (locked && locked.status !== 'Disabled') await disable(tx, locked, 'Rights', act)
  })
}

/** Outcomes of requests that were made one after the other. */
interface Requested {
  delivered: Delivered[]
  /** The last one, if it failed. */
  failed?: AttemptOutcome & { claimed: Claimed; body?: string | undefined }
  /** True if the process stops and the outcome of the last one is not known: its lease ends, and another process repeats it. */
  isInterrupted?: boolean
}

async function requestEach(
  deps: AttemptDeps,
  claimed: readonly Claimed[],
  viewer: Principal | undefined,
  { timeoutMs, signal }: AttemptWays,
): Promise<Requested> {
  const bodies = await bodiesOf(deps, claimed, viewer)
  const line = openLine(deps.webhookTargets, claimed[0]?.endpoint.url ?? '')
  const delivered: Delivered[] = []
  const begin = performance.now()
  try {
    for (const each of claimed) {
      if (delivered.length > 0 && (signal.aborted || performance.now() - begin > BEGIN_MS)) break
      const request = await prepare(deps, each, () => bodies.get(each) ?? bodyOf(deps, each, viewer))
      const outcome: AttemptOutcome = request
        ? await inSpan('webhook', ATTEMPT, () => line.post(request, { timeoutMs, signal }))
        : { failure: 'NotPrepared', durationMs: 0 }
      if (!outcome.failure) delivered.push({ claimed: each, outcome, body: request!.body })
      else if (signal.aborted) return { delivered, isInterrupted: true }
      else return { delivered, failed: { claimed: each, body: request?.body, ...outcome } }
    }
    return { delivered }
  } finally {
    line.close()
  }
}

/**
 * Makes the request of a delivery. Returns undefined if it cannot be made, with a line in the operator's log; each time counts as an
 * attempt, so that the delivery ends as failed.
 */
async function prepare(
  deps: AttemptDeps,
  claimed: Claimed,
  makeBody: () => string | Promise<string>,
): Promise<{ headers: Record<string, string>; body: string } | undefined> {
  try {
    const body = await makeBody()
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

/** Returns the bodies of deliveries. If one cannot be made, the others of its claim are missing too: each is then made alone. */
async function bodiesOf(
  deps: AttemptDeps,
  claimed: readonly Claimed[],
  viewer: Principal | undefined,
): Promise<ReadonlyMap<Claimed, string>> {
  const bodies = new Map<Claimed, string>()
  const missing = new Map<bigint, Claimed>()
  for (const each of claimed) {
    const kept = keptBody(each)
    if (kept !== undefined) bodies.set(each, kept)
    else if (each.delivery.sequence !== null) missing.set(each.delivery.sequence, each)
  }
  const [first] = missing.values()
  if (!first || !viewer) return bodies
  try {
    const events = await readEvents(deps.db.reader, first.endpoint.entityId, [...missing.keys()])
    const presented = await presentEvents(deps, viewer, events)
    for (const [i, { sequence }] of events.entries()) bodies.set(missing.get(sequence)!, JSON.stringify(presented[i]))
  } catch (error) {
    if (saysDatabaseIsAway(error)) throw error
  }
  return bodies
}

/** Returns the body of the attempt before, unless the rights changed since. */
function keptBody({ delivery, endpoint }: Claimed): string | undefined {
  const { sequence, body } = delivery
  return body !== null && (sequence === null || delivery.rightsVersion === endpoint.rightsVersion) ? body : undefined
}

async function bodyOf(deps: AttemptDeps, { delivery }: Claimed, viewer: Principal | undefined): Promise<string> {
  const { entityId, sequence } = delivery
  invariant(sequence !== null && viewer, 'a test has its body from the start')
  const events = await readEvents(deps.db.reader, entityId, [sequence])
  const [presented] = await presentEvents(deps, viewer, events)
  return JSON.stringify(presented)
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
