import type { AuditCheck } from '../../kernel/module.ts'

/** Rules between payments and the rows of other tables. */
export const paymentAudits: readonly AuditCheck[] = [
  {
    name: 'a payment has its account, in its currency',
    sql: `select p.entity_id, p.payment_id::text, concat_ws(' ', p.account_id, p.currency), coalesce(a.currency, 'no account')
      from payments p left join accounts a on a.entity_id = p.entity_id and a.account_id = p.account_id
      where a.currency is distinct from p.currency`,
  },
  {
    name: 'the history of a payment ends with its status',
    sql: `select coalesce(p.entity_id, h.entity_id), coalesce(p.payment_id, h.payment_id)::text, coalesce(h.status, 'a history'),
        coalesce(p.status, 'no payment')
      from payments p full join (
        select distinct on (entity_id, payment_id) entity_id, payment_id, status from payment_history
        order by entity_id, payment_id, version desc
      ) h on h.entity_id = p.entity_id and h.payment_id = p.payment_id
      where p.status is distinct from h.status`,
  },
  {
    name: 'a payment holds its amount and fee while it says so, and no other hold is open for it',
    sql: `select coalesce(p.entity_id, h.entity_id), coalesce(p.payment_id, h.related_id)::text,
        case when p.hold_id is null then 'no hold' else concat_ws(' ', p.account_id, p.currency, p.amount_minor + p.fee_minor) end,
        case when h.hold_id is null then 'no hold' else concat_ws(' ', h.account_id, h.currency, h.amount_minor) end
      from (select * from payments where hold_id is not null) p full join (
        select * from holds where released_at is null and related_type = 'payment'
      ) h on h.entity_id = p.entity_id and h.hold_id = p.hold_id
      where (h.account_id, h.currency, h.amount_minor, h.related_id)
        is distinct from (p.account_id, p.currency, p.amount_minor + p.fee_minor, p.payment_id)`,
  },
]
