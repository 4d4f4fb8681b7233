-- Who waits for money on an account is served by one job per account, account.distributeFunds. It is scheduled here, by the
-- balance itself, so that no writer can forget it: whenever what is available rises (a credit, a released hold, a lower
-- floor, a lifted block) on an account that something waits for. The condition is evaluated per updated row without calling
-- a function, so an account that nothing waits for costs nothing.

-- Counts up whenever something begins to wait for money here; 0: nothing waits.
alter table balances add column awaited bigint not null default 0 check (awaited >= 0);

-- The partition of an entity's jobs, as kernel/work.ts computes it.
create function work_lane(p_entity_id uuid) returns smallint language sql immutable as $$
  select ((('x' || right(p_entity_id::text, 4))::bit(16)::int) % 4)::smallint
$$;

-- A job that exists is left alone, also one that is running: it holds or will take the lock of the balance before it ends,
-- and looks then whether more has come. Waiting for it here, with the balance locked, would be a deadlock.
create function schedule_distribution() returns trigger language plpgsql as $$
begin
  if exists (select 1 from due_work
      where entity_id = new.entity_id and kind = 'account.distributeFunds' and resource_id = new.account_id) then
    return null;
  end if;
  insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
    values (new.entity_id,
      -- a uuid v7: jobs that are due at one instant run in the order in which they were scheduled
      (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
      'account.distributeFunds', new.account_id,
      greatest(new.last_posted_at,
        case when new.held_minor < old.held_minor then
          (select max(h.released_at) from holds h where h.entity_id = new.entity_id and h.account_id = new.account_id)
        end, timestamptz '1970-01-01 00:00+00'),
      work_lane(new.entity_id))
    on conflict (entity_id, kind, resource_id) do nothing;
  return null;
end $$;

create trigger balances_distribute after update on balances for each row
  when (new.awaited > 0 and (
    new.awaited > old.awaited
    or new.balance_minor - new.held_minor > old.balance_minor - old.held_minor
    or new.floor_minor is distinct from old.floor_minor
    or old.blocked and not new.blocked))
  execute function schedule_distribution();

-- Payments that wait for money, in the order in which they are paid. That index serves what the older one did.
create index payments_funding_queue on payments (entity_id, account_id, payment_date, payment_id)
  where status = 'AwaitingFunds';
drop index payments_awaiting_funds;

-- What waits already is found by one look at each account. Its own jobs are gone, but for the deadline of payments.
delete from due_work where kind = 'collectInitialMargin';
update balances b set awaited = 1
  where b.kind = 'client' and (
    exists (select 1 from payments p where p.entity_id = b.entity_id and p.account_id = b.account_id and p.status = 'AwaitingFunds')
    or exists (select 1 from fx_trades t where t.entity_id = b.entity_id and b.account_id in (t.sell_account_id, t.buy_account_id)
      and t.status in ('AwaitingFunds', 'Overdue', 'SettlementFailed'))
    or exists (select 1 from credit_margins m where m.entity_id = b.entity_id and m.account_id = b.account_id
      and m.kind = 'Initial' and m.received_minor < m.required_minor));
