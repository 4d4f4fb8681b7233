import { createHash } from 'node:crypto'
import type { Queryable } from '../kernel/db/db.ts'
import { canonical } from '../kernel/text/canonical.ts'

/** Chain of an entity: `entity` is for its clients; `institution` holds the acts of operators and of screening. */
export type Chain = 'entity' | 'institution'

export interface ChainKey {
  entityId: string
  chain: Chain
}

/** Place of a record in the audit trail: an event by its sequence, or an act by its id. */
interface Place {
  /** Null while the record is not sealed. */
  position: bigint | null
  /** Hexadecimal; null while the record is not sealed. */
  digest: string | null
  sequence: bigint | null
  actId: string | null
}

/** One record of the audit trail. Its row may be missing, although it has a place: then `action` is null. */
export interface AuditRecord extends Place {
  action: string | null
  resourceType: string | null
  resourceId: string | null
  resourceVersion: number | null
  previousStatus: string | null
  /** Business time of an event. */
  at: Date | null
  /** Wall time. */
  recordedAt: Date | null
  /** Time of an event for lists by `updatedSince`. */
  storedAt: Date | null
  actorType: string | null
  actorId: string | null
  address: string | null
  operation: string | null
  requestId: string | null
  detail: Record<string, unknown> | null
}

/**
 * Returns the query of the records at some places, each found by its key.
 *
 * @param places query with the columns position, digest, sequence and act_id; parameter 1 is the entity
 */
export const recordsAt = (places: string): string => `
  select p.position, encode(p.digest, 'hex') as digest, p.sequence, p.act_id as "actId", coalesce(e.type, a.action) as action,
      coalesce(e.resource_type, a.resource_type) as "resourceType", coalesce(e.resource_id, a.resource_id) as "resourceId",
      e.resource_version as "resourceVersion", e.previous_status as "previousStatus", e.at,
      coalesce(e.wall_at, a.at) as "recordedAt", e.recorded_at as "storedAt", coalesce(e.actor_type, a.actor_type) as "actorType",
      coalesce(e.actor_id, a.actor_id) as "actorId", coalesce(e.address, a.address) as address,
      coalesce(e.operation, a.operation) as operation, coalesce(e.request_id, a.request_id) as "requestId",
      coalesce(e.detail, a.detail) as detail
    from (${places}) p
      left join lateral (select * from events where entity_id = $1 and sequence = p.sequence offset 0) e on true
      left join lateral (select * from audited_acts where entity_id = $1 and act_id = p.act_id offset 0) a on true`

/** Returns the query of the places in some blocks, without an order. */
export const placesIn = (blocks: string): string => `
  select b.first + i - 1 as position, substring(b.digests from (32 * (i - 1) + 1)::int for 32) as digest,
      b.first_event + i - 1 as sequence, null::uuid as act_id
    from ${blocks} b cross join lateral generate_series(1::bigint, b.events) i
  union all
  select b.first + b.events + i - 1, substring(b.digests from (32 * (b.events + i - 1) + 1)::int for 32), null, act_id
    from ${blocks} b cross join lateral unnest(b.act_ids) with ordinality u (act_id, i)`

/** Version of `canonicalText`. Another form gets another number, and old records keep theirs. */
const FORM = 1

/** Members of the text that a digest covers: all stored values of a record, its chain and the form. */
type Sealed = keyof ChainKey | Exclude<keyof AuditRecord, 'digest'> | 'form'

const MEMBERS = Object.keys({
  actId: true,
  action: true,
  actorId: true,
  actorType: true,
  address: true,
  at: true,
  chain: true,
  detail: true,
  entityId: true,
  form: true,
  operation: true,
  position: true,
  previousStatus: true,
  recordedAt: true,
  requestId: true,
  resourceId: true,
  resourceType: true,
  resourceVersion: true,
  sequence: true,
  storedAt: true,
} satisfies Record<Sealed, true>).sort() as Sealed[]

/**
 * Returns the text of a record that its digest covers: canonical JSON of every stored value, names sorted, without those
 * that are null.
 */
export function canonicalText(key: ChainKey, record: Omit<AuditRecord, 'digest'>): string {
  const { position, sequence, at, recordedAt, storedAt } = record
  const written: Partial<Record<Sealed, unknown>> = {
    form: FORM,
    position: String(position),
    sequence: sequence === null ? null : String(sequence),
    at: at?.toISOString(),
    recordedAt: recordedAt?.toISOString(),
    storedAt: storedAt?.toISOString(),
    chain: key.chain,
    entityId: key.entityId,
  }
  let text = ''
  for (const name of MEMBERS) {
    const value = name in written ? written[name] : record[name as keyof typeof record]
    if (value !== null && value !== undefined) text += `${text === '' ? '' : ','}"${name}":${canonical(value)}`
  }
  return `{${text}}`
}

/** Returns the digest of a record, in hexadecimal: SHA-256 of the bytes of the digest before it and of its text. */
export const digestOf = (before: string, text: string): string =>
  createHash('sha256').update(before, 'hex').update(text).digest('hex')

/** Returns the digest of the record at a position; '' before the first, undefined where the chain has none. */
export async function readDigest(db: Queryable, key: ChainKey, position: bigint): Promise<string | undefined> {
  if (position === 0n) return ''
  const { rows } = await db.query<{ digest: string }>({
    name: 'read-audit-digest',
    text: `select encode(substring(digests from (32 * ($3 - first) + 1)::int for 32), 'hex') as digest from (
        select first, digests from audit_blocks where entity_id = $1 and chain = $2 and first <= $3
          order by first desc limit 1) b
      where octet_length(digests) >= 32 * ($3 - first + 1)`,
    values: [key.entityId, key.chain, position],
  })
  return rows[0]?.digest
}
