import type { AuditCheck } from '../kernel/module.ts'

/** Rules between internal transfers and the rows of other tables. */
export const internalTransferAudits: readonly AuditCheck[] = [
  {
    name: 'an internal transfer that waits for approval holds its amount, and no other hold is open for one',
    sql: `select coalesce(o.entity_id, h.entity_id), coalesce(o.internal_transfer_id, h.related_id)::text,
        case when o.hold_id is null then 'no hold' else concat_ws(' ', o.debit_account_id, o.currency, o.amount_minor) end,
        case when h.hold_id is null then 'no hold' else concat_ws(' ', h.account_id, h.currency, h.amount_minor) end
      from (select * from internal_transfer_orders where hold_id is not null) o full join (
        select * from holds where released_at is null and related_type = 'internalTransfer'
      ) h on h.entity_id = o.entity_id and h.hold_id = o.hold_id
      where (h.account_id, h.currency, h.amount_minor, h.related_id)
        is distinct from (o.debit_account_id, o.currency, o.amount_minor, o.internal_transfer_id)`,
  },
]
