-- After every tenth of growth PostgreSQL reads a sample of 30,000 rows of a table and sorts it by each of its columns. It used a sixth of its
-- time under payments for that. A plan needs statistics only of what is searched: columns in an index or a foreign key, and the few others
-- that a condition or a grouping may choose a plan by. The others of the tables that grow with each command keep none (decision 118). A column
-- that is added to such a table gets none either, in its migration, unless it is searched.
do $$
declare
  growing constant text[] := array['audit_blocks', 'audited_acts', 'book_crossings', 'event_images', 'events', 'fx_forward_quotes', 'fx_quotes',
    'fx_trades', 'holds', 'idempotency_keys', 'internal_transfers', 'journals', 'payment_batch_items', 'payment_history', 'payments', 'postings',
    'rail_instructions', 'rail_messages', 'webhook_deliveries'];
  searched constant text[] := array['events.type', 'fx_quotes.expires_at', 'fx_quotes.trade_id', 'fx_trades.buy_currency',
    'fx_trades.currency_pair', 'fx_trades.sell_currency', 'fx_trades.subtype', 'fx_trades.trade_date', 'postings.currency',
    'postings.journal_id', 'webhook_deliveries.reason'];
  name text;
  columns text;
begin
  foreach name in array growing loop
    select string_agg(format('alter column %I set statistics 0', a.attname), ', ') into columns
      from pg_attribute a where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped and name || '.' || a.attname <> all (searched)
        and not exists (select from pg_depend d left join pg_constraint c on d.classid = 'pg_constraint'::regclass and c.oid = d.objid
          where d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum
            and (d.classid = 'pg_class'::regclass or c.contype in ('p', 'u', 'f')));
    execute format('alter table %I %s', name, columns);
  end loop;
end $$;
