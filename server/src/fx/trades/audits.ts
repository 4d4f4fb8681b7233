import type { AuditCheck } from '../../kernel/module.ts'

/** Rules between deals and the rows of other tables. */
export const tradeAudits: readonly AuditCheck[] = [
  {
    name: 'a deal has the accounts that it names',
    sql: `select t.entity_id, t.trade_id::text, 'account ' || named.account_id, 'none'
      from fx_trades t cross join lateral (values (t.buy_account_id), (t.sell_account_id)) named (account_id)
      where named.account_id is not null and not exists (
        select 1 from ledger_accounts a where a.entity_id = t.entity_id and a.account_id = named.account_id)`,
  },
  {
    name: 'a deal and the quote that it was booked from name each other',
    sql: `select coalesce(t.entity_id, q.entity_id), coalesce(t.trade_id, q.trade_id)::text, 'quote ' || coalesce(t.quote_id, q.quote_id),
        case when q.trade_id is null then 'not booked' when t.trade_id is null then 'no deal' else 'deal ' || q.trade_id end
      from (select * from fx_trades where quote_id is not null) t full join (select * from fx_quotes where trade_id is not null) q
        on q.entity_id = t.entity_id and q.quote_id = t.quote_id
      where t.trade_id is distinct from q.trade_id`,
  },
]
