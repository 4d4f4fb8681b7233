-- Drops the posting functions without the origin of a change, which 0070 left for servers of the release before it.
do $$
declare
  v_function oid;
begin
  for v_function in
    select oid from pg_proc
      where proname in ('ledger_post', 'ledger_post_foreseen') and pronamespace = current_schema()::regnamespace
        and not 'c_called' = any (proargnames)
  loop
    execute 'drop function ' || v_function::regprocedure;
  end loop;
end $$;
