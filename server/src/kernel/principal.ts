import type { Actor } from './actor.ts'
import { formatLastingId, parseId } from './ids.ts'
import { refusals } from './refusals.ts'

export type ServiceKind = 'RM' | 'ABS'

/** The API client behind a request, as its token says. All ids are stored uuids. */
export interface Principal {
  clientId: string
  /** The entity the client belongs to; it sees and moves nothing else. */
  entityId: string
  serviceKind: ServiceKind
  /** Token scopes ∩ the client's grants. */
  scopes: ReadonlySet<string>
  /** `psu` where a user of the entity acts through open banking: clientId is then the user's id. */
  actorType?: 'client' | 'psu'
}

/** Who a principal is in the records. */
export const actorOf = ({ actorType = 'client', clientId }: Principal, requestId: string): Actor => ({
  type: actorType,
  id: clientId,
  requestId,
})

export const refuseEntity = refusals({
  entity_not_found: { status: 404, message: 'There is no such entity among those this client may see.' },
})

/**
 * The caller's entity, where a request names one. Another entity is answered like a missing one.
 *
 * @param wireId entityId as sent; absent means the client's own entity
 * @throws entity_not_found
 */
export function ownEntity(principal: Principal, wireId?: string): string {
  const { entityId } = principal
  if (wireId === undefined || wireId === formatLastingId('ent', entityId)) return entityId
  if (parseId('ent', wireId) !== entityId) throw refuseEntity.entity_not_found() // another spelling of it would do
  return entityId
}
