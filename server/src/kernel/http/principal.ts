import type { Actor } from '../values/actor.ts'
import { formatLastingId, parseId } from '../values/ids.ts'
import { invariant, refusals } from '../values/refusals.ts'

export type ServiceKind = 'RM' | 'ABS'

/** Roles of a client: a maker creates, changes and cancels; an approver approves and rejects. */
export const ROLES = ['maker', 'approver'] as const
export type Role = (typeof ROLES)[number]

/** An API client's rights for one entity: the one that a request is for. All ids are stored uuids. */
export interface Principal {
  clientId: string
  /** The entity of the request; nothing else is read or changed. */
  entityId: string
  serviceKind: ServiceKind
  /** Token scopes ∩ the client's grants for this entity. */
  scopes: ReadonlySet<string>
  /** Roles for this entity. A client may have both; even then it never approves its own requests. */
  roles: ReadonlySet<Role>
  /** `psu` where a user of the entity acts through open banking: clientId is then the user's id. */
  actorType?: 'client' | 'psu'
}

/** An API client of several entities: its rights for each. The entity that it was created for comes first. */
export interface GroupClient {
  clientId: string
  members: readonly Principal[]
}

/** Holder of a token. A client of one entity is its only principal, so its requests need no binding. */
export type Caller = Principal | GroupClient

/** The rights of a caller, one item for each entity. */
export const membersOf = (caller: Caller): readonly Principal[] => ('members' in caller ? caller.members : [caller])

/** Returns whether the caller has a role. Every check of a role asks here. */
export const hasRole = ({ roles }: Pick<Principal, 'roles'>, role: Role): boolean => roles.has(role)

/** Returns the principal of a row's entity among those of a list. */
export function principalFor(principals: readonly Principal[], entityId: string): Principal {
  const found = principals.find((principal) => principal.entityId === entityId)
  invariant(found, 'a list holds rows of the entities that it covers')
  return found
}

/** Returns a principal as an actor for the records. */
export const actorOf = ({ actorType = 'client', clientId }: Principal): Actor => ({ type: actorType, id: clientId })

export const refuseEntity = refusals({
  entity_not_found: { status: 404, message: 'The entity does not exist or is not visible to this client.' },
})

/**
 * Returns the entity of the request, which is the one that it names. Any other entity is answered like a missing one.
 *
 * @param wireId entityId as sent; undefined where the request names none
 * @throws entity_not_found
 */
export function ownEntity(principal: Pick<Principal, 'entityId'>, wireId?: string): string {
  const { entityId } = principal
  if (wireId === undefined || wireId === formatLastingId('ent', entityId)) return entityId
  if (parseId('ent', wireId) !== entityId) throw refuseEntity.entity_not_found() // another spelling of it would do
  return entityId
}
