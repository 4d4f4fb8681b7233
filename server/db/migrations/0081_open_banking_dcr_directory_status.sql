-- Statuses of third parties as the directory publishes them, from the last document that could be read.
create table open_banking_directory_statuses (
  kind         text        not null check (kind in ('Software', 'Organisation')),
  directory_id text        not null check (length(directory_id) between 1 and 64),
  status       text        not null check (length(status) between 1 and 40), -- the directory's word; only Active is good
  changed_at   timestamptz not null, -- wall time
  primary key (kind, directory_id)
);

-- The source of these statuses: one row while one is configured.
create table open_banking_directory_readings (
  is_only      boolean     not null primary key default true check (is_only),
  source       text        not null,
  when_unknown text        not null check (when_unknown in ('reject', 'accept')),
  asked_at     timestamptz not null, -- wall time of the last attempt
  read_at      timestamptz,          -- wall time of the attempt whose document is stored
  is_current   boolean     not null default false, -- false: the document is too old to vouch for anybody
  check (read_at is not null or not is_current)
);

-- Processes cache the tokens of clients. This notifies them at commit that statuses have changed.
create function notify_open_banking_directory_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_directory_changed', '');
  return null;
end $$;
create trigger open_banking_directory_statuses_changed after insert or update or delete on open_banking_directory_statuses
  for each row execute function notify_open_banking_directory_changed();
create trigger open_banking_directory_readings_begun after insert or delete on open_banking_directory_readings
  for each row execute function notify_open_banking_directory_changed();
create trigger open_banking_directory_readings_changed after update on open_banking_directory_readings
  for each row when (old.is_current is distinct from new.is_current or old.when_unknown <> new.when_unknown)
  execute function notify_open_banking_directory_changed();
