import { hash } from 'node:crypto'
import type { EntityDirectory } from '../entities/index.ts'
import type { Clock } from '../kernel/values/clock.ts'
import type { Db } from '../kernel/db/db.ts'
import { writeAlone } from '../kernel/db/waits/write-alone.ts'
import type { Listener } from '../kernel/db/notifications.ts'
import { type Caller, membersOf, type Principal, type Role, type ServiceKind } from '../kernel/http/principal.ts'
import { createSharedCache } from '../kernel/db/shared-cache.ts'
import type { ApiClient } from './clients.ts'
import { isAllowedAddress } from './addresses.ts'
import { refuse, TOKEN_LIFE_SECONDS } from './rules.ts'
import { isTokenShaped, newToken } from './credentials/secrets.ts'

interface LiveToken {
  caller: Caller
  issuedAt: Date
  /** Milliseconds of wall time. */
  expiresAt: number
  /** The client's entities, also those that are not active now. */
  entityIds: string[]
  /** Allow-list of the client; an empty one allows any address. */
  allowList: string[]
  /** Allow-lists of its active entities, in the caller's order; undefined without any. */
  entityAllowLists: string[][] | undefined
}

export interface Tokens {
  /**
   * Returns the caller of a bearer token, synchronously if cached; undefined if it is invalid. Entities whose
   * allow-list lacks the caller's address are omitted.
   *
   * @throws ip_not_allowed when the client's list lacks the address, or that of every entity
   */
  authenticate: (token: string, caller: { ip: string }) => Caller | undefined | Promise<Caller | undefined>
  /** The token as the database has it now. */
  read: (token: string) => Promise<LiveToken | undefined>
  issue: (client: ApiClient, scopes: string[]) => Promise<string>
  /** Revokes a token of this client; anything else is left alone. */
  revoke: (client: ApiClient, token: string) => Promise<void>
}

interface TokenDeps {
  db: Db
  clock: Clock
  /** Not yet started: hearers are added to it. */
  listener: Listener
  entities: EntityDirectory
}

/** Opaque tokens: the database holds their hashes, every process caches whom they stand for. */
export function createTokens({ db, clock, listener, entities }: TokenDeps): Tokens {
  const load = (key: string) => readToken(db, entities, key, clock.wall())
  const cache = createSharedCache(listener, load)
  const forgetAll = (isOf: (held: LiveToken, id: string) => boolean) => (id: string | undefined) =>
    id === undefined ? cache.clear() : cache.forget((held: LiveToken) => isOf(held, id))
  listener.on('token_revoked', (key) => (key === undefined ? cache.clear() : cache.forget(key)))
  listener.on(
    'client_changed',
    forgetAll(({ caller }, id) => caller.clientId === id),
  )
  listener.on(
    'entity_changed',
    forgetAll(({ entityIds }, id) => entityIds.includes(id)),
  )
  listener.on('sandbox_reset', cache.clear)

  const whoIfValid = (held: LiveToken | undefined, caller: { ip: string }) => {
    if (held === undefined || held.expiresAt <= clock.wall().getTime()) return undefined
    if (!isAllowedAddress(caller.ip, held.allowList)) throw refuse.ip_not_allowed({ address: caller.ip })
    return held.entityAllowLists === undefined ? held.caller : reachableFrom(caller.ip, held, held.entityAllowLists)
  }

  return {
    authenticate(token, caller) {
      if (!isTokenShaped(token)) return undefined
      const held = cache.get(keyOf(token))
      return held instanceof Promise ? held.then((read) => whoIfValid(read, caller)) : whoIfValid(held, caller)
    },
    read: async (token) => (isTokenShaped(token) ? load(keyOf(token)) : undefined),
    async issue(client, scopes) {
      const token = newToken()
      await insertToken(db, keyOf(token), client, scopes, clock.wall())
      return token
    },
    async revoke(client, token) {
      await revokeToken(db, keyOf(token), client.clientId, clock.wall())
      cache.forget(keyOf(token)) // a trigger notifies the other processes
    },
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'hex')

/** The caller's entities that may be used from an address. @throws ip_not_allowed where there are none */
function reachableFrom(address: string, { caller }: LiveToken, lists: string[][]): Caller {
  const members = membersOf(caller).filter((_member, i) => isAllowedAddress(address, lists[i]!))
  if (members.length === 0) throw refuse.ip_not_allowed({ address })
  return callerOf(caller.clientId, members)
}

const callerOf = (clientId: string, members: readonly Principal[]): Caller =>
  members.length === 1 ? members[0]! : { clientId, members }

interface GrantRow {
  entityId: string
  clientId: string
  scopes: string[]
  grants: string[]
  roles: Role[]
  ipAllowList: string[]
  issuedAt: Date
  expiresAt: Date
}

/**
 * Reads a token with the client's rights. It is valid while its client and at least one of its entities are active; its
 * scopes for an entity are those that the client is still granted for it.
 */
async function readToken(
  db: Pick<Db, 'reader'>,
  entities: EntityDirectory,
  key: string,
  wall: Date,
): Promise<LiveToken | undefined> {
  const { rows } = await db.reader.query<GrantRow>({
    name: 'read-token',
    text: `select g.entity_id as "entityId", g.client_id as "clientId", t.scopes, g.grants, g.roles, c.ip_allow_list as "ipAllowList",
        t.issued_at as "issuedAt", t.expires_at as "expiresAt"
      from access_tokens t join api_clients c using (entity_id, client_id)
        join api_client_entities g on g.client_id = c.client_id
      where t.token_hash = decode($1, 'hex') and t.revoked_at is null and t.expires_at > $2 and c.status = 'Active'
      order by g.entity_id <> c.entity_id, g.entity_id`,
    values: [key, wall],
  })
  const members: Principal[] = []
  const lists: string[][] = []
  for (const row of rows) {
    const profile = await entities.get(row.entityId)
    if (profile?.entity.status !== 'Active') continue
    members.push(principalOf(row, profile.entity.serviceKind))
    lists.push(profile.settings.ipAllowList)
  }
  const [first] = rows
  if (first === undefined || members.length === 0) return undefined
  return {
    caller: callerOf(first.clientId, members),
    issuedAt: first.issuedAt,
    expiresAt: first.expiresAt.getTime(),
    entityIds: rows.map(({ entityId }) => entityId),
    allowList: first.ipAllowList,
    entityAllowLists: lists.some((ranges) => ranges.length > 0) ? lists : undefined,
  }
}

const principalOf = ({ clientId, entityId, scopes, grants, roles }: GrantRow, serviceKind: ServiceKind): Principal => ({
  clientId,
  entityId,
  serviceKind,
  scopes: new Set(scopes.filter((scope) => grants.includes(scope))),
  roles: new Set(roles),
})

async function insertToken(db: Pick<Db, 'pool'>, key: string, client: ApiClient, scopes: string[], wall: Date) {
  await writeAlone(db, {
    name: 'insert-token',
    text: `insert into access_tokens (token_hash, entity_id, client_id, scopes, issued_at, expires_at)
      values (decode($1, 'hex'), $2, $3, $4, $5, $6)`,
    values: [key, client.entityId, client.clientId, scopes, wall, new Date(wall.getTime() + TOKEN_LIFE_SECONDS * 1000)],
  })
}

async function revokeToken(db: Pick<Db, 'pool'>, key: string, clientId: string, wall: Date): Promise<void> {
  await writeAlone(db, {
    name: 'revoke-token',
    text: `update access_tokens set revoked_at = $3
      where token_hash = decode($1, 'hex') and client_id = $2 and revoked_at is null`,
    values: [key, clientId, wall],
  })
}

/** Deletes data unused for a day, in small steps. */
export async function pruneAuth(db: Pick<Db, 'pool'>, wall: Date): Promise<void> {
  const before = new Date(wall.getTime() - 86_400_000)
  await db.pool.query(
    `delete from access_tokens where token_hash in
      (select token_hash from access_tokens where expires_at < $1 limit 5000)`,
    [before],
  )
  await db.pool.query(
    `delete from used_assertions where (client_id, jti_hash) in
      (select client_id, jti_hash from used_assertions where expires_at < $1 limit 5000)`,
    [before],
  )
  await db.pool.query('delete from client_failures where last_failure_at < $1', [before])
}
