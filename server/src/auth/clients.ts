import type { JSONWebKeySet } from 'jose'
import { entityOf } from '../kernel/db/directory.ts'
import type { Queryable } from '../kernel/db/db.ts'
import type { Role } from '../kernel/http/principal.ts'

/** Scopes and roles of a client for one entity. */
export interface ClientGrant {
  entityId: string
  roles: readonly Role[]
  /** Scopes. */
  grants: string[]
}

export interface ApiClient {
  /** The entity that the client was created for. */
  entityId: string
  clientId: string
  name: string
  status: 'Active' | 'Blocked'
  /** Its entities, the one that it was created for first. */
  entities: ClientGrant[]
  ipAllowList: string[]
  jwks: JSONWebKeySet | null
  createdAt: Date
}

/** Client with its authentication data and its restrictions. */
export interface Candidate extends ApiClient {
  /** Hashes of the unexpired secrets. */
  secretHashes: Buffer[]
  /** Address ranges of each active entity; they apply in addition to the client's own. */
  entityIpAllowLists: string[][]
  /** Failures from the origin of the request. */
  failures: number
  lockedUntil: Date | null
}

const COLUMNS = `c.entity_id as "entityId", c.client_id as "clientId", c.name, c.status,
  coalesce((select jsonb_agg(jsonb_build_object('entityId', g.entity_id, 'roles', to_jsonb(g.roles), 'grants', to_jsonb(g.grants))
      order by g.entity_id <> c.entity_id, g.entity_id)
    from api_client_entities g where g.client_id = c.client_id), '[]') as entities,
  c.ip_allow_list as "ipAllowList", c.jwks, c.created_at as "createdAt"`

/** The client with this id; undefined when there is none. */
export async function findClient(db: Queryable, clientId: string): Promise<ApiClient | undefined> {
  const found = await db.query<ApiClient>(
    `select ${COLUMNS} from api_clients c where c.entity_id = ${entityOf('client', '$1::uuid::text')} and c.client_id = $1`,
    [clientId],
  )
  return found.rows[0]
}

/** Lists the clients that may act for an entity, or all clients, oldest first. */
export async function listClients(db: Queryable, entityId?: string): Promise<ApiClient[]> {
  const found = await db.query<ApiClient>(
    `select ${COLUMNS} from api_clients c
      where $1::uuid is null or c.client_id in (select client_id from api_client_entities where entity_id = $1)
      order by c.client_id`,
    [entityId ?? null],
  )
  return found.rows
}

/** Returns every scope of a client for any of its entities: the scopes a token may request. */
export const allGrants = ({ entities }: Pick<ApiClient, 'entities'>): string[] => [
  ...new Set(entities.flatMap(({ grants }) => grants)),
]

/** Finds a client for the token endpoint in one read: a second read would disclose by timing that the id exists. */
export async function findCandidate(
  db: Queryable,
  clientId: string,
  origin: string,
  wall: Date,
): Promise<Candidate | undefined> {
  const found = await db.query<Candidate>({
    name: 'find-client-candidate',
    text: `select ${COLUMNS}, coalesce(f.failures, 0) as failures, f.locked_until as "lockedUntil",
        coalesce((select jsonb_agg(es.profile -> 'ipAllowList')
          from api_client_entities g join entities e using (entity_id) join entity_settings es using (entity_id)
          where g.client_id = c.client_id and e.status = 'Active'), '[]') as "entityIpAllowLists",
        array(select secret_hash from client_secrets s where s.entity_id = c.entity_id and s.client_id = c.client_id
          and (s.expires_at is null or s.expires_at > $2)) as "secretHashes"
      from api_clients c left join client_failures f on f.client_id = c.client_id and f.origin = $3
      where c.entity_id = ${entityOf('client', '$1::uuid::text')} and c.client_id = $1`,
    values: [clientId, wall, origin],
  })
  return found.rows[0]
}
