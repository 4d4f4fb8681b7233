import type { Static } from 'typebox'
import { formatId, formatLastingId } from '../kernel/values/ids.ts'
import type { DeliveryRow, EndpointRow } from './queries.ts'
import type { DeliveryOut, EndpointOut } from './schema.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** Returns an endpoint without its secret. */
export function presentEndpoint(row: EndpointRow): Static<typeof EndpointOut> {
  return {
    webhookEndpointId: formatId('whe', row.webhookEndpointId),
    entityId: formatLastingId('ent', row.entityId),
    url: row.url,
    events: row.eventTypes,
    description: row.description,
    apiVersion: 'v1',
    status: row.status === 'Deleted' ? 'Disabled' : row.status,
    disabledReason: row.disabledReason,
    version: row.version,
    position: Number(row.position),
    failingSince: instant(row.failingSince),
    previousSecretExpiresAt: instant(row.previousExpiresAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function presentDelivery(row: DeliveryRow): Static<typeof DeliveryOut> {
  return {
    deliveryId: formatId('whd', row.deliveryId),
    webhookEndpointId: formatId('whe', row.webhookEndpointId),
    entityId: formatLastingId('ent', row.entityId),
    eventId: row.eventId,
    eventType: row.eventType,
    sequence: row.sequence === null ? null : Number(row.sequence),
    reason: row.reason,
    status: row.status,
    attempts: row.attempts,
    responseStatus: row.responseStatus,
    failure: row.failure,
    durationMs: row.durationMs,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: instant(row.lastAttemptAt),
    nextAttemptAt: instant(row.nextAttemptAt),
  }
}
