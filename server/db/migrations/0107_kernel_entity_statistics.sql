-- PostgreSQL assumes that a client has the share of a table that its statistics show: nothing for a client that is new. A set of
-- its rows is then read by the entity alone, all its rows for each set. Without statistics of the entity every client is assumed to have
-- a two-hundredth of the table, and each of its indexes is used for what it is made for (decision 117).
do $$
declare
  t record;
begin
  for t in
    select c.oid::regclass as name, c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'entity_id'
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and (select count(*) from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum) > 1
  loop
    if current_setting('server_version_num')::int >= 180000 then
      execute format('alter table %s alter column entity_id set statistics 0', t.name);
      execute format('select pg_clear_attribute_stats(%L, %L, %L, false)', current_schema(), t.relname, 'entity_id');
    -- Before version 18 only a superuser can delete statistics; old ones that nothing renews are worse than none.
    elsif not exists (select 1 from pg_stats where schemaname = current_schema() and tablename = t.relname and attname = 'entity_id') then
      execute format('alter table %s alter column entity_id set statistics 0', t.name);
    end if;
  end loop;
end $$;
