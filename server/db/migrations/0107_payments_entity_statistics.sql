-- PostgreSQL assumes that a client has the share of a table that its statistics show: nothing for a client that is new. A set of
-- its rows is then read by the entity alone, all its rows for each set. Without statistics of the entity every client is assumed to have
-- a two-hundredth of the table, and each of its indexes is used for what it is made for (decision 117).
do $$
declare
  name text;
begin
  foreach name in array array['payments', 'rail_instructions', 'rail_messages'] loop
    if current_setting('server_version_num')::int >= 180000 then
      execute format('alter table %I alter column entity_id set statistics 0', name);
      execute format('select pg_clear_attribute_stats(%L, %L, %L, false)', current_schema(), name, 'entity_id');
    -- Before version 18 only a superuser can delete statistics; old ones that nothing renews are worse than none.
    elsif not exists (select 1 from pg_stats where schemaname = current_schema() and tablename = name and attname = 'entity_id') then
      execute format('alter table %I alter column entity_id set statistics 0', name);
    end if;
  end loop;
end $$;
