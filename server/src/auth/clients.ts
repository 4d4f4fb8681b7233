import type { JSONWebKeySet } from 'jose'
import type { Queryable } from '../kernel/db.ts'

export interface ApiClient {
  entityId: string
  clientId: string
  name: string
  role: 'maker' | 'approver'
  status: 'Active' | 'Blocked'
  grants: string[]
  ipAllowList: string[]
  jwks: JSONWebKeySet | null
  createdAt: Date
}

/** A client with what proves it and what holds it back. */
export interface Candidate extends ApiClient {
  /** Of the secrets that have not expired. */
  secretHashes: Buffer[]
  /** Address ranges of the entity; they hold besides the client's own. */
  entityIpAllowList: string[]
  failures: number
  lockedUntil: Date | null
}

const COLUMNS = `c.entity_id as "entityId", c.client_id as "clientId", c.name, c.role, c.status, c.grants,
  c.ip_allow_list as "ipAllowList", c.jwks, c.created_at as "createdAt"`

/** The client with this id; undefined when there is none. */
export async function findClient(db: Queryable, clientId: string): Promise<ApiClient | undefined> {
  const found = await db.query<ApiClient>(`select ${COLUMNS} from api_clients c where c.client_id = $1`, [clientId])
  return found.rows[0]
}

/** The clients of an entity, oldest first. */
export async function listClients(db: Queryable, entityId: string): Promise<ApiClient[]> {
  const found = await db.query<ApiClient>(
    `select ${COLUMNS} from api_clients c where c.entity_id = $1 order by c.client_id`,
    [entityId],
  )
  return found.rows
}

/** What the token endpoint needs of a client, in one read: a second one would show in the time that the id exists. */
export async function findCandidate(db: Queryable, clientId: string, wall: Date): Promise<Candidate | undefined> {
  const found = await db.query<Candidate>({
    name: 'find-client-candidate',
    text: `select ${COLUMNS}, coalesce(f.failures, 0) as failures, f.locked_until as "lockedUntil",
        es.profile -> 'ipAllowList' as "entityIpAllowList",
        array(select secret_hash from client_secrets s where s.entity_id = c.entity_id and s.client_id = c.client_id
          and (s.expires_at is null or s.expires_at > $2)) as "secretHashes"
      from api_clients c join entity_settings es using (entity_id) left join client_failures f using (client_id)
      where c.client_id = $1`,
    values: [clientId, wall],
  })
  return found.rows[0]
}
