import type { Queryable } from '../kernel/db/db.ts'

/** Records that no chain holds yet. */
interface AuditBacklog {
  records: number
  /** Age of the oldest; 0 without any. */
  oldestSeconds: number
}

/** Most acts that a count reads: a larger number no longer matters. */
const MOST_COUNTED = 50_000

/** Counts the committed records that are not sealed. @param wall time of the count */
export async function readAuditBacklog(db: Queryable, wall: Date): Promise<AuditBacklog> {
  const { rows } = await db.query<AuditBacklog>({
    name: 'read-audit-backlog', // audit_heads_pkey, events_pkey, audited_acts_pkey
    text: `with behind as (select b.entity_id, coalesce(h.events, 0) as sealed, b.event_sequence - coalesce(h.events, 0) as events
          from books b left join audit_heads h on h.entity_id = b.entity_id and h.chain = 'entity'
          where b.event_sequence > coalesce(h.events, 0)),
        acts as (select a.at from (select entity_id, act_id from unsealed_acts limit ${MOST_COUNTED}) u
          join audited_acts a on (a.entity_id, a.act_id) = (u.entity_id, u.act_id)),
        oldest as (select min(e.wall_at) as at from behind b
          join events e on e.entity_id = b.entity_id and e.sequence = b.sealed + 1
          union all select min(at) from acts)
      select ((select coalesce(sum(events), 0) from behind) + (select count(*) from acts))::float8 as records,
        coalesce((select greatest(0, extract(epoch from $1::timestamptz - min(at))) from oldest), 0)::float8 as "oldestSeconds"`,
    values: [wall],
  })
  return rows[0]!
}
