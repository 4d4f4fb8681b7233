-- The sandbox's business time, one row for all processes. Every change has a higher version, so that a process that
-- reads late never steps back.
create table sandbox_clock (
  is_only   boolean     primary key default true check (is_only),
  version   bigint      not null,
  offset_ms bigint      not null, -- business time minus wall time, while it runs
  frozen_at timestamptz           -- business time at which it stands; null: it runs
);

-- Told at commit: the processes re-read the row.
create function tell_sandbox_clock() returns trigger language plpgsql as $$
begin
  perform pg_notify('sandbox_clock', '');
  return null;
end $$;
create trigger sandbox_clock_told after insert or update on sandbox_clock
  for each statement execute function tell_sandbox_clock();
