import type { Queryable } from '../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import {
  type AuditRecord,
  canonicalText,
  type Chain,
  type ChainKey,
  digestOf,
  placesIn,
  readDigest,
  recordsAt,
} from './record.ts'
import { replacedHead } from './noted.ts'

/** First record of a chain that is not as it was sealed. */
interface Difference {
  /** Position in the chain; null for a record that no chain holds. */
  position: bigint | null
  /** `Changed`: a value differs. `Missing`: its row is gone. `Broken`: blocks are missing or replaced. `Unchained`: no chain holds the act. */
  kind: 'Changed' | 'Missing' | 'Broken' | 'Unchained'
  /** Sequence of the event, or null. */
  sequence: bigint | null
  /** Id of the act, or null. */
  actId: string | null
}

export interface Verified {
  /** Position of the last record that was compared. */
  position: bigint
  /** Digest of that record. */
  digest: string
  difference: Difference | undefined
  /** True if the chain has more records. */
  hasMore: boolean
}

/** Blocks that are read at once. */
const BLOCKS = 2

/**
 * Compares the records of a chain with their digests, in their order, until the first difference.
 *
 * @param after position after which it starts; the digest there is taken as given
 * @param most records after which it ends; a few more are compared
 */
export async function verifyChain(db: Queryable, key: ChainKey, after: bigint, most = Infinity): Promise<Verified> {
  let digest = await readDigest(db, key, after)
  let position = after
  if (digest === undefined) return { position, digest: '', difference: broken(after), hasMore: false }
  while (position - after < most) {
    const records = await readBlocks(db, key, position)
    if (records.length === 0) return atEnd(db, key, { position, digest })
    for (const record of records) {
      const difference = differenceOf(key, { position, digest }, record)
      if (difference) return { position, digest, difference, hasMore: false }
      position = record.position!
      digest = record.digest!
    }
  }
  return { position, digest, difference: undefined, hasMore: true }
}

const broken = (position: bigint): Difference => ({ position, kind: 'Broken', sequence: null, actId: null })

function differenceOf(
  key: ChainKey,
  before: { position: bigint; digest: string },
  record: AuditRecord,
): Difference | undefined {
  const { position, sequence, actId } = record
  if (position !== before.position + 1n) return broken(before.position + 1n)
  if (record.action === null) return { position, kind: 'Missing', sequence, actId }
  const isSame = record.digest === digestOf(before.digest, canonicalText(key, withoutDigest(record)))
  return isSame ? undefined : { position, kind: 'Changed', sequence, actId }
}

export const withoutDigest = ({ digest: _digest, ...record }: AuditRecord): Omit<AuditRecord, 'digest'> => record

/** Reads the records of the next blocks after a position, in their order. */
async function readBlocks(db: Queryable, { entityId, chain }: ChainKey, after: bigint): Promise<AuditRecord[]> {
  const { rows } = await db.query<AuditRecord>({
    name: 'read-audit-blocks',
    text: `with start as (select coalesce((select max(first) from audit_blocks
          where entity_id = $1 and chain = $2 and first <= $3 + 1), $3 + 1) as first),
        blocks as materialized (select b.* from audit_blocks b
          where b.entity_id = $1 and b.chain = $2 and b.first >= (select first from start) order by b.first limit $4)
      select * from (${recordsAt(placesIn('blocks'))}) r where position > $3 order by position`,
    values: [entityId, chain, after, BLOCKS],
  })
  return rows
}

/** Compares the end of a chain with its head and with its noted head, and its acts with those that exist. */
async function atEnd(
  db: Queryable,
  key: ChainKey,
  { position, digest }: { position: bigint; digest: string },
): Promise<Verified> {
  const { entityId, chain } = key
  const { rows } = await db.query<{ records: bigint; digest: string }>({
    name: 'read-audit-head',
    text: `select records, encode(digest, 'hex') as digest from audit_heads where entity_id = $1 and chain = $2`,
    values: [entityId, chain],
  })
  const head = rows[0] ?? { records: 0n, digest: '' }
  if (head.records > position)
    return { position, digest, difference: undefined, hasMore: true, ...(await lost(db, key, position)) }
  if (head.records < position || head.digest !== digest)
    return { position, digest, difference: broken(position), hasMore: false }
  const replaced = await replacedHead(db, key)
  const difference = replaced === undefined ? await findUnchained(db, entityId, chain) : broken(replaced)
  return { position, digest, difference, hasMore: false }
}

/** Returns a difference unless the records behind a position were sealed meanwhile. */
async function lost(db: Queryable, key: ChainKey, position: bigint): Promise<Partial<Verified>> {
  const isThere = (await readBlocks(db, key, position)).length > 0
  return isThere ? {} : { difference: broken(position + 1n), hasMore: false }
}

/** Returns an act that exists, but neither in the chain nor among those that wait to be sealed. */
async function findUnchained(db: Queryable, entityId: string, chain: Chain): Promise<Difference | undefined> {
  const { rows } = await db.query<{ actId: string }>({
    name: 'find-unchained-act',
    text: `select a.act_id as "actId" from audited_acts a
      where a.entity_id = $1 and audit_chain_of(a.entity_id, a.actor_type, a.resource_type) = $2
        and not exists (select from unsealed_acts u where u.entity_id = a.entity_id and u.act_id = a.act_id)
        and a.act_id not in (select unnest(b.act_ids) from audit_blocks b where b.entity_id = $1 and b.chain = $2)
      order by a.act_id limit 1`,
    values: [entityId, chain],
  })
  return rows[0] && { position: null, kind: 'Unchained', sequence: null, actId: rows[0].actId }
}

/** Returns the chains of all entities, or of one. A noted chain is among them although it was deleted. */
export async function listChains(db: Queryable, entityId: string | undefined): Promise<ChainKey[]> {
  const { rows } = await db.query<ChainKey>({
    name: 'list-audit-chains',
    text: `select entity_id as "entityId", chain from audit_heads where $1::uuid is null or entity_id = $1
      union select chain_entity_id, chain from audit_noted_heads
        where entity_id = $2 and ($1::uuid is null or chain_entity_id = $1) order by 1, 2`,
    values: [entityId ?? null, HOUSE_ENTITY_ID],
  })
  return rows
}
