import { recordAudit } from '../events/index.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import type { ChainKey } from './record.ts'

/** End of a chain that was verified. */
export interface Head extends ChainKey {
  position: bigint
  /** Hexadecimal. */
  digest: string
}

/** Action of the record in the institution's chain that has the digest of all noted heads. */
const NOTED = 'auditTrail.noted'

/** SQL of the digest of all noted heads, in hexadecimal; without rows, that of an empty text. Parameter 1 is the house. */
const DIGEST_OF_ALL = `(select encode(sha256(convert_to(coalesce(string_agg(chain_entity_id || ' ' || chain || ' ' || records || ' '
    || encode(digest, 'hex'), E'\\n' order by chain_entity_id, chain), ''), 'UTF8')), 'hex')
  from audit_noted_heads where entity_id = $1)`

/**
 * Notes the heads of intact chains, and records the digest of all noted ones in the institution's chain. A chain with a difference keeps its
 * earlier note, so that each later verification finds the difference again.
 */
export async function noteHeads(tx: Tx, heads: readonly Head[], wall: Date): Promise<void> {
  const sealed = heads.filter(({ position }) => position > 0n)
  if (sealed.length === 0) return
  await tx.query({
    name: 'note-audit-heads',
    text: `insert into audit_noted_heads as n (entity_id, chain_entity_id, chain, records, digest, noted_at)
      select $1, h.entity_id, h.chain, h.records, decode(h.digest, 'hex'), $6
        from unnest($2::uuid[], $3::text[], $4::bigint[], $5::text[]) h (entity_id, chain, records, digest)
      on conflict (entity_id, chain_entity_id, chain) do update set records = excluded.records, digest = excluded.digest,
          noted_at = excluded.noted_at`,
    values: [
      HOUSE_ENTITY_ID,
      sealed.map(({ entityId }) => entityId),
      sealed.map(({ chain }) => chain),
      sealed.map(({ position }) => position),
      sealed.map(({ digest }) => digest),
      wall,
    ],
  })
  const { rows } = await tx.query<{ digest: string }>(`select ${DIGEST_OF_ALL} as digest`, [HOUSE_ENTITY_ID])
  await recordAudit(
    tx,
    { actor: { type: 'system' }, at: wall, wall },
    {
      entityId: HOUSE_ENTITY_ID,
      action: NOTED,
      resourceType: 'auditTrail',
      resourceId: HOUSE_ENTITY_ID,
      detail: { digest: rows[0]!.digest, chains: sealed.length },
    },
  )
}

/** Returns true if the noted heads are those whose digest the institution's chain has, or if there are neither. */
export async function areNotesIntact(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ isIntact: boolean }>({
    name: 'compare-noted-audit-heads', // audited_acts_pkey
    text: `select ${DIGEST_OF_ALL} = coalesce((select detail ->> 'digest' from audited_acts
        where entity_id = $1 and action = $2 order by act_id desc limit 1), encode(sha256(''), 'hex')) as "isIntact"`,
    values: [HOUSE_ENTITY_ID, NOTED],
  })
  return rows[0]!.isIntact
}

/** Returns the noted position at which a chain no longer has the noted digest. */
export async function replacedHead(db: Queryable, { entityId, chain }: ChainKey): Promise<bigint | undefined> {
  const { rows } = await db.query<{ position: bigint }>({
    name: 'find-replaced-audit-head', // one statement, so that a reader sees the note and the chain of one moment
    text: `select n.records as position from audit_noted_heads n
      where n.entity_id = $1 and n.chain_entity_id = $2 and n.chain = $3
        and n.digest is distinct from (select substring(b.digests from (32 * (n.records - b.first) + 1)::int for 32)
          from audit_blocks b where b.entity_id = $2 and b.chain = $3 and b.first <= n.records order by b.first desc limit 1)`,
    values: [HOUSE_ENTITY_ID, entityId, chain],
  })
  return rows[0]?.position
}
