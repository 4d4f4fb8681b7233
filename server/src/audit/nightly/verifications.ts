import type { Db, Queryable } from '../../kernel/db/db.ts'
import { writeAlone } from '../../kernel/db/waits/write-alone.ts'
import { date, instant, integer, json, minor, nullable, type Row, table, uuid } from '../../kernel/db/table.ts'
import type { Day } from '../../kernel/values/days.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { Chain } from '../record.ts'

/** First difference of a chain, as it is stored and logged. */
export interface StoredDifference {
  /** Wire id, or "house". */
  entityId: string
  chain: Chain
  kind: string
  position: string | null
  /** Wire id of the record that differs; null if the chain itself is incomplete. */
  auditRecordId: string | null
}

const verifications = table('audit_verifications', {
  entityId: uuid,
  day: date,
  startedAt: instant,
  /** Run that has the lease. */
  runId: nullable(uuid),
  leasedUntil: instant,
  finishedAt: nullable(instant),
  recordCount: minor,
  differenceCount: integer,
  differences: json<StoredDifference[]>(),
})

type VerificationRow = Row<typeof verifications>

/** Takes or extends the verification of a day under a lease. Returns true unless it is finished or another process has it. */
export async function leaseVerification(
  db: Pick<Db, 'pool' | 'epochs'>,
  { day, startedAt, runId, until, wall }: { day: Day; startedAt: Date; runId: string; until: Date; wall: Date },
): Promise<boolean> {
  const { rowCount } = await writeAlone(db, {
    name: 'lease-audit-verification',
    text: `insert into audit_verifications as v (entity_id, day, started_at, leased_until, run_id) values ($1, $2, $3, $4, $6)
      on conflict (entity_id, day) do update set started_at = excluded.started_at, leased_until = excluded.leased_until,
          run_id = excluded.run_id
        where v.finished_at is null and (v.run_id = excluded.run_id or v.leased_until < $5)`,
    values: [HOUSE_ENTITY_ID, day, startedAt, until, wall, runId],
  })
  return rowCount === 1
}

/** Stores the outcome of a verification. Returns false if another process has begun it anew, or the sandbox was reset. */
export async function finishVerification(
  db: Queryable,
  found: Pick<VerificationRow, 'day' | 'recordCount' | 'differences'> & { runId: string },
  wall: Date,
): Promise<boolean> {
  const { day, runId, recordCount, differences } = found
  const { rowCount } = await db.query({
    name: 'finish-audit-verification',
    text: `update audit_verifications set finished_at = $4, record_count = $5, difference_count = $6, differences = $7
      where entity_id = $1 and day = $2 and run_id = $3 and finished_at is null`,
    values: [HOUSE_ENTITY_ID, day, runId, wall, recordCount, differences.length, JSON.stringify(differences)],
  })
  return rowCount === 1
}

/** Returns the latest finished verification: for metrics. Its `differenceCount` is 0 if no record was changed or deleted. */
export async function latestVerification(db: Queryable): Promise<VerificationRow | undefined> {
  const { rows } = await db.query<VerificationRow>({
    name: 'latest-audit-verification', // audit_verifications_pkey
    text: `select ${verifications.list} from audit_verifications where entity_id = $1 and finished_at is not null
      order by day desc limit 1`,
    values: [HOUSE_ENTITY_ID],
  })
  return rows[0]
}
