import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { type Row, decimal, instant, integer, nullable, oneOf, table, text, uuid } from '../../kernel/db/table.ts'
import { acrossEntities } from '../../kernel/http/paging.ts'
import type { LevelDirection } from '../rate-watch/index.ts'
import type { RateAlertStatus } from './schema.ts'

const rateAlerts = table('rate_alerts', {
  entityId: uuid,
  rateAlertId: uuid,
  clientId: uuid,
  status: oneOf<RateAlertStatus>(),
  version: integer,
  currencyPair: text,
  rate: decimal,
  direction: oneOf<LevelDirection>(),
  note: nullable(text),
  clientReference: nullable(text),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant,
  triggeredAt: nullable(instant),
  triggeredRate: nullable(decimal),
  source: nullable(text),
})

/** A rate alert as stored. Rates are decimal text. */
export type RateAlertRow = Row<typeof rateAlerts>

const insertStatement = rateAlerts.insert({ name: 'insert-rate-alert' })

/** Stores a new rate alert. */
export async function insertRateAlert(tx: Tx, alert: RateAlertRow): Promise<void> {
  await tx.query(insertStatement(alert))
}

export async function findRateAlert(
  db: Queryable,
  entityId: string,
  rateAlertId: string,
): Promise<RateAlertRow | undefined> {
  const { rows } = await db.query<RateAlertRow>({
    name: 'find-rate-alert',
    text: `select ${rateAlerts.list} from rate_alerts where entity_id = $1 and rate_alert_id = $2`,
    values: [entityId, rateAlertId],
  })
  return rows[0]
}

/** Returns the alert, locked until the transaction ends. Lock it before its level. */
export async function lockRateAlert(tx: Tx, entityId: string, rateAlertId: string): Promise<RateAlertRow | undefined> {
  const { rows } = await tx.query<RateAlertRow>({
    name: 'lock-rate-alert',
    text: `select ${rateAlerts.list} from rate_alerts where entity_id = $1 and rate_alert_id = $2 for no key update`,
    values: [entityId, rateAlertId],
  })
  return rows[0]
}

const updateStatement = rateAlerts.update({
  name: 'end-rate-alert',
  key: ['entityId', 'rateAlertId'],
  set: ['status', 'updatedAt', 'triggeredAt', 'triggeredRate', 'source'],
  also: 'version = version + 1',
  ending: `returning ${rateAlerts.list}`,
})

/** End of an alert: its last state, and the rate of one that was triggered. */
export type AlertEnd = Pick<RateAlertRow, 'status' | 'updatedAt'> &
  Partial<Pick<RateAlertRow, 'triggeredAt' | 'triggeredRate' | 'source'>>

/** Ends an alert that is locked. */
export async function endRateAlert(tx: Tx, alert: RateAlertRow, end: AlertEnd): Promise<RateAlertRow> {
  const { rows } = await tx.query<RateAlertRow>(updateStatement({ ...alert, ...end }))
  return rows[0]!
}

/** Serialises the creation of an entity's alerts until the transaction ends, so that they are counted. */
export const lockCreation = (tx: Tx, entityId: string) =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('rate_alerts ' || $1, 0))`, [entityId])

/** Returns the number of an entity's alerts that are active at an instant, and the alert with a reference. */
export async function readCreation(
  tx: Tx,
  { entityId, clientReference, at }: { entityId: string; clientReference: string | undefined; at: Date },
): Promise<{ active: number; existingId: string | null }> {
  const { rows } = await tx.query<{ active: number; existingId: string | null }>({
    name: 'read-rate-alert-creation', // rate_alerts_by_status and rate_alerts_client_reference
    text: `select (select count(*)::int from rate_alerts where entity_id = $1 and status = 'Active' and expires_at > $3) as active,
      (select rate_alert_id from rate_alerts where entity_id = $1 and client_reference = $2) as "existingId"`,
    values: [entityId, clientReference, at],
  })
  return rows[0]!
}

interface RateAlertListFilter {
  entityIds: readonly string[]
  at: Date
  status: RateAlertStatus
  currencyPair: string | undefined
  limit: number
  after: readonly string[] | undefined
}

/** Lists alerts of a status at an instant, newest first, and one more than `limit`. */
export async function listRateAlerts(db: Queryable, filter: RateAlertListFilter): Promise<RateAlertRow[]> {
  const { rows } = await db.query<RateAlertRow>({
    name: 'list-rate-alerts', // rate_alerts_by_status
    text: acrossEntities(
      `select ${rateAlerts.list} from rate_alerts
      where entity_id = member.entity_id and status in ($3, case $3 when 'Expired' then 'Active' else $3 end)
        and $3 = case when status = 'Active' and expires_at <= $2 then 'Expired' else status end
        and ($4::text is null or currency_pair = $4)
        and ($5::uuid is null or rate_alert_id < $5)
      order by rate_alert_id desc limit $6`,
      '"rateAlertId" desc',
      '$6',
    ),
    values: [filter.entityIds, filter.at, filter.status, filter.currencyPair, filter.after?.[0], filter.limit + 1],
  })
  return rows
}
