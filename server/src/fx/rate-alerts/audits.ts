import type { AuditCheck } from '../../kernel/module.ts'

/** Rules between rate alerts and the rows of other tables. */
export const rateAlertAudits: readonly AuditCheck[] = [
  {
    name: 'an active rate alert, and no other, has a level in the market or the job that follows from it',
    sql: `select coalesce(a.entity_id, w.entity_id), coalesce(a.rate_alert_id, w.resource_id)::text,
        case when a.rate_alert_id is null then 'none' else 'level or job' end, case when w.resource_id is null then 'none' else 'level or job' end
      from (select * from rate_alerts where status = 'Active') a full join (
        select entity_id, resource_id from rate_levels where kind = 'rateAlert.trigger'
        union all select entity_id, resource_id from due_work where kind = 'rateAlert.trigger') w
        on w.entity_id = a.entity_id and w.resource_id = a.rate_alert_id
      where a.rate_alert_id is null or w.resource_id is null`,
  },
]
