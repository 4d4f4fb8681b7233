-- Posting functions that also store where a change came from: the former ones with two more parameters after c_actor_id, the
-- client's address and the operation that was called. The former ones remain for servers of the release before.
do $$
declare
  v_name text;
  v_text text;
begin
  foreach v_name in array array['ledger_post', 'ledger_post_foreseen'] loop
    v_text := pg_get_functiondef(v_name::regproc);
    v_text := replace(v_text, 'c_actor_id uuid[], ', 'c_actor_id uuid[], c_address text[], c_called text[], ');
    v_text := replace(v_text, 'actor_type, actor_id, request_id)', 'actor_type, actor_id, request_id, address, operation)');
    v_text := replace(v_text, 'c_actor_id[g], c_request_id[g]', 'c_actor_id[g], c_request_id[g], c_address[g], c_called[g]');
    if v_text !~ 'c_called text' or v_text !~ 'address, operation' or v_text !~ 'c_called\[g\]' then
      raise exception 'the text of % is not as expected', v_name;
    end if;
    execute v_text;
  end loop;
end $$;
