import type { FastifyRequest } from 'fastify'
import { parseId } from '../values/ids.ts'
import { canonicalName } from '../text/names.ts'
import { type GroupClient, type Principal, refuseEntity } from './principal.ts'
import { fieldError, type Refusal, refusals } from '../values/refusals.ts'

/**
 * Binds each request to the entity that it is for, before scopes, roles and entity kind are checked. A client of one
 * entity is bound by its token. For a client of several: the entity that the request names; else the owner of the first
 * resource that it names; else the request is rejected. Lists cover several entities.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Entities of a request from a client with several. `one` (default): exactly one, as described above. `several`: a
     * list over all readable entities, or over those in `entityId`. `any`: reference data, equal for every entity;
     * works like `one`, but defaults to the first entity with the scope and the kind.
     */
    entities?: 'one' | 'several' | 'any'
  }
  interface FastifyRequest {
    /** Set until the request is bound: the rights of a client of several entities. */
    group: GroupClient | null
    /** Principals covered by a list with `entities: 'several'`; elsewhere only `principal`. */
    principals: readonly Principal[]
  }
}

/** Finds which of some entities owns a resource, by its id. */
export interface ResourceOwners {
  /** Returns true if ids with this prefix can be looked up. */
  knows(prefix: string): boolean
  find(prefix: string, id: string, entityIds: readonly string[]): Promise<string | undefined>
  /** Returns which of some entities has the stored response of an earlier request about a resource, by its key. */
  findByKey?(earlier: EarlierRequest, entityIds: readonly string[]): Promise<string | undefined>
}

/** A request of a client with an idempotency key. */
interface EarlierRequest {
  clientId: string
  key: string
  /** Resource that its path or body names, as sent. */
  wireId: string
}

const refuseBinding = refusals({
  entity_id_required: {
    status: 400,
    message: 'This client has several entities and the request does not state which one it is for. Send `entityId`.',
  },
  entity_id_ambiguous: {
    status: 400,
    message: 'The request names several entities. This operation is for one: send one `entityId`, in one place.',
  },
})

/** @throws the first refusal of a principal for the route */
type Check = (principal: Principal, request: FastifyRequest) => void

/** Entity references of a request. */
interface Named {
  /** Every entityId of query and body, as sent. */
  entityIds: unknown[]
  /** Ids of resources, those of the path first. */
  resourceIds: string[]
}

/**
 * Sets `principal`, and for a list `principals`, of a request by a client of several entities.
 *
 * @returns a promise only where a resource must be looked up
 * @throws what `check` throws; entity_id_ambiguous
 */
export function bindGroup(request: FastifyRequest, check: Check, owners?: ResourceOwners): void | Promise<void> {
  const { group } = request
  if (group === null) return
  const { entities = 'one' } = request.routeOptions.config
  const allowed = allowedMembers(group, check, request)
  const named = namedIn(request)
  const members = [...new Set(named.entityIds.map((sent) => memberOf(group, sent)))]
  if (members.length > 0) {
    // An entity that is not among the client's is answered at the stage of missing resources, by `checkNamed`.
    const bound = members.map((member) => member ?? allowed.first())
    if (entities !== 'several' && new Set(bound).size > 1) throw ambiguous(request)
    for (const member of bound) check(member, request)
    return set(request, bound)
  }
  if (entities === 'several') return set(request, allowed.all())
  if (!owners) return entities === 'any' ? set(request, [allowed.first()]) : undefined
  return bindToOwner(request, named.resourceIds, owners, check)
}

function ambiguous({ method }: Pick<FastifyRequest, 'method'>): Refusal {
  const refusal = refuseBinding.entity_id_ambiguous()
  return refuseBinding.entity_id_ambiguous({}, { errors: [fieldError(pointerOfEntity(method), refusal)] })
}

const pointerOfEntity = (method: string): string => (method === 'GET' ? '?entityId' : '/entityId')

async function bindToOwner(
  request: FastifyRequest,
  resourceIds: readonly string[],
  owners: ResourceOwners,
  check: Check,
): Promise<void> {
  const { group } = request
  const found = group && (await ownerAmong(group, request, resourceIds, owners))
  const bound = found ?? (request.routeOptions.config.entities === 'any' ? 'unknown' : undefined)
  if (bound === 'unknown') set(request, [allowedMembers(group!, check, request).first()])
  else if (bound) {
    check(bound, request)
    set(request, [bound])
  }
}

function set(request: FastifyRequest, principals: readonly Principal[]): void {
  request.group = null
  request.principal = principals[0]!
  request.principals = principals
}

/** The members that pass a route's checks. @throws the refusal of the first member where none passes */
function allowedMembers(group: GroupClient, check: Check, request: FastifyRequest) {
  const all = () => {
    const passing = group.members.filter((member) => refusalOf(check, member, request) === undefined)
    if (passing.length === 0) throw bestRefusal(group.members.map((member) => refusalOf(check, member, request)!))
    return passing
  }
  return { all, first: () => all()[0]! }
}

/** Returns the rejection of the latest stage among all members: an entity with the right scope fails on its kind. */
function bestRefusal(found: Refusal[]): Refusal {
  return found.find(({ code }) => code !== 'scope_missing') ?? found[0]!
}

function refusalOf(check: Check, member: Principal, request: FastifyRequest): Refusal | undefined {
  try {
    check(member, request)
    return undefined
  } catch (error) {
    return error as Refusal
  }
}

/** @throws the refusal of a group that may not use the route for any entity; needs no body */
export const checkGroup = (group: GroupClient, check: Check, request: FastifyRequest): void =>
  void allowedMembers(group, check, request).all()

const memberOf = ({ members }: GroupClient, sent: unknown): Principal | undefined => {
  const entityId = typeof sent === 'string' ? parseId('ent', sent) : undefined
  return members.find((member) => member.entityId === entityId)
}

/** Most lookups per request: a request that names more resources belongs to no entity of the caller. */
const MOST_LOOKUPS = 10

/** Returns the member that owns the first owned resource; `unknown` if the named ids have no owner. */
async function ownerAmong(
  { members, clientId }: GroupClient,
  { routeOptions, headers }: FastifyRequest,
  resourceIds: readonly string[],
  owners: ResourceOwners,
): Promise<Principal | 'unknown' | undefined> {
  const entityIds = members.map(({ entityId }) => entityId)
  const known = resourceIds.filter((id) => owners.knows(id.slice(0, id.indexOf('_'))))
  for (const wireId of known.slice(0, MOST_LOOKUPS)) {
    const prefix = wireId.slice(0, wireId.indexOf('_'))
    const id = parseId(prefix, wireId)
    const owner = id && (await owners.find(prefix, id, entityIds))
    if (owner) return members.find(({ entityId }) => entityId === owner)
  }
  const key = headers['idempotency-key']
  if (known[0] !== undefined && typeof key === 'string' && owners.findByKey) {
    // The first request may have deleted the resource: its repetition has the response of the first.
    const owner = await owners.findByKey({ clientId, key, wireId: known[0] }, entityIds)
    if (owner) return members.find(({ entityId }) => entityId === owner)
  }
  return known.length > 0 || routeOptions.url?.includes(':') ? 'unknown' : undefined
}

// ---- reading names before validation

/** Names whose value is the id of a resource; a `taxId` is none. */
const RESOURCE_NAME =
  /(account|beneficiary|trade|drawdown|quote|payment|facility|term|verification|batch|transfer|marginCall|statement|document|webhookEndpoint|delivery|notificationRecipient)Ids?$/i

function namedIn({ params, query, body }: FastifyRequest): Named {
  const entityIds = [body, query].flatMap((holder) =>
    entriesOf(holder).flatMap(([name, value]) => (name === 'entityId' ? [value].flat().flatMap(splitList) : [])),
  )
  const resourceIds = [params, body, query, ...nestedIn(body)].flatMap((holder) =>
    entriesOf(holder).flatMap(([name, value]) => (RESOURCE_NAME.test(name) ? [value].flat() : [])),
  )
  return { entityIds, resourceIds: resourceIds.filter((value) => typeof value === 'string') }
}

const entriesOf = (holder: unknown): [string, unknown][] =>
  isRecord(holder) ? Object.entries(holder).map(([name, value]) => [canonicalName(name), value]) : []

const splitList = (value: unknown): unknown[] => (typeof value === 'string' ? value.split(',') : [value])

/** Parts of a body and items of its lists: attached payments, items of a batch. */
const nestedIn = (body: unknown): unknown[] =>
  isRecord(body) ? Object.values(body).flatMap((value) => [value].flat().slice(0, 20)) : []

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// ---- after validation

/** The error of a request that could not be bound, to be reported with those of its shape. */
export function unboundError({ group, method }: Pick<FastifyRequest, 'group' | 'method'>) {
  if (group === null) return []
  return [fieldError(pointerOfEntity(method), refuseBinding.entity_id_required())]
}

/**
 * Checks, once the shape is valid, that the request is bound and that the entities it names are those that it is for.
 *
 * @throws entity_id_required, entity_not_found
 */
export function checkNamed(request: FastifyRequest): void {
  if (request.group !== null) throw refuseBinding.entity_id_required({}, { errors: unboundError(request) })
  const { principals, query, body } = request
  if (principals === null) return // a public route
  for (const holder of [query, body]) {
    const sent = isRecord(holder) ? holder['entityId'] : undefined
    if (sent === undefined) continue
    const isOne = typeof sent === 'string' && !sent.includes(',')
    for (const wireId of isOne ? [sent] : [sent].flat().flatMap(splitList)) {
      const entityId = parseId('ent', String(wireId))
      if (!principals.some((member) => member.entityId === entityId)) throw refuseEntity.entity_not_found()
    }
  }
}
