import { hash } from 'node:crypto'
import type { EntityDirectory } from '../entities/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Db } from '../kernel/db.ts'
import type { Listener } from '../kernel/notifications.ts'
import type { Principal } from '../kernel/principal.ts'
import { createSharedCache } from '../kernel/shared-cache.ts'
import type { ApiClient } from './clients.ts'
import { isAllowedAddress } from './addresses.ts'
import { refuse, TOKEN_LIFE_SECONDS } from './rules.ts'
import { isTokenShaped, newToken } from './secrets.ts'

export interface LiveToken {
  principal: Principal
  issuedAt: Date
  /** Milliseconds of wall time. */
  expiresAt: number
  /** Allow-lists of the client and of its entity; an empty one allows any address. */
  allowLists: string[][]
}

export interface Tokens {
  /**
   * Who a bearer token is, at once when it is cached; undefined when it is not valid now.
   * @throws ip_not_allowed when the caller's address is on none of the allow-lists
   */
  authenticate: (token: string, caller: { ip: string }) => Principal | undefined | Promise<Principal | undefined>
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
  const forgetAll = (field: 'clientId' | 'entityId') => (id: string | undefined) =>
    id === undefined ? cache.clear() : cache.forget((held: LiveToken) => held.principal[field] === id)
  listener.on('token_revoked', (key) => (key === undefined ? cache.clear() : cache.forget(key)))
  listener.on('client_changed', forgetAll('clientId'))
  listener.on('entity_changed', forgetAll('entityId'))
  listener.on('sandbox_reset', cache.clear)

  const whoIfValid = (held: LiveToken | undefined, caller: { ip: string }) => {
    if (held === undefined || held.expiresAt <= clock.wall().getTime()) return undefined
    for (const ranges of held.allowLists) {
      if (!isAllowedAddress(caller.ip, ranges)) throw refuse.ip_not_allowed({ address: caller.ip })
    }
    return held.principal
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
      cache.forget(keyOf(token)) // the other processes are told by a trigger
    },
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'hex')

interface TokenRow {
  entityId: string
  clientId: string
  scopes: string[]
  grants: string[]
  ipAllowList: string[]
  issuedAt: Date
  expiresAt: Date
}

/** A token counts while it, its client and its entity are good; its scopes are those the client still has. */
async function readToken(
  db: Pick<Db, 'reader'>,
  entities: EntityDirectory,
  key: string,
  wall: Date,
): Promise<LiveToken | undefined> {
  const found = await db.reader.query<TokenRow>({
    name: 'read-token',
    text: `select entity_id as "entityId", client_id as "clientId", t.scopes, c.grants, c.ip_allow_list as "ipAllowList", t.issued_at as "issuedAt",
        t.expires_at as "expiresAt"
      from access_tokens t join api_clients c using (entity_id, client_id)
      where t.token_hash = decode($1, 'hex') and t.revoked_at is null and t.expires_at > $2 and c.status = 'Active'`,
    values: [key, wall],
  })
  const [row] = found.rows
  const profile = row && (await entities.get(row.entityId))
  if (profile?.entity.status !== 'Active') return undefined
  const { entityId, clientId } = row!
  const scopes = new Set(row!.scopes.filter((scope) => row!.grants.includes(scope)))
  return {
    principal: { clientId, entityId, serviceKind: profile.entity.serviceKind, scopes },
    issuedAt: row!.issuedAt,
    expiresAt: row!.expiresAt.getTime(),
    allowLists: [row!.ipAllowList, profile.settings.ipAllowList].filter((ranges) => ranges.length > 0),
  }
}

async function insertToken(db: Pick<Db, 'pool'>, key: string, client: ApiClient, scopes: string[], wall: Date) {
  await db.pool.query({
    name: 'insert-token',
    text: `insert into access_tokens (token_hash, entity_id, client_id, scopes, issued_at, expires_at)
      values (decode($1, 'hex'), $2, $3, $4, $5, $6)`,
    values: [key, client.entityId, client.clientId, scopes, wall, new Date(wall.getTime() + TOKEN_LIFE_SECONDS * 1000)],
  })
}

async function revokeToken(db: Pick<Db, 'pool'>, key: string, clientId: string, wall: Date): Promise<void> {
  await db.pool.query({
    name: 'revoke-token',
    text: `update access_tokens set revoked_at = $3
      where token_hash = decode($1, 'hex') and client_id = $2 and revoked_at is null`,
    values: [key, clientId, wall],
  })
}

/** Deletes what has been of no use for a day, in small steps. */
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
