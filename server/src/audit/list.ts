import type { Queryable } from '../kernel/db/db.ts'
import { type AuditRecord, type ChainKey, placesIn, recordsAt } from './record.ts'

export interface AuditFilters {
  /** Earliest and latest wall time. */
  from?: Date
  to?: Date
  operation?: string
  action?: string
  resourceId?: string
  requestId?: string
}

/**
 * End of a page: before the position of a sealed record, before the sequence of an event that is not sealed, or before an act that is
 * not sealed; its events follow.
 */
export type AuditCursor =
  | readonly [kind: 'sealed' | 'unsealed', before: bigint]
  | readonly [kind: 'acts', before: string]

interface AuditPage {
  records: AuditRecord[]
  next: AuditCursor | undefined
}

/** Blocks and records that one page examines at most, so that a filter for a rare value costs no more than another. */
const MOST_BLOCKS = 200
const MOST_RECORDS = 2000
const LAST = 9_000_000_000_000_000_000n
/** Wall time by which a record may be committed after later ones. */
const LATE_MS = 600_000

/**
 * Reads a page of a chain, newest first: records that are not sealed yet, then those of the chain by descending position.
 * A filtered page may have fewer records than `limit`, although more follow.
 */
export async function listRecords(
  db: Queryable,
  key: ChainKey,
  filters: AuditFilters,
  { limit, after }: { limit: number; after: AuditCursor | undefined },
): Promise<AuditPage> {
  if (after?.[0] === 'sealed') return listSealed(db, key, filters, { limit, before: after[1] })
  const waiting = await listUnsealed(db, key, filters, { limit, after })
  const room = limit - waiting.records.length
  if (waiting.next || room === 0) return { records: waiting.records, next: waiting.next ?? ['sealed', LAST] }
  const sealed = await listSealed(db, key, filters, { limit: room, before: LAST })
  const isNew = (
    { sequence, actId }: AuditRecord, // one may have been sealed between the two queries
  ) => !waiting.records.some((shown) => shown.sequence === sequence && shown.actId === actId)
  return { records: [...waiting.records, ...sealed.records.filter(isNew)], next: sealed.next }
}

const CONDITION = `($5::timestamptz is null or r."recordedAt" >= $5) and ($6::timestamptz is null or r."recordedAt" <= $6)
  and ($7::text is null or r.operation = $7) and ($8::text is null or r.action = $8)
  and ($9::uuid is null or r."resourceId" = $9) and ($10::text is null or r."requestId" = $10)`
const conditionsOf = ({ from, to, operation, action, resourceId, requestId }: AuditFilters) =>
  [from, to, operation, action, resourceId, requestId].map((value) => value ?? null)

/** Reads at most `limit` records that are not sealed: the acts first, newest first, then events by descending sequence. */
async function listUnsealed(
  db: Queryable,
  { entityId, chain }: ChainKey,
  filters: AuditFilters,
  { limit, after }: { limit: number; after: AuditCursor | undefined },
): Promise<AuditPage> {
  const before = after?.[0] === 'unsealed' ? after[1] : null
  const beforeAct = after?.[0] === 'acts' ? after[1] : null
  const { rows } = await db.query<AuditRecord & { isShown: boolean }>({
    name: 'list-unsealed-records',
    text: `select r.*, r.action is not null and ${CONDITION} as "isShown" from (${recordsAt(`
      (select null::bigint as position, null::bytea as digest, null::bigint as sequence, u.act_id from unsealed_acts u
        where u.entity_id = $1 and u.chain = $2 and $3::bigint is null and ($11::uuid is null or u.act_id < $11)
        order by u.act_id desc limit $4)
      union all
      (select null, null, e.sequence, null from events e
        where e.entity_id = $1 and $2 = 'entity' and e.sequence < coalesce($3, ${LAST}) and e.sequence > coalesce((
          select h.events from audit_heads h where h.entity_id = $1 and h.chain = $2), 0)
        order by e.sequence desc limit $4)`)}) r
      order by r.sequence desc nulls first, r."actId" desc limit $4`,
    values: [entityId, chain, before, limit, ...conditionsOf(filters), beforeAct],
  })
  const records = rows.filter(({ isShown }) => isShown).map(({ isShown: _isShown, ...record }) => record)
  const last = rows.at(-1)
  if (!last || rows.length < limit) return { records, next: undefined }
  return { records, next: last.sequence === null ? ['acts', last.actId!] : ['unsealed', last.sequence] }
}

/** Reads at most `limit` records of a chain before a position. */
async function listSealed(
  db: Queryable,
  { entityId, chain }: ChainKey,
  filters: AuditFilters,
  { limit, before }: { limit: number; before: bigint },
): Promise<AuditPage> {
  const { to } = filters
  const { rows } = await db.query<{ lowest: bigint | null; isOlder: boolean } & (AuditRecord | { position: null })>({
    name: 'list-sealed-records',
    text: `with start as (select least($3::bigint, (select b.first from audit_blocks b where b.entity_id = $1 and b.chain = $2
          and b.oldest_at > $11 order by b.oldest_at limit 1)) as before),
        blocks as materialized (select * from (
          select b.*, sum(b.events + cardinality(b.act_ids)) over (order by b.first desc) - b.events - cardinality(b.act_ids) as newer
            from (select * from audit_blocks where entity_id = $1 and chain = $2 and first < (select before from start)
              order by first desc limit ${MOST_BLOCKS}) b) b where newer < ${MOST_RECORDS})
      select l.lowest, coalesce(l.sealed_at < $5, false) as "isOlder", r.* from (
          select min(first) as lowest, min(sealed_at) as sealed_at from blocks) l
        left join lateral (select * from (${recordsAt(placesIn('blocks'))}) r
          where r.position < $3 and r.action is not null and ${CONDITION} order by r.position desc limit $4) r on true
      order by r.position desc`,
    values: [entityId, chain, before, limit, ...conditionsOf(filters), to ? new Date(to.getTime() + LATE_MS) : null],
  })
  const records = rows.filter((row): row is (typeof rows)[number] & AuditRecord => row.position !== null)
  const lowest = rows[0]?.lowest ?? 1n
  const shown = records.map(({ lowest: _lowest, isOlder: _isOlder, ...record }) => record)
  if (records.length === limit) return { records: shown, next: endAt(records.at(-1)!.position!) }
  return { records: shown, next: rows[0]?.isOlder ? undefined : endAt(lowest) }
}

/** Returns the end of a page; undefined before the first position. */
const endAt = (position: bigint): AuditCursor | undefined => (position > 1n ? ['sealed', position] : undefined)
