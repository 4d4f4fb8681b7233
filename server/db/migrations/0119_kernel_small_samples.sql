-- The tables that grow with each command had samples of 30,000 rows, which PostgreSQL took again after every tenth of growth: 7 percent of all
-- processor time under payments. A sample of 3,000 rows decides the plans of these tables as well (decision 130). Others keep larger samples, because
-- their plans choose an index by the client. So do tables that could not drop statistics of the client (migration 0107). Columns without
-- statistics stay so.
do $$
declare
  growing constant text[] := array['event_images', 'events', 'fx_forward_quotes', 'fx_quotes', 'idempotency_keys', 'internal_transfers', 'journals',
    'payment_history', 'payments', 'postings', 'rail_instructions', 'rail_messages'];
  each record;
begin
  for each in
    select c.relname as name, c.relkind, string_agg(case when c.relkind = 'i' then format('alter column %s set statistics 10', a.attnum)
        else format('alter column %I set statistics 10', a.attname) end, ', ') as columns
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and coalesce(a.attstattarget, -1) <> 0
        left join pg_index i on i.indexrelid = c.oid
      where not (a.attname = 'entity_id' and c.relname in ('payments', 'rail_instructions', 'rail_messages'))
        and (c.oid = any (growing::regclass[]) or i.indrelid = any (growing::regclass[]) and i.indkey[a.attnum - 1] = 0)
      group by c.relname, c.relkind
  loop
    execute format('alter %s %I %s', case when each.relkind = 'i' then 'index' else 'table' end, each.name, each.columns);
  end loop;
end $$;
