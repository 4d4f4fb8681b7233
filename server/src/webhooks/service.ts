import { changesOf, readFeed, recordAudit } from '../events/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import type { CommandContext } from '../kernel/http/command.ts'
import { formatId, formatLastingId, newUuid } from '../kernel/values/ids.ts'
import type { Seal } from '../kernel/values/seal.ts'
import { presentEndpoint } from './present.ts'
import {
  bringAllForward,
  bringForward,
  countEndpoints,
  type DeliveryKey,
  type DeliveryRow,
  type EndpointRow,
  findDelivery,
  insertDeliveries,
  insertEndpoint,
  lastSequence,
  lockEndpoint,
  newDelivery,
  updateEndpoint,
} from './queries.ts'
import { checkVersion, isRepaired, refuse } from './rules.ts'
import type { EndpointChange, EndpointOrder } from './schema.ts'
import { newSecret } from './sending/sign.ts'

/** Endpoints of an entity at most. */
const MOST_ENDPOINTS = 20
/** Time in which the secrets before a rotation sign too. */
const OVERLAP_MS = 86_400_000
/** Former secrets that sign at most. */
const MOST_FORMER = 4

/** Returns the owner that a secret of an endpoint is sealed for. */
export const ownerOf = ({ webhookEndpointId }: Pick<EndpointRow, 'webhookEndpointId'>): string =>
  `webhook endpoint ${webhookEndpointId}`

/** Creates an endpoint that gets the events from now on. @throws webhook_endpoint_limit_reached */
export async function createEndpoint(
  context: CommandContext,
  order: EndpointOrder,
  seal: Pick<Seal, 'seal'>,
): Promise<EndpointRow> {
  const { tx, principal, wall } = context
  const { entityId } = principal
  if ((await countEndpoints(tx, entityId)) >= MOST_ENDPOINTS)
    throw refuse.webhook_endpoint_limit_reached({ limit: MOST_ENDPOINTS })
  const webhookEndpointId = newUuid()
  const { status = 'Active' } = order
  const row: EndpointRow = {
    entityId,
    webhookEndpointId,
    url: order.url,
    description: order.description ?? null,
    eventTypes: order.events ?? null,
    status,
    disabledReason: status === 'Disabled' ? 'Client' : null,
    version: 1,
    secret: seal.seal(newSecret(), ownerOf({ webhookEndpointId })),
    previousSecret: null,
    previousExpiresAt: null,
    ...rightsOf(context),
    rightsVersion: 1,
    position: await lastSequence(tx, entityId),
    failures: 0,
    failingSince: null,
    lastFailedAt: null,
    createdAt: wall,
    updatedAt: wall,
  }
  await tx.query(insertEndpoint(row))
  await audit(context, row, 'created')
  return row
}

/**
 * Changes an endpoint. With another address, or active again, it gets its pending deliveries immediately, however long they were to wait.
 *
 * @throws webhook_endpoint_not_found, webhook_endpoint_version_conflict
 */
export async function changeEndpoint(
  context: CommandContext,
  id: string,
  change: EndpointChange,
  ifMatch?: string,
): Promise<EndpointRow> {
  const before = await locked(context, id)
  checkVersion(before.version, ifMatch)
  const { url, events, description, status } = change
  const row = changed(context, before, {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { eventTypes: events }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && switched(before, status)),
  })
  await context.tx.query(updateEndpoint(row))
  if (isRepaired(before, row)) await bringAllForward(context.tx, row, context.wall)
  await audit(context, row, 'updated', { ...changesOf(shownOf(before), shownOf(row)) })
  return row
}

const shownOf = ({ url, eventTypes, description, status }: EndpointRow) => ({ url, eventTypes, description, status })

/** Deletes an endpoint; what is pending is not sent. @throws webhook_endpoint_not_found, webhook_endpoint_version_conflict */
export async function deleteEndpoint(context: CommandContext, id: string, ifMatch?: string): Promise<void> {
  const before = await locked(context, id)
  checkVersion(before.version, ifMatch)
  const gone = { status: 'Deleted', disabledReason: null, secret: null, previousSecret: null } as const
  const row = changed(context, before, { ...gone, previousExpiresAt: null })
  await context.tx.query(updateEndpoint(row))
  await audit(context, row, 'deleted')
}

/** Replaces the secret. The former one signs too for 24 hours, and those that it replaced in this time. @throws webhook_endpoint_not_found */
export async function rotateSecret(context: CommandContext, id: string, seal: Seal): Promise<EndpointRow> {
  const before = await locked(context, id)
  const owner = ownerOf(before)
  const former = readableSecrets(seal, before, context.wall).slice(0, MOST_FORMER)
  const overlap =
    former.length > 0
      ? {
          previousSecret: seal.seal(former.join(SEPARATOR), owner),
          previousExpiresAt: new Date(context.wall.getTime() + OVERLAP_MS),
        }
      : { previousSecret: null, previousExpiresAt: null }
  const row = changed(context, before, { secret: seal.seal(newSecret(), owner), ...overlap })
  await context.tx.query(updateEndpoint(row))
  await audit(context, row, 'secretRotated')
  return row
}

/** Former secrets are sealed together. */
const SEPARATOR = ' '

/** Returns the secrets that an endpoint's deliveries are signed with at a time, the latest first. */
export function openSecrets(seal: Pick<Seal, 'open'>, endpoint: EndpointRow, wall: Date): string[] {
  const { secret, previousSecret, previousExpiresAt } = endpoint
  const live = [secret, previousExpiresAt && previousExpiresAt > wall ? previousSecret : null]
  return live.flatMap((sealed) => (sealed ? seal.open(sealed, ownerOf(endpoint)).split(SEPARATOR) : []))
}

/** Returns the secrets that sign; none if they were encrypted with another SECRETS_KEY. A rotation is then the remedy. */
function readableSecrets(seal: Seal, endpoint: EndpointRow, wall: Date): string[] {
  try {
    return openSecrets(seal, endpoint, wall)
  } catch {
    return []
  }
}

/** Sends the events from a sequence on again. @throws webhook_endpoint_not_found, event_position_expired, event_position_unknown */
export async function replayFrom(context: CommandContext, id: string, sequence: bigint): Promise<EndpointRow> {
  const { tx, principal, wall } = context
  const before = await locked(context, id)
  await readFeed(tx, { entityId: principal.entityId, after: sequence - 1n, asked: sequence, limit: 1 }, wall)
  const position = sequence - 1n < before.position ? sequence - 1n : before.position
  const row = changed(context, before, { position })
  await tx.query(updateEndpoint(row))
  await audit(context, row, 'replayed', { fromSequence: String(sequence) })
  return row
}

/** Queues a test event, which is attempted once. @throws webhook_endpoint_not_found */
export async function testEndpoint(context: CommandContext, id: string): Promise<DeliveryRow> {
  const endpoint = await locked(context, id)
  const deliveryId = newUuid()
  const eventId = formatId('evt', deliveryId)
  const eventType = 'webhookEndpoint.test'
  const body = JSON.stringify({
    id: eventId,
    type: eventType,
    apiVersion: 'v1',
    createdAt: context.at.toISOString(),
    entityId: formatLastingId('ent', endpoint.entityId),
    resource: {
      type: 'webhookEndpoint',
      id: formatId('whe', endpoint.webhookEndpointId),
      version: endpoint.version,
    },
    data: presentEndpoint(endpoint),
  })
  return queue(context.tx, {
    ...keyOf(endpoint),
    deliveryId,
    sequence: null,
    eventId,
    eventType,
    reason: 'Test',
    body,
    rightsVersion: endpoint.rightsVersion,
    createdAt: context.wall,
  })
}

/**
 * Sends the event of a delivery again: a pending one immediately, another in a new delivery with retries of its own.
 *
 * @throws webhook_endpoint_not_found, webhook_delivery_not_found, webhook_endpoint_disabled
 */
export async function redeliver(context: CommandContext, key: Omit<DeliveryKey, 'entityId'>): Promise<DeliveryRow> {
  const { tx, principal, wall } = context
  const endpoint = await locked(context, key.webhookEndpointId)
  const whole = { ...key, entityId: principal.entityId }
  const delivery = await findDelivery(tx, whole)
  if (!delivery) throw refuse.webhook_delivery_not_found()
  if (endpoint.status === 'Disabled') throw refuse.webhook_endpoint_disabled()
  if (delivery.status === 'Pending') {
    await bringForward(tx, whole, wall)
    return (await findDelivery(tx, whole))!
  }
  const { sequence, eventId, eventType, body, rightsVersion } = delivery
  const reason = sequence === null ? 'Test' : 'Redelivery'
  return queue(tx, {
    ...keyOf(endpoint),
    deliveryId: newUuid(),
    sequence,
    eventId,
    eventType,
    reason,
    body,
    rightsVersion,
    createdAt: wall,
  })
}

async function queue(tx: Tx, given: Parameters<typeof newDelivery>[0]): Promise<DeliveryRow> {
  const row = newDelivery(given)
  await tx.query(insertDeliveries([row]))
  return row
}

const keyOf = ({ entityId, webhookEndpointId }: EndpointRow) => ({ entityId, webhookEndpointId })

async function locked({ tx, principal }: CommandContext, id: string): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, principal.entityId, id)
  if (!row) throw refuse.webhook_endpoint_not_found()
  return row
}

/** Rights of the client that saves an endpoint: deliveries contain what it may read. */
const rightsOf = ({ principal: { clientId, scopes } }: CommandContext) => ({ clientId, scopes: [...scopes].sort() })

/** Returns the next version of an endpoint, with the rights of the client that saves it. */
function changed(context: CommandContext, before: EndpointRow, change: Partial<EndpointRow>): EndpointRow {
  const rights = rightsOf(context)
  const isSame = rights.clientId === before.clientId && rights.scopes.join() === before.scopes.join()
  return {
    ...before,
    ...change,
    ...rights,
    rightsVersion: before.rightsVersion + (isSame ? 0 : 1),
    version: before.version + 1,
    updatedAt: context.wall,
  }
}

/** The change of an endpoint that is switched on or off. Switching on forgets earlier failures. */
const switched = (before: EndpointRow, status: 'Active' | 'Disabled'): Partial<EndpointRow> =>
  status === 'Active'
    ? { status, disabledReason: null, failures: 0, failingSince: null, lastFailedAt: null }
    : { status, disabledReason: before.disabledReason ?? 'Client' }

const audit = (context: CommandContext, row: EndpointRow, verb: string, more: Record<string, unknown> = {}) =>
  recordAudit(context.tx, context, {
    entityId: row.entityId,
    action: `webhookEndpoint.${verb}`,
    resourceType: 'webhookEndpoint',
    resourceId: row.webhookEndpointId,
    detail: { url: row.url, status: row.status, version: row.version, ...more },
  })
