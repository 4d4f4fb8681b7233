import type { AuditCheck } from '../../kernel/module.ts'

/** Instructions and reports are checked when they are added (decision 128), not when a backup is restored. */
export const railAudits: readonly AuditCheck[] = [
  {
    name: 'an instruction to a bank and a report of one have their payment',
    sql: `select r.entity_id, r.id, 'a payment', 'none' from (
        select entity_id, payment_id, 'instruction ' || payment_id as id from rail_instructions
        union all select entity_id, payment_id, 'report ' || message_id from rail_messages) r
      where not exists (select 1 from payments p where p.entity_id = r.entity_id and p.payment_id = r.payment_id)`,
  },
]
