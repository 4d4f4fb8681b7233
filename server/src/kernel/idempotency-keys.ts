import { instant, minor, nullable, smallint, table, text, uuid } from './db/table.ts'
import { columnOf } from './db/arrays.ts'
import type { Db, Queryable, Tx, Writer } from './db/db.ts'
import { writeAlone } from './db/waits/write-alone.ts'

/** An idempotency key with its scope and the request that it was sent with. */
interface Key {
  entityId: string
  clientId: string
  operation: string
  key: string
  request: string
}

/** A stored response. Without a body it is rebuilt from the resource, or from the ledger's outcome and detail. */
export interface KeyRow {
  request: string
  status: number
  body: string | null
  resourceId: string | null
  outcome: number | null
  detailMinor: bigint | null
  requestId: string | null
}

/** Reads the stored response of a key. */
export async function readKey(db: Queryable, key: Key): Promise<KeyRow | undefined> {
  const found = await db.query<KeyRow>({
    name: 'read-idempotency-key',
    text: `select request, status, body, resource_id as "resourceId", outcome, detail_minor as "detailMinor", request_id as "requestId"
      from idempotency_keys where entity_id = $1 and client_id = $2 and operation = $3 and key = $4`,
    values: [key.entityId, key.clientId, key.operation, key.key],
  })
  return found.rows[0]
}

/**
 * Returns which of some entities has the stored response of a client's earlier request under a key.
 *
 * @param wireId id that the request named: other entities may have a request with the same key
 */
export async function entityOfKey(
  db: Queryable,
  { clientId, key, wireId }: { clientId: string; key: string; wireId: string },
  entityIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await db.query<{ entityId: string }>({
    name: 'entity-of-idempotency-key',
    text: `select entity_id as "entityId" from idempotency_keys
      where entity_id = any($1) and client_id = $2 and key = $3 and strpos(request, $4) > 0 limit 1`,
    values: [entityIds, clientId, key, wireId],
  })
  return rows[0]?.entityId
}

const keys = table('idempotency_keys', {
  entityId: uuid,
  clientId: uuid,
  operation: text,
  key: text,
  request: text,
  status: smallint,
  body: nullable(text),
  resourceId: nullable(uuid),
  outcome: nullable(smallint),
  detailMinor: nullable(minor),
  requestId: nullable(text),
  createdAt: instant,
})

/** Columns of a batch's compact responses; the responses stored here have a body. */
const COMPACT = ['resourceId', 'outcome', 'detailMinor'] as const

/** Prepares the insert of a response under a key that is locked. */
export const newResponse = keys.insert({ name: 'store-idempotency-key', except: COMPACT })

const newRefusal = keys.insert({
  name: 'store-idempotent-refusal',
  except: COMPACT,
  ending: 'on conflict do nothing',
})

/** Stores a rejection under its key, in a transaction of its own. Returns the stored response if the key has one already. */
export async function storeRefusal(
  db: Db,
  key: Key,
  answer: { status: number; body: string; requestId: string; wall: Date },
): Promise<KeyRow | undefined> {
  const { wall, ...response } = answer
  const stored = await writeAlone(db, newRefusal({ ...key, ...response, createdAt: wall }))
  return stored.rowCount === 1 ? undefined : readKey(db.pool, key)
}

const responses = keys.insertMany({ name: 'store-idempotency-keys', except: COMPACT })

/** Stores the responses of a set of commands under their keys, which are locked. */
export const responsesOfShared: Writer<Parameters<typeof newResponse>[0]> = {
  place: 0,
  write: async (tx, rows) => void (await tx.query(responses(rows))),
  raises: () => true,
}

/** Claims keys of an entity until the transaction ends, in one order for all transactions. Returns those that have a response. */
export async function claimKeys<K extends Pick<Key, 'clientId' | 'operation' | 'key'>>(
  tx: Tx,
  entityId: string,
  claimed: readonly K[],
): Promise<K[]> {
  if (claimed.length === 0) return []
  const sorted = claimed.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const { rows } = await tx.query<{ place: number }>({
    name: 'claim-idempotency-keys',
    text: 'select place from claim_idempotency_keys($1, $2, $3, $4) as place',
    values: [
      entityId,
      columnOf('uuid', sorted, ({ clientId }) => clientId),
      columnOf('text', sorted, ({ operation }) => operation),
      columnOf('text', sorted, ({ key }) => key),
    ],
  })
  return rows.map(({ place }) => sorted[place - 1]!)
}

const nameOf = ({ clientId, operation, key }: Pick<Key, 'clientId' | 'operation' | 'key'>): string =>
  `${clientId} ${operation} ${key}`

/**
 * Part of a statement that stores the responses of a set of commands under their keys.
 *
 * @param rows query with the columns entity_id, client_id, operation, key, request, status, body, request_id and created_at
 */
export const responsesOfSet = (rows: string): string =>
  `responses_written as (insert into idempotency_keys (entity_id, client_id, operation, key, request, status, body,
      request_id, created_at) ${rows})`
