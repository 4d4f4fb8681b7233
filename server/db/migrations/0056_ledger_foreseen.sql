-- Posts a batch whose outcome the caller has worked out already, from the balances as it saw them last: every command of it
-- is posted. Nothing is locked beforehand, probed or decided here, which is most of ledger_post's work; instead every balance
-- must be what the caller took it for, or nothing at all happens and the caller asks ledger_post. Parameters as there, and:
--   e_events  events of each entity     a_seq, a_balance  as foreseen, before the batch     a_postings, a_change  what the batch adds
--   a_lowest  lowest balance after any command that takes from the account, null if none does: what is held and the floor must allow it
--   c_event_no  number of a command's event within its entity, from 1; 0: none     l_seq, l_after  as foreseen
-- p_refused: per command the resource that stands in its way; any makes the batch fail.
-- The rows are written in the order of the arrays, as ledger_post locks them, which is that of their primary key, and before
-- anything is inserted: writers that meet wait for each other here and nowhere else.

-- 1 to n. Declared to be a single row, so that no plan made while tables are small walks all of their rows when they have
-- grown: generate_series is taken for a thousand.
create function ledger_places(n int) returns setof int language plpgsql rows 1 as $$
begin
  return query select generate_series(1, n);
end $$;

create function ledger_post_foreseen(
  p_at timestamptz, p_wall timestamptz, e_id uuid[], e_events int[],
  a_entity int[], a_id uuid[], a_seq bigint[], a_balance bigint[], a_lowest bigint[], a_postings int[], a_change bigint[],
  c_id uuid[], c_entity int[], c_kind text[], c_value_date date[], c_source_type text[], c_source_id uuid[],
  c_type text[], c_description text[], c_reference text[], c_end_to_end_id text[], c_detail text[],
  c_client uuid[], c_operation text[], c_key text[], c_request text[], c_request_id text[],
  c_event text[], c_previous_status text[], c_actor_type text[], c_actor_id uuid[], c_event_no int[],
  l_command int[], l_account int[], l_currency text[], l_amount bigint[], l_type text[], l_description text[],
  l_counterparty_name text[], l_counterparty_account text[], l_detail text[], l_seq bigint[], l_after bigint[],
  p_refused uuid[]
) returns void language plpgsql as $$
declare
  n int := cardinality(c_id);
  v_day date := (p_at at time zone 'UTC')::date;
  e_base bigint[];
  k int;
begin
  update balances b set balance_minor = a_balance[g] + a_change[g], seq = a_seq[g] + a_postings[g], last_posted_at = p_at, last_day = v_day
    from ledger_places(cardinality(a_id)) g
    where b.entity_id = e_id[a_entity[g]] and b.account_id = a_id[g] and b.seq = a_seq[g] and b.balance_minor = a_balance[g]
      and (b.floor_minor is null or a_lowest[g] is null or a_lowest[g] - b.held_minor >= b.floor_minor)
      and not b.blocked and (b.seq = 0 or b.last_day = v_day and b.last_posted_at <= p_at);
  get diagnostics k = row_count;
  if k <> cardinality(a_id) or array_remove(p_refused, null) <> '{}' then
    raise exception 'the balances are not as foreseen' using errcode = 'serialization_failure';
  end if;
  insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id)
    select e_id[c_entity[g]], c_id[g], c_kind[g], c_value_date[g], p_at, c_source_type[g], c_source_id[g] from generate_series(1, n) g;
  insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at, value_date,
      currency, type, related_type, description, reference, end_to_end_id, counterparty_name, counterparty_account, detail)
    select e_id[c_entity[c]], a_id[l_account[j]], l_seq[j], c_id[c], l_amount[j], l_after[j], c_source_id[c], p_at, c_value_date[c],
      l_currency[j], coalesce(l_type[j], c_type[c]), c_source_type[c], coalesce(l_description[j], c_description[c]), c_reference[c],
      c_end_to_end_id[c], l_counterparty_name[j], l_counterparty_account[j], coalesce(l_detail[j], c_detail[c])::jsonb
    from (select j, l_command[j] as c from generate_series(1, cardinality(l_account)) j) l;
  if c_key is not null then
    insert into idempotency_keys (entity_id, client_id, operation, key, request, status, resource_id, outcome, request_id, created_at)
      select e_id[c_entity[g]], c_client[g], c_operation[g], c_key[g], c_request[g], 201, c_source_id[g], 0, c_request_id[g], p_wall
      from generate_series(1, n) g where c_key[g] is not null;
  end if;
  if c_event is not null then -- the books' rows are locked last, in order: they number the events
    with numbered as (
      update books b set event_sequence = b.event_sequence + e_events[g] from ledger_places(cardinality(e_id)) g
        where b.entity_id = e_id[g] returning g, b.event_sequence - e_events[g] as base)
    select array_agg(base order by g) into e_base from numbered;
    if cardinality(e_base) is distinct from cardinality(e_id) then
      raise exception 'an entity has no book' using errcode = 'serialization_failure';
    end if;
    insert into events (entity_id, sequence, type, resource_type, resource_id, previous_status, at, wall_at, actor_type, actor_id, request_id)
      select e_id[c_entity[g]], e_base[c_entity[g]] + c_event_no[g], c_event[g], c_source_type[g], c_source_id[g],
        c_previous_status[g], p_at, p_wall, c_actor_type[g], c_actor_id[g], c_request_id[g]
      from generate_series(1, n) g where c_event_no[g] > 0;
  end if;
end $$;
