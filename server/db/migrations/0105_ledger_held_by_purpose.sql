-- What an account holds for trades and as margin, beside its sum: reading a balance does not add up its holds, of which a fund may
-- have thousands. The rest is held for payments.
alter table balances
  add column held_trade_minor bigint not null default 0 check (held_trade_minor >= 0),
  add column held_margin_minor bigint not null default 0 check (held_margin_minor >= 0);
update balances b set held_trade_minor = h.trade, held_margin_minor = h.margin
  from (select entity_id, account_id, coalesce(sum(amount_minor) filter (where purpose = 'trade'), 0) as trade,
      coalesce(sum(amount_minor) filter (where purpose = 'margin'), 0) as margin
    from holds where released_at is null and purpose <> 'payment' group by entity_id, account_id) h
  where b.entity_id = h.entity_id and b.account_id = h.account_id;
alter table balances add constraint balances_held_by_purpose check (held_trade_minor + held_margin_minor <= held_minor);

create or replace function ledger_post(p_at timestamp with time zone, p_wall timestamp with time zone, e_id uuid[], a_entity integer[], a_id uuid[], a_kind text[], a_qualifier text[], a_unit text[], c_id uuid[], c_entity integer[], c_kind text[], c_value_date date[], c_source_type text[], c_source_id uuid[], c_reversal_of uuid[], c_type text[], c_description text[], c_reference text[], c_end_to_end_id text[], c_detail text[], c_hold uuid[], c_hold_account integer[], c_hold_amount bigint[], c_hold_currency text[], c_hold_purpose text[], c_release uuid[], c_release_account integer[], c_client uuid[], c_operation text[], c_key text[], c_request text[], c_request_id text[], c_event text[], c_previous_status text[], c_actor_type text[], c_actor_id uuid[], c_address text[], c_called text[], c_first_leg integer[], c_last_leg integer[], l_command integer[], l_account integer[], l_currency text[], l_amount bigint[], l_type text[], l_description text[], l_counterparty_name text[], l_counterparty_account text[], l_detail text[], c_refused uuid[]) returns TABLE(outcome smallint, detail_minor bigint, account_id uuid, posted_at timestamp with time zone, sequences bigint[], resource_id uuid, stored_outcome smallint, stored_request text, stored_request_id text)
  language plpgsql volatile rows 1000 set plan_cache_mode=force_generic_plan set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off as $$
#variable_conflict use_column
declare
  n int := cardinality(c_id);
  m int := coalesce(cardinality(l_account), 0);
  a_balance bigint[]; a_held bigint[]; a_floor bigint[]; a_seq bigint[]; a_currency text[]; a_blocked boolean[]; a_closed boolean[]; a_day date[]; a_row tid[];
  a_balance0 bigint[]; a_seq0 bigint[];
  a_trade bigint[]; a_margin bigint[]; -- changes of what is held for trades and as margin
  c_outcome smallint[] := array_fill(0::smallint, array[n]);
  c_missing bigint[] := array_fill(null::bigint, array[n]);
  c_short int[] := array_fill(null::int, array[n]);
  c_stored smallint[]; c_stored_request text[]; c_stored_request_id text[]; c_resource uuid[] := c_source_id;
  c_release_amount bigint[]; c_release_purpose text[];
  c_event_no bigint[] := array_fill(0::bigint, array[n]);
  l_seq bigint[] := array_fill(0::bigint, array[m]);
  l_after bigint[] := array_fill(0::bigint, array[m]);
  e_count bigint[] := array_fill(0::bigint, array[cardinality(e_id)]);
  e_base bigint[] := e_count;
  v_at timestamptz; v_day date; v_oldest date;
  v_first int; v_last int; v_done int; v_released uuid[]; v_entity int; v_outcome smallint; v_suspect boolean;
  v_events boolean := false; v_opened boolean := false; v_changed boolean := false;
  a int; k int; r record;
begin
  -- 1. Lock the balances. The planner does not flatten the subquery, so rows are read and locked in the order of the array.
  loop
    select array_agg(b.balance_minor), array_agg(b.held_minor), array_agg(b.floor_minor), array_agg(b.seq),
        array_agg(b.currency), array_agg(b.blocked), array_agg(b.closed), array_agg(b.last_day), array_agg(b.at_row),
        min(b.last_day), greatest(p_at, max(b.last_posted_at))
      into a_balance, a_held, a_floor, a_seq, a_currency, a_blocked, a_closed, a_day, a_row, v_oldest, v_at
      from generate_series(1, cardinality(a_id)) g left join lateral (
        select *, b.ctid as at_row from balances b where b.entity_id = e_id[a_entity[g]] and b.account_id = a_id[g]
        for no key update) b on true;
    exit when v_opened or a_kind is null or array_position(a_seq, null) is null;
    perform open_ledger_account(e_id[a_entity[g]], a_id[g], a_unit[g], a_kind[g], coalesce(a_qualifier[g], ''), case a_kind[g] when 'margin' then 0 end)
      from generate_series(1, cardinality(a_id)) g where a_seq[g] is null and a_kind[g] is not null;
    v_opened := true;
  end loop;
  v_day := (v_at at time zone 'UTC')::date;
  a_balance0 := a_balance; a_seq0 := a_seq;

  -- 2. Find known keys: a statement after the lock sees everything that was committed before the lock was granted.
  if c_key is not null then
    for r in select g as i, k.request, k.request_id, k.outcome, k.detail_minor, k.resource_id
      from generate_series(1, n) g cross join lateral (select * from idempotency_keys k
        where k.entity_id = e_id[c_entity[g]] and k.client_id = c_client[g] and k.operation = c_operation[g] and k.key = c_key[g] limit 1) k
    loop
      c_stored[r.i] := r.outcome;
      c_resource[r.i] := r.resource_id;
      c_stored_request_id[r.i] := r.request_id;
      if r.request = c_request[r.i] then
        c_outcome[r.i] := 10;
        c_missing[r.i] := r.detail_minor;
      else
        c_outcome[r.i] := 11;
        c_stored_request[r.i] := r.request;
      end if;
    end loop;
  end if;
  if c_release is not null then
    for r in select g as i, h.account_id, h.amount_minor, h.purpose
      from generate_series(1, n) g cross join lateral (select * from holds h
        where h.entity_id = e_id[c_entity[g]] and h.hold_id = c_release[g] and h.released_at is null limit 1) h
    loop
      if a_id[c_release_account[r.i]] = r.account_id then
        c_release_amount[r.i] := r.amount_minor;
        c_release_purpose[r.i] := r.purpose;
      end if;
    end loop;
  end if;

  -- 3. Decide, in command order: a later command sees an earlier one's effect.
  for i in 1..n loop
    continue when c_outcome[i] <> 0;
    v_first := c_first_leg[i];
    v_last := c_last_leg[i];
    v_outcome := 0;
    v_suspect := false;
    v_done := v_first - 1;
    v_entity := c_entity[i];
    if c_refused[i] is not null then
      c_outcome[i] := 3;
      c_resource[i] := c_refused[i];
      continue;
    end if;
    if c_release[i] is not null then
      a := c_release_account[i];
      k := array_position(c_hold, c_release[i]); -- placed earlier in this batch?
      if k < i and c_outcome[k] = 0 and c_hold_account[k] = a then
        c_release_amount[i] := c_hold_amount[k];
        c_release_purpose[i] := c_hold_purpose[k];
      end if;
      if c_release_amount[i] is null or c_release[i] = any(v_released) then
        c_outcome[i] := 23;
        continue;
      end if;
      a_held[a] := a_held[a] - c_release_amount[i];
    end if;
    for j in v_first..v_last loop
      a := l_account[j];
      if a_seq[a] is null or a_entity[a] <> v_entity or a_currency[a] <> l_currency[j] then
        v_outcome := case when a_seq[a] is null then 20 when a_entity[a] <> v_entity then 21 else 22 end;
        c_short[i] := a;
        exit;
      end if;
      a_balance[a] := a_balance[a] + l_amount[j];
      a_seq[a] := a_seq[a] + 1;
      l_after[j] := a_balance[a];
      l_seq[j] := a_seq[a];
      v_done := j;
      if a_blocked[a] or (l_amount[j] < 0 and a_balance[a] - a_held[a] < a_floor[a]) then v_suspect := true; end if;
    end loop;
    if v_outcome = 0 and c_hold[i] is not null then
      a := c_hold_account[i];
      if a_seq[a] is null or a_entity[a] <> v_entity or a_currency[a] <> c_hold_currency[i] then
        v_outcome := case when a_seq[a] is null then 20 when a_entity[a] <> v_entity then 21 else 22 end;
        c_short[i] := a;
      else
        a_held[a] := a_held[a] + c_hold_amount[i];
        if a_blocked[a] then
          v_outcome := 2;
          c_short[i] := a;
        elsif a_balance[a] - a_held[a] < a_floor[a] then
          v_outcome := 1;
          c_short[i] := a;
          c_missing[i] := a_floor[a] - a_balance[a] + a_held[a];
        end if;
      end if;
    end if;
    if v_suspect and v_outcome < 20 then -- judge the command as a whole: a later leg may cover an earlier one
      for j in v_first..v_last loop
        a := l_account[j];
        if l_amount[j] > 0 and a_closed[a] then
          v_outcome := 4;
          c_short[i] := a;
          c_missing[i] := null;
          exit;
        elsif l_amount[j] < 0 and a_blocked[a] then
          v_outcome := 2;
          c_short[i] := a;
          c_missing[i] := null;
          exit;
        elsif l_amount[j] < 0 and v_outcome = 0 and a_balance[a] - a_held[a] < a_floor[a] then
          v_outcome := 1;
          c_short[i] := a;
          c_missing[i] := a_floor[a] - a_balance[a] + a_held[a];
        end if;
      end loop;
    end if;
    if v_outcome = 0 then
      v_changed := true;
      if c_release[i] is not null then v_released := v_released || c_release[i]; end if;
      if c_event[i] is not null then
        v_events := true;
        e_count[v_entity] := e_count[v_entity] + 1;
        c_event_no[i] := e_count[v_entity];
      end if;
    else -- undo
      c_outcome[i] := v_outcome;
      for j in v_first..v_done loop
        a := l_account[j];
        a_balance[a] := a_balance[a] - l_amount[j];
        a_seq[a] := a_seq[a] - 1;
        l_seq[j] := 0;
      end loop;
      if c_release[i] is not null then
        a := c_release_account[i];
        a_held[a] := a_held[a] + c_release_amount[i];
      end if;
      if c_hold[i] is not null and v_outcome < 20 then
        a := c_hold_account[i];
        a_held[a] := a_held[a] - c_hold_amount[i];
      end if;
    end if;
  end loop;

  -- 4. Write, one statement per table. Subscripts are cheaper than unnest here: PL/pgSQL keeps the arrays deconstructed.
  if m > 0 then
    insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id, reversal_of)
      select e_id[c_entity[g]], c_id[g], c_kind[g], c_value_date[g], v_at, c_source_type[g], c_source_id[g], c_reversal_of[g]
      from generate_series(1, n) g where c_outcome[g] = 0 and c_last_leg[g] >= c_first_leg[g];
    insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at, value_date,
        currency, type, related_type, description, reference, end_to_end_id, counterparty_name, counterparty_account, detail)
      select e_id[c_entity[c]], a_id[l_account[j]], l_seq[j], c_id[c], l_amount[j], l_after[j], c_source_id[c], v_at, c_value_date[c],
        l_currency[j], coalesce(l_type[j], c_type[c]), c_source_type[c], coalesce(l_description[j], c_description[c]), c_reference[c],
        c_end_to_end_id[c], l_counterparty_name[j], l_counterparty_account[j], coalesce(l_detail[j], c_detail[c])::jsonb
      from (select j, l_command[j] as c from generate_series(1, m) j where l_seq[j] > 0) l;
    if v_oldest < v_day then
      insert into daily_balances (entity_id, account_id, day, balance_minor, seq)
        select e_id[a_entity[g]], a_id[g], a_day[g], a_balance0[g], a_seq0[g]
        from generate_series(1, cardinality(a_id)) g where a_day[g] < v_day and a_seq[g] > a_seq0[g];
    end if;
    if c_reversal_of is not null then
      insert into journal_reversals (entity_id, journal_id, reversed_by)
        select e_id[c_entity[g]], c_reversal_of[g], c_id[g]
        from generate_series(1, n) g where c_outcome[g] = 0 and c_reversal_of[g] is not null;
    end if;
  end if;
  if c_hold is not null then
    insert into holds (entity_id, hold_id, account_id, currency, amount_minor, purpose, related_type, related_id, description, reference, created_at)
      select e_id[c_entity[g]], c_hold[g], a_id[c_hold_account[g]], c_hold_currency[g], c_hold_amount[g], c_hold_purpose[g],
        c_source_type[g], c_source_id[g], c_description[g], c_reference[g], v_at
      from generate_series(1, n) g where c_outcome[g] = 0 and c_hold[g] is not null;
  end if;
  if c_release is not null then
    update holds h set released_at = v_at from generate_series(1, n) g
      where c_outcome[g] = 0 and h.entity_id = e_id[c_entity[g]] and h.hold_id = c_release[g];
  end if;
  if c_key is not null then
    insert into idempotency_keys (entity_id, client_id, operation, key, request, status, resource_id, outcome, detail_minor, request_id, created_at)
      select e_id[c_entity[g]], c_client[g], c_operation[g], c_key[g], c_request[g],
        case c_outcome[g] when 0 then 201 when 3 then 409 else 422 end, c_resource[g], c_outcome[g], c_missing[g], c_request_id[g], p_wall
      from generate_series(1, n) g where c_outcome[g] < 10 and c_key[g] is not null;
  end if;
  if c_hold is not null or c_release is not null then
    a_trade := array_fill(0::bigint, array[cardinality(a_id)]);
    a_margin := a_trade;
    for i in 1..n loop
      continue when c_outcome[i] <> 0;
      if c_hold[i] is not null then
        a := c_hold_account[i];
        case c_hold_purpose[i]
          when 'trade' then a_trade[a] := a_trade[a] + c_hold_amount[i];
          when 'margin' then a_margin[a] := a_margin[a] + c_hold_amount[i];
          else null;
        end case;
      end if;
      if c_release[i] is not null then
        a := c_release_account[i];
        case c_release_purpose[i]
          when 'trade' then a_trade[a] := a_trade[a] - c_release_amount[i];
          when 'margin' then a_margin[a] := a_margin[a] - c_release_amount[i];
          else null;
        end case;
      end if;
    end loop;
  end if;
  -- By row address, which is valid as long as the rows are locked; the count asserts that.
  if v_changed then
    update balances b set balance_minor = a_balance[g], held_minor = a_held[g], seq = a_seq[g],
        held_trade_minor = b.held_trade_minor + coalesce(a_trade[g], 0), held_margin_minor = b.held_margin_minor + coalesce(a_margin[g], 0),
        last_posted_at = case when a_seq[g] > a_seq0[g] then v_at else b.last_posted_at end,
        last_day = case when a_seq[g] > a_seq0[g] then v_day else b.last_day end
      from generate_series(1, cardinality(a_id)) g
      where b.ctid = a_row[g] and b.account_id = a_id[g];
    get diagnostics k = row_count;
    if k <> cardinality(array_remove(a_seq, null)) then
      raise exception 'the address of a locked row changed' using errcode = 'serialization_failure';
    end if;
  end if;
  if v_events then -- the rows of books are locked last, in order: they number the events
    for r in update books b set event_sequence = b.event_sequence + e_count[g]
        from generate_series(1, cardinality(e_id)) g where b.entity_id = e_id[g] and e_count[g] > 0
        returning g as i, b.event_sequence - e_count[g] as base
    loop
      e_base[r.i] := r.base;
    end loop;
    insert into events (entity_id, sequence, type, resource_type, resource_id, previous_status, at, wall_at, actor_type, actor_id, request_id, address, operation)
      select e_id[c_entity[g]], e_base[c_entity[g]] + c_event_no[g], c_event[g], c_source_type[g], c_source_id[g],
        c_previous_status[g], v_at, p_wall, c_actor_type[g], c_actor_id[g], c_request_id[g], c_address[g], c_called[g]
      from generate_series(1, n) g where c_event_no[g] > 0;
  end if;

  -- 5. Return the results.
  return query select c_outcome[g], c_missing[g], a_id[c_short[g]], v_at, l_seq[c_first_leg[g]:c_last_leg[g]], c_resource[g],
    c_stored[g], c_stored_request[g], c_stored_request_id[g] from generate_series(1, n) g;
end $$;
