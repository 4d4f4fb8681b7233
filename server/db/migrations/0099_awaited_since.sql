-- Business time at which something last began to wait for money: a distribution counts as of then, not of the last posting.
alter table balances add column awaited_at timestamptz;

create or replace function schedule_distribution() returns trigger language plpgsql as $$
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
      greatest(new.last_posted_at, new.awaited_at,
        case when new.held_minor < old.held_minor then
          (select max(h.released_at) from holds h where h.entity_id = new.entity_id and h.account_id = new.account_id)
        end, timestamptz '1970-01-01 00:00+00'),
      work_lane(new.entity_id))
    on conflict (entity_id, kind, resource_id) do nothing;
  return null;
end $$;
