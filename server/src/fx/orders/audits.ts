import type { AuditCheck } from '../../kernel/module.ts'

/** Rules between orders and the trades that fill them. */
export const orderAudits: readonly AuditCheck[] = [
  {
    name: 'an order and the trade that fills it name each other, with one rate',
    sql: `select coalesce(o.entity_id, t.entity_id), coalesce(o.order_id, t.order_id)::text,
        coalesce('trade ' || o.trade_id || ' at ' || o.filled_rate, 'not filled'),
        coalesce('trade ' || t.trade_id || ' at ' || t.rate, 'no trade')
      from (select * from fx_orders where trade_id is not null) o full join (select * from fx_trades where order_id is not null) t
        on t.entity_id = o.entity_id and t.order_id = o.order_id
      where t.trade_id is distinct from o.trade_id or t.rate is distinct from o.filled_rate`,
  },
]
