-- What pgbench calls: one transfer in one call, as a database without batching would do it, with the same rows that the
-- service writes: idempotency record, journal, two postings, transfer and event (the audit row).
create or replace function bench_transfer(p_entity uuid, p_client uuid, p_debit uuid, p_credit uuid, p_amount bigint)
returns smallint language plpgsql as $$
declare
  v_key text := gen_random_uuid();
  v_id uuid := gen_random_uuid();
  v_at timestamptz := clock_timestamp();
  v_day date;
  d_seq bigint; c_seq bigint; d_after bigint; c_after bigint; v_sequence bigint;
begin
  perform 1 from idempotency_keys
    where entity_id = p_entity and client_id = p_client and operation = 'bench' and key = v_key;
  if found then return 10; end if;
  select greatest(v_at, max(last_posted_at)) into v_at from (
    select last_posted_at from balances where entity_id = p_entity and account_id in (p_debit, p_credit)
    order by account_id for no key update) locked;
  v_day := (v_at at time zone 'UTC')::date; -- the sandbox's clock may be ahead
  update balances set balance_minor = balance_minor - p_amount, seq = seq + 1, last_posted_at = v_at, last_day = v_day
    where entity_id = p_entity and account_id = p_debit and not blocked and balance_minor - held_minor - p_amount >= floor_minor
    returning seq, balance_minor into d_seq, d_after;
  if not found then return 1; end if;
  update balances set balance_minor = balance_minor + p_amount, seq = seq + 1, last_posted_at = v_at, last_day = v_day
    where entity_id = p_entity and account_id = p_credit returning seq, balance_minor into c_seq, c_after;
  insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id)
    values (p_entity, v_id, 'internalTransfer', v_day, v_at, 'internalTransfer', v_id);
  insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at, value_date, currency, type, related_type)
    values (p_entity, p_debit, d_seq, v_id, -p_amount, d_after, v_id, v_at, v_day, 'EUR', 'InternalTransfer', 'internalTransfer'),
           (p_entity, p_credit, c_seq, v_id, p_amount, c_after, v_id, v_at, v_day, 'EUR', 'InternalTransfer', 'internalTransfer');
  insert into internal_transfers (entity_id, internal_transfer_id, debit_account_id, credit_account_id, amount_minor, debit_sequence, credit_sequence, created_at, currency)
    values (p_entity, v_id, p_debit, p_credit, p_amount, d_seq, c_seq, v_at, 'EUR');
  insert into idempotency_keys (entity_id, client_id, operation, key, request, status, resource_id, outcome, created_at)
    values (p_entity, p_client, 'bench', v_key, '[{},{},{"amount":"1.00"}]', 201, v_id, 0, v_at);
  update books set event_sequence = event_sequence + 1 where entity_id = p_entity returning event_sequence into v_sequence;
  insert into events (entity_id, sequence, type, resource_type, resource_id, at, wall_at, actor_type, actor_id, request_id)
    values (p_entity, v_sequence, 'internalTransfer.completed', 'internalTransfer', v_id, v_at, v_at, 'client', p_client, v_key);
  return 0;
end $$;

create table if not exists bench_pairs (n int primary key, entity uuid, client uuid, debit uuid, credit uuid);
create table if not exists bench_hot_pairs (like bench_pairs including all);
