-- The sandbox: its clock, its market, and accounts at other banks. None of it belongs to a client.

-- The sandbox's business time, one row for all processes. Every change has a higher version, so that a process that
-- reads late never steps back.
create table sandbox_clock (
  is_only   boolean     primary key default true check (is_only),
  version   bigint      not null,
  offset_ms bigint      not null, -- business time minus wall time while the clock runs
  frozen_at timestamptz           -- business time at which it is frozen; null: it runs
);

-- Notifies at commit: the processes reload the row.
create function notify_sandbox_clock_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sandbox_clock', '');
  return null;
end $$;
create trigger sandbox_clock_changed after insert or update on sandbox_clock
  for each statement execute function notify_sandbox_clock_changed();

-- Moves of the sandbox's market: from `at` on, the currency's USD pair is worth `factor` times as much.
create table sim_market_overrides (
  override_id bigint      generated always as identity primary key,
  currency    text        not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  at          timestamptz not null,
  factor      numeric     not null check (factor > 0)
);

-- Accounts at other banks that the sandbox's schemes know. A tester defines them, and every entity gets the same answers.
create table sim_payees (
  account_key    text        primary key,
  holders        text[]      not null check (cardinality(holders) between 1 and 10), -- joint holders, registered names
  type           text        check (type in ('Individual', 'Company')),
  identification jsonb       not null default '{}',
  state          text        not null check (state in ('Open', 'Closed', 'Switched', 'OptedOut', 'Unresponsive')),
  updated_at     timestamptz not null
);
