-- The ledger: double entry per currency, append-only. The book of each entity balances in itself. Amounts are credit
-- positive: a client's balance is the amount that the house owes the client.
--
-- The hot tables have no foreign keys, which cost 40 % of the throughput. Instead ledger_post checks under the lock, CHECKs
-- and a trigger hold the rules for every writer, and the audit recomputes everything.

-- One row per entity. Its lock orders the events of the entity; it is always taken after the locks on balances.
create table books (
  entity_id      uuid        primary key,
  event_sequence bigint      not null default 0 check (event_sequence >= 0),
  recorded_at    timestamptz -- recorded_at of the latest event
);
-- The house's own book.
insert into books (entity_id) values ('00000000-0000-7000-8000-000000000001');

-- Accounts and balances ----------------------------------------------------------------------------------------------

create table ledger_accounts (
  entity_id   uuid   not null,
  account_id  uuid   not null,
  currency    text   not null check (currency ~ '^[A-Z]{3}$'),
  kind        text   not null check (kind in ('client', 'margin', 'fx_position', 'in_transit', 'out_clearing', 'suspense',
    'fees', 'fx_revenue', 'safeguarding', 'nostro', 'suspense_in', 'own_funds')),
  qualifier   text   not null default '', -- the rail of out_clearing; the client's entity id of the house's in_transit
  floor_minor bigint,                     -- lowest balance; null: unlimited
  primary key (entity_id, account_id)
);
create unique index ledger_accounts_internal on ledger_accounts (entity_id, kind, currency, qualifier) where kind <> 'client';
create trigger ledger_accounts_append_only before update or delete or truncate on ledger_accounts
  for each statement execute function refuse_change();

-- The changing part of an account. The row is the lock of the account; rows are locked in the order of account_id.
create table balances (
  entity_id      uuid        not null,
  account_id     uuid        not null,
  currency       text        not null,
  kind           text        not null,
  balance_minor  bigint      not null default 0,
  held_minor     bigint      not null default 0 check (held_minor >= 0),
  floor_minor    bigint,
  blocked        boolean     not null default false, -- refuses debits and new holds; accepts credits unless closed
  closed         boolean     not null default false, -- no money is ever on a closed account: refuses credits too
  seq            bigint      not null default 0 check (seq >= 0), -- of the last posting
  last_posted_at timestamptz,
  last_day       date,                               -- UTC day of last_posted_at
  -- Increases whenever something begins to wait for money on the account; 0: nothing waits.
  awaited        bigint      not null default 0 check (awaited >= 0),
  -- When something last began to wait: a distribution counts as of then, not as of the last posting.
  awaited_at     timestamptz,
  primary key (entity_id, account_id),
  constraint balances_above_floor check (floor_minor is null or balance_minor - held_minor >= floor_minor),
  constraint balances_closed_are_empty check (not closed or (blocked and balance_minor = 0 and held_minor = 0))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create trigger balances_stay before delete or truncate on balances
  for each statement execute function refuse_change();

-- One job per account, account.distributeFunds, gives money to those who wait for it. The balance itself schedules the job,
-- so that no writer can forget it: whenever the available amount rises (a credit, a released hold, a lower floor, a lifted
-- block) on an account that something waits for.
--
-- The function leaves an existing job alone, even a running one: that job holds or will take the lock of the balance before it
-- ends, and then checks whether more has arrived. Waiting for it here, with the balance locked, would be a deadlock.
create function schedule_distribution() returns trigger language plpgsql as $$
begin
  if exists (select 1 from due_work
      where entity_id = new.entity_id and kind = 'account.distributeFunds' and resource_id = new.account_id) then
    return null;
  end if;
  insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
    values (new.entity_id,
      -- a uuid v7: jobs that are due at the same instant run in the order in which they were scheduled
      (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
      'account.distributeFunds', new.account_id,
      greatest(new.last_posted_at, new.awaited_at,
        case when new.held_minor < old.held_minor then
          (select max(h.released_at) from holds h where h.entity_id = new.entity_id and h.account_id = new.account_id)
        end, timestamptz '1970-01-01 00:00+00'),
      work_lane(new.entity_id))
    on conflict (entity_id, kind, resource_id) do nothing;
  return null;
end $$;
-- The condition is evaluated per updated row without a function call, so an account that nothing waits for costs nothing.
create trigger balances_distribute after update on balances for each row
  when (new.awaited > 0 and (
    new.awaited > old.awaited
    or new.balance_minor - new.held_minor > old.balance_minor - old.held_minor
    or new.floor_minor is distinct from old.floor_minor
    or old.blocked and not new.blocked))
  execute function schedule_distribution();

-- Opens an account with its balance row. Does nothing if the account is open.
create function open_ledger_account(
  p_entity_id uuid, p_account_id uuid, p_currency text, p_kind text, p_qualifier text, p_floor_minor bigint
) returns void language sql as $$
  insert into ledger_accounts (entity_id, account_id, currency, kind, qualifier, floor_minor)
    values (p_entity_id, p_account_id, p_currency, p_kind, p_qualifier, p_floor_minor) on conflict do nothing;
  insert into balances (entity_id, account_id, currency, kind, floor_minor)
    values (p_entity_id, p_account_id, p_currency, p_kind, p_floor_minor) on conflict do nothing;
$$;

-- Journals and postings ----------------------------------------------------------------------------------------------

create table journals (
  entity_id   uuid        not null,
  journal_id  uuid        not null,
  kind        text        not null,
  value_date  date        not null,
  posted_at   timestamptz not null,
  source_type text        not null,
  source_id   uuid        not null,
  reversal_of uuid,
  primary key (entity_id, journal_id)
);
create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();

-- A journal is reversed at most once.
create table journal_reversals (
  entity_id   uuid not null,
  journal_id  uuid not null, -- the reversed journal
  reversed_by uuid not null,
  primary key (entity_id, journal_id)
);
create trigger journal_reversals_append_only before update or delete or truncate on journal_reversals
  for each statement execute function refuse_change();

-- seq counts per account without gaps: it is the keyset cursor of the statement. posted_at never decreases as seq increases,
-- so bisection finds an instant or a day. A posting keeps everything that a statement line shows: a page needs no join.
create table postings (
  entity_id            uuid        not null,
  account_id           uuid        not null,
  seq                  bigint      not null,
  journal_id           uuid        not null,
  amount_minor         bigint      not null check (amount_minor <> 0),
  balance_after_minor  bigint      not null,
  related_id           uuid        not null,
  posted_at            timestamptz not null,
  value_date           date        not null,
  currency             text        not null,
  type                 text        not null,
  related_type         text        not null,
  description          text,
  reference            text,
  end_to_end_id        text,
  counterparty_name    text,
  counterparty_account text,
  detail               jsonb,
  primary key (entity_id, account_id, seq)
);
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- Holds for every writer: each posting is the previous balance of its account plus its amount, no sequence number is left
-- out, time does not run backwards, and the postings of a journal sum to zero per currency.
create function check_postings() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from posted n
    where n.balance_after_minor - n.amount_minor is distinct from case when n.seq = 1 then 0 else
      (select p.balance_after_minor from postings p
        where p.entity_id = n.entity_id and p.account_id = n.account_id and p.seq = n.seq - 1 and p.posted_at <= n.posted_at) end
  ) then
    raise exception 'a posting does not continue the balance of its account' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select 1 from posted n group by n.journal_id, n.currency having sum(n.amount_minor) <> 0) then
    raise exception 'a journal does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger postings_continue after insert on postings referencing new table as posted
  for each statement execute function check_postings();

-- Returns the sequence of an account's last posting at or before an instant; 0 if there is none. Bisects the primary key.
create function ledger_sequence_at(p_entity_id uuid, p_account_id uuid, p_at timestamptz)
returns bigint language plpgsql stable as $$
declare
  v_low    bigint := 0;
  v_high   bigint;
  v_middle bigint;
  v_last   timestamptz;
begin
  select b.seq, b.last_posted_at into v_high, v_last from balances b
    where b.entity_id = p_entity_id and b.account_id = p_account_id;
  if v_high is null then return 0; end if;
  if v_last <= p_at then return v_high; end if;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select p.posted_at into strict v_last from postings p
      where p.entity_id = p_entity_id and p.account_id = p_account_id and p.seq = v_middle;
    if v_last <= p_at then v_low := v_middle; else v_high := v_middle - 1; end if;
  end loop;
  return v_low;
end $$;

-- Closing balance and sequence of each UTC day that had postings, written with the first posting of a later day.
create table daily_balances (
  entity_id     uuid   not null,
  account_id    uuid   not null,
  day           date   not null,
  balance_minor bigint not null,
  seq           bigint not null,
  primary key (entity_id, account_id, day)
);
create trigger daily_balances_append_only before update or delete or truncate on daily_balances
  for each statement execute function refuse_change();

-- Holds --------------------------------------------------------------------------------------------------------------

create table holds (
  entity_id    uuid        not null,
  hold_id      uuid        not null,
  account_id   uuid        not null,
  currency     text        not null,
  amount_minor bigint      not null check (amount_minor > 0),
  purpose      text        not null check (purpose in ('payment', 'trade', 'margin')),
  related_type text        not null,
  related_id   uuid        not null,
  description  text,
  reference    text,
  created_at   timestamptz not null,
  released_at  timestamptz,
  primary key (entity_id, hold_id)
);
-- The open holds of an account (released_at is null), and those that were open at an instant.
create index holds_by_account on holds (entity_id, account_id, released_at, hold_id);
create trigger holds_stay before delete or truncate on holds
  for each statement execute function refuse_change();

-- A hold changes once: when it is released.
create function check_hold_release() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or new.released_at is null
    or (new.entity_id, new.hold_id, new.account_id, new.amount_minor, new.currency)
      is distinct from (old.entity_id, old.hold_id, old.account_id, old.amount_minor, old.currency) then
    raise exception 'a hold can only be released, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger holds_release_once before update on holds for each row execute function check_hold_release();

-- Crossings between books --------------------------------------------------------------------------------------------

-- Money that crosses between a client's book and the house's takes two journals, each balanced in itself. This row promises
-- the second journal; it commits with the first.
create table book_crossings (
  entity_id        uuid        not null, -- the client's
  crossing_id      uuid        not null, -- also the id of the house's journal, so that posting it twice meets its primary key
  journal_id       uuid        not null, -- the client's journal
  currency         text        not null,
  amount_minor     bigint      not null check (amount_minor <> 0), -- as posted on in_transit of the client's book
  house_kind       text        not null,
  house_qualifier  text        not null default '',
  kind             text        not null,
  type             text        not null,
  value_date       date        not null,
  source_type      text        not null,
  source_id        uuid        not null,
  reference        text,
  created_at       timestamptz not null,
  completed_at     timestamptz,
  primary key (entity_id, crossing_id)
);
create index book_crossings_open on book_crossings (entity_id, currency) where completed_at is null;
-- A worker reads the open crossings of all entities, the oldest first.
create index book_crossings_oldest on book_crossings (created_at, crossing_id) where completed_at is null;
create trigger book_crossings_stay before delete or truncate on book_crossings
  for each statement execute function refuse_change();

-- Posting ------------------------------------------------------------------------------------------------------------

-- Posts a batch of commands as if one after the other. Returns one row per command.
--   e_  entities, ascending                    a_  accounts, ascending by id (the order of locking)
--   c_  one element per command                l_  one element per leg; command i has legs c_first_leg[i] to c_last_leg[i]
-- a_kind, a_qualifier and a_unit (currency) are given for internal accounts only: those open when first used.
-- Indexes are into these arrays. An array that holds only nulls may be null itself.
-- Outcomes: 0 posted, 1 insufficient funds (detail: missing amount), 2 account blocked, 3 rejected by the caller's own check,
-- 4 a closed account would be credited, 10 replay, 11 key reused; and programming errors of the caller: 20 unknown account, 21 account of another entity,
-- 22 account in another currency, 23 no such open hold.
create function ledger_post(
  p_at timestamptz, p_wall timestamptz, e_id uuid[], a_entity int[], a_id uuid[], a_kind text[], a_qualifier text[], a_unit text[],
  c_id uuid[], c_entity int[], c_kind text[], c_value_date date[], c_source_type text[], c_source_id uuid[], c_reversal_of uuid[],
  c_type text[], c_description text[], c_reference text[], c_end_to_end_id text[], c_detail text[],
  c_hold uuid[], c_hold_account int[], c_hold_amount bigint[], c_hold_currency text[], c_hold_purpose text[],
  c_release uuid[], c_release_account int[],
  c_client uuid[], c_operation text[], c_key text[], c_request text[], c_request_id text[],
  c_event text[], c_previous_status text[], c_actor_type text[], c_actor_id uuid[], c_first_leg int[], c_last_leg int[],
  l_command int[], l_account int[], l_currency text[], l_amount bigint[], l_type text[], l_description text[],
  l_counterparty_name text[], l_counterparty_account text[], l_detail text[],
  c_refused uuid[]
) returns table (
  outcome smallint, detail_minor bigint, account_id uuid, posted_at timestamptz, sequences bigint[], resource_id uuid,
  stored_outcome smallint, stored_request text, stored_request_id text
) language plpgsql as $$
#variable_conflict use_column
declare
  n int := cardinality(c_id);
  m int := coalesce(cardinality(l_account), 0);
  a_balance bigint[]; a_held bigint[]; a_floor bigint[]; a_seq bigint[]; a_currency text[]; a_blocked boolean[]; a_closed boolean[]; a_day date[]; a_row tid[];
  a_balance0 bigint[]; a_held0 bigint[]; a_seq0 bigint[];
  c_outcome smallint[] := array_fill(0::smallint, array[n]);
  c_missing bigint[] := array_fill(null::bigint, array[n]);
  c_short int[] := array_fill(null::int, array[n]);
  c_stored smallint[]; c_stored_request text[]; c_stored_request_id text[]; c_resource uuid[] := c_source_id;
  c_release_amount bigint[];
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
  a_balance0 := a_balance; a_held0 := a_held; a_seq0 := a_seq;

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
    for r in select g as i, h.account_id, h.amount_minor
      from generate_series(1, n) g cross join lateral (select * from holds h
        where h.entity_id = e_id[c_entity[g]] and h.hold_id = c_release[g] and h.released_at is null limit 1) h
    loop
      if a_id[c_release_account[r.i]] = r.account_id then c_release_amount[r.i] := r.amount_minor; end if;
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
      if k < i and c_outcome[k] = 0 and c_hold_account[k] = a then c_release_amount[i] := c_hold_amount[k]; end if;
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
  -- By row address, which is valid as long as the rows are locked; the count asserts that.
  if v_changed then
    update balances b set balance_minor = a_balance[g], held_minor = a_held[g], seq = a_seq[g],
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
    insert into events (entity_id, sequence, type, resource_type, resource_id, previous_status, at, wall_at, actor_type, actor_id, request_id)
      select e_id[c_entity[g]], e_base[c_entity[g]] + c_event_no[g], c_event[g], c_source_type[g], c_source_id[g],
        c_previous_status[g], v_at, p_wall, c_actor_type[g], c_actor_id[g], c_request_id[g]
      from generate_series(1, n) g where c_event_no[g] > 0;
  end if;

  -- 5. Return the results.
  return query select c_outcome[g], c_missing[g], a_id[c_short[g]], v_at, l_seq[c_first_leg[g]:c_last_leg[g]], c_resource[g],
    c_stored[g], c_stored_request[g], c_stored_request_id[g] from generate_series(1, n) g;
end $$;

-- Returns 1 to n. It is declared to return one row, so that no plan made while tables are small scans all their rows once they
-- have grown: the planner expects a thousand rows from generate_series.
create function ledger_places(n int) returns setof int language plpgsql rows 1 as $$
begin
  return query select generate_series(1, n);
end $$;

-- Posts a batch whose outcome the caller has predicted from cached balances: every command of it is posted. It locks, probes
-- and decides nothing beforehand, which saves most of the work of ledger_post. Instead every balance must be as predicted;
-- otherwise nothing is posted, and the caller calls ledger_post. Parameters as there, and:
--   e_events  events of each entity     a_seq, a_balance  predicted, before the batch     a_postings, a_change  added by the batch
--   a_lowest  lowest balance after any command that debits the account, null if none does: held amount and floor must allow it
--   c_event_no  number of a command's event within its entity, from 1; 0: none     l_seq, l_after  predicted
-- p_refused: per command the resource that blocks it; a single one fails the batch. So does a closed account: it is blocked.
-- Rows are written in the order of the arrays, which is the order of the primary key and that in which ledger_post locks
-- them, and before any insert: concurrent writers wait for each other here and nowhere else.
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
    raise exception 'the balances differ from the prediction' using errcode = 'serialization_failure';
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
  if c_event is not null then -- the rows of books are locked last, in order: they number the events
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
