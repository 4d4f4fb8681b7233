import type { Act } from '../kernel/values/act.ts'
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { changesOf, recordAudit } from '../events/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import { SCOPES } from '../kernel/http/http.ts'
import { formatId, newUuid } from '../kernel/values/ids.ts'
import type { Role } from '../kernel/http/principal.ts'
import { isAddressRange } from './addresses.ts'
import { type ApiClient, type ClientGrant, findCandidate, findClient } from './clients.ts'
import { refuseClient } from './rules.ts'
import { hashSecret, matchesSecret, newClientSecret } from './credentials/secrets.ts'

interface NewClient {
  /** Given, with the secret, where a client is made anew under its old credentials (sandbox reset). */
  clientId?: string
  clientSecret?: string
  entityId: string
  name: string
  roles: readonly Role[]
  /** Scopes. */
  grants: readonly string[]
  ipAllowList?: string[]
  jwks?: JSONWebKeySet
}

/**
 * Creates an API client of one entity; `grantEntity` adds others. The secret is returned once and stored only as a hash.
 *
 * @throws scope_unknown, ip_range_invalid, jwks_invalid
 */
export async function createClient(
  tx: Tx,
  order: NewClient,
  act: Act,
): Promise<{ clientId: string; clientSecret: string }> {
  checkClient(order)
  const clientId = order.clientId ?? newUuid()
  const clientSecret = order.clientSecret ?? newClientSecret()
  const { entityId } = order
  await tx.query(
    `insert into api_clients (entity_id, client_id, name, status, ip_allow_list, jwks, created_at)
      values ($1, $2, $3, 'Active', $4, $5, $6)`,
    [entityId, clientId, order.name, order.ipAllowList ?? [], order.jwks ? JSON.stringify(order.jwks) : null, act.wall],
  )
  await putSecret(tx, { entityId, clientId }, 1, clientSecret, act.wall)
  const { roles, grants } = order
  await storeGrant(tx, { entityId, clientId }, { entityId, roles, grants }, act)
  await audit(tx, { entityId, clientId }, 'client.created', act, { roles, grants })
  return { clientId, clientSecret }
}

function checkScopes(grants: readonly string[]): void {
  const scope = grants.find((grant) => !SCOPES.some((known) => known === grant))
  if (scope !== undefined) throw refuseClient.scope_unknown({ scope, known: [...SCOPES] })
}

function checkClient({ grants, ipAllowList = [], jwks }: NewClient): void {
  checkScopes(grants)
  const range = ipAllowList.find((text) => !isAddressRange(text))
  if (range !== undefined) throw refuseClient.ip_range_invalid({ range })
  if (jwks) checkKeys(jwks)
}

const PRIVATE = ['d', 'p', 'q', 'k']

function checkKeys(jwks: JSONWebKeySet): void {
  try {
    createLocalJWKSet(jwks)
  } catch (error) {
    throw refuseClient.jwks_invalid({ reason: (error as Error).message })
  }
  if (jwks.keys.some((key) => PRIVATE.some((part) => part in key))) {
    throw refuseClient.jwks_invalid({ reason: 'a key has its private part; keep that to yourself' })
  }
  const ids = jwks.keys.map((key) => key.kid)
  if (ids.length > 1 && new Set(ids).size < ids.length)
    throw refuseClient.jwks_invalid({ reason: 'each key needs a kid' })
}

type Key = Pick<ApiClient, 'entityId' | 'clientId'>

type NewGrant = Omit<ClientGrant, 'grants'> & { grants: readonly string[] }

/**
 * Grants a client the right to act for an entity, or replaces its grant. Existing tokens follow within a second.
 *
 * @throws client_not_found, scope_unknown
 */
export async function grantEntity(tx: Tx, clientId: string, grant: NewGrant, act: Act): Promise<void> {
  checkScopes(grant.grants)
  await putGrant(tx, await lockClient(tx, clientId), grant, act)
}

/**
 * Revokes a client's grant for an entity. The last one cannot be revoked: block the client instead.
 *
 * @throws client_not_found, client_grant_not_found, client_last_entity
 */
export async function revokeEntity(tx: Tx, clientId: string, entityId: string, act: Act): Promise<void> {
  const { entities } = await lockClient(tx, clientId)
  const entityIds = entities.map((held) => formatId('ent', held.entityId))
  if (!entities.some((held) => held.entityId === entityId)) throw refuseClient.client_grant_not_found({ entityIds })
  if (entities.length === 1) throw refuseClient.client_last_entity()
  await tx.query('delete from api_client_entities where entity_id = $1 and client_id = $2', [entityId, clientId])
  await audit(tx, { entityId, clientId }, 'client.entityRevoked', act, {})
}

async function putGrant(tx: Tx, client: Key, grant: NewGrant, act: Act): Promise<void> {
  await storeGrant(tx, client, grant, act)
  const { entityId, roles, grants } = grant
  await audit(tx, { entityId, clientId: client.clientId }, 'client.entityGranted', act, { roles, grants })
}

async function storeGrant(tx: Tx, client: Key, { entityId, roles, grants }: NewGrant, act: Act): Promise<void> {
  await tx.query(
    `insert into api_client_entities (entity_id, client_id, home_entity_id, roles, grants, granted_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (entity_id, client_id) do update
        set roles = excluded.roles, grants = excluded.grants, granted_at = excluded.granted_at`,
    [entityId, client.clientId, client.entityId, roles, grants, act.wall],
  )
}

/**
 * Creates a second secret of a client; the current one stays valid for a while, so that the new one can be rolled out
 * without downtime. An older second one ends now.
 *
 * @param overlapSeconds how long the present secret still works; 0: not at all
 * @throws client_not_found
 */
export async function rotateSecret(tx: Tx, clientId: string, overlapSeconds: number, act: Act): Promise<string> {
  const client = await lockClient(tx, clientId)
  const found = await tx.query<{ slot: 1 | 2 }>(
    `select slot from client_secrets where entity_id = $1 and client_id = $2 order by created_at desc, slot desc limit 1`,
    [client.entityId, clientId],
  )
  const present = found.rows[0]?.slot ?? 2
  const secret = newClientSecret()
  await tx.query('update client_secrets set expires_at = $4 where entity_id = $1 and client_id = $2 and slot = $3', [
    client.entityId,
    clientId,
    present,
    new Date(act.wall.getTime() + overlapSeconds * 1000),
  ])
  await putSecret(tx, client, present === 1 ? 2 : 1, secret, act.wall)
  await audit(tx, client, 'client.secretRotated', act, { overlapSeconds })
  return secret
}

/** Blocks a client, or lets it in again; while it is blocked its tokens are refused. @throws client_not_found */
export async function setClientStatus(tx: Tx, clientId: string, status: ApiClient['status'], act: Act): Promise<void> {
  const client = await lockClient(tx, clientId)
  await tx.query('update api_clients set status = $3 where entity_id = $1 and client_id = $2', [
    client.entityId,
    clientId,
    status,
  ])
  await audit(tx, client, 'client.statusSet', act, { ...changesOf({ status: client.status }, { status }) })
}

/**
 * Replaces a client's roles for one of its entities; its tokens carry them at once.
 *
 * @throws client_not_found, client_grant_not_found
 */
export async function setClientRoles(
  tx: Tx,
  key: { clientId: string; entityId: string },
  roles: readonly Role[],
  act: Act,
): Promise<void> {
  const { entities } = await lockClient(tx, key.clientId)
  const before = entities.find(({ entityId }) => entityId === key.entityId)
  if (!before) {
    throw refuseClient.client_grant_not_found({ entityIds: entities.map(({ entityId }) => formatId('ent', entityId)) })
  }
  await tx.query('update api_client_entities set roles = $3 where entity_id = $1 and client_id = $2', [
    key.entityId,
    key.clientId,
    roles,
  ])
  await audit(tx, key, 'client.rolesSet', act, { ...changesOf({ roles: before.roles }, { roles }) })
}

/** Ends a lock-out before its time. @throws client_not_found */
export async function unlockClient(tx: Tx, clientId: string, act: Act): Promise<void> {
  const client = await lockClient(tx, clientId)
  await tx.query('delete from client_failures where client_id = $1', [clientId])
  await audit(tx, client, 'client.unlocked', act, {})
}

/** Locks clients by id ascending, for a transaction that changes several. */
export async function lockClients(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await tx.query(
    `select 1 from api_clients
      where entity_id in (select entity_id from directory where kind = 'client' and key = any($1::uuid[]::text[]))
        and client_id = any($1)
      order by client_id for update`,
    [clientIds],
  )
}

async function lockClient(tx: Tx, clientId: string): Promise<ApiClient> {
  await lockClients(tx, [clientId])
  const client = await findClient(tx, clientId)
  if (!client) throw refuseClient.client_not_found()
  return client
}

async function putSecret(tx: Tx, client: Key, slot: 1 | 2, secret: string, wall: Date): Promise<void> {
  await tx.query(
    `insert into client_secrets (entity_id, client_id, slot, secret_hash, created_at) values ($1, $2, $3, $4, $5)
      on conflict (entity_id, client_id, slot) do update
        set secret_hash = excluded.secret_hash, created_at = excluded.created_at, expires_at = null`,
    [client.entityId, client.clientId, slot, hashSecret(secret), wall],
  )
}

const audit = (tx: Tx, client: Key, action: string, act: Act, detail: Record<string, unknown>) =>
  recordAudit(tx, act, {
    entityId: client.entityId,
    action,
    resourceType: 'client',
    resourceId: client.clientId,
    detail,
  })

/** Returns true if the secret is valid for the client now. */
export async function isLiveSecret(tx: Tx, clientId: string, secret: string, wall: Date): Promise<boolean> {
  const client = await findCandidate(tx, clientId, '', wall)
  return client !== undefined && matchesSecret(secret, client.secretHashes)
}
