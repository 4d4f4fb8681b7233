-- The keys of a set are claimed in one call (decision 107). It waits for running calls with the same keys, in the order of the arguments and as long as
-- lock_timeout allows, and returns the places of the keys that have a response. The second statement sees what was committed before the locks
-- were granted. Processes of the previous release claim each key by itself.
create function claim_idempotency_keys(p_entity_id uuid, p_client_ids uuid[], p_operations text[], p_keys text[])
  returns setof int language plpgsql volatile rows 1 set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_client_ids[n]::text || ' ' || p_operations[n] || ' ' || p_keys[n], 0))
    from generate_series(1, cardinality(p_keys)) n;
  return query select n from generate_series(1, cardinality(p_keys)) n cross join lateral (select from idempotency_keys k
    where k.entity_id = p_entity_id and k.client_id = p_client_ids[n] and k.operation = p_operations[n] and k.key = p_keys[n] limit 1) k;
end $$;

-- Its statement was planned for each call, which took longer than the lookup (decision 129).
alter function next_job(int, timestamptz, timestamptz, timestamptz, timestamptz) set plan_cache_mode = force_generic_plan;

-- Most payments need no approval. PostgreSQL evaluated the function first, for every instruction: only a case fixes the order (decision 128).
create or replace function check_instructions_approved() returns trigger language plpgsql volatile as $$
begin
  if exists (select from added i where case when (select p.approvals_required from payments p
        where p.entity_id = i.entity_id and p.payment_id = i.payment_id) > 0
      then not is_instruction_approved(i.entity_id, i.payment_id, i.body) else false end) then
    raise exception 'the instruction differs from the approved one' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return null;
end $$;
