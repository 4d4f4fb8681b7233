-- Suspensions of third parties by the operator: of one software, or of an organisation with all its software. Rows stay as evidence.
create table open_banking_suspensions (
  kind          text        not null check (kind in ('Software', 'Organisation')),
  directory_id  text        not null check (length(directory_id) between 1 and 64),
  reason        text        not null check (length(reason) between 1 and 500),
  suspended_by  text        not null,
  suspended_at  timestamptz not null, -- wall time
  reinstated_by text,
  reinstated_at timestamptz,
  primary key (kind, directory_id, suspended_at),
  check ((reinstated_at is null) = (reinstated_by is null)),
  check (reinstated_at >= suspended_at)
);
create unique index open_banking_suspensions_in_force on open_banking_suspensions (kind, directory_id)
  where reinstated_at is null;

-- Processes cache the tokens of clients. This notifies them at commit which clients to read anew.
create function notify_open_banking_suspension_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_client_changed', c.client_id) from open_banking_clients c
    where new.directory_id = case new.kind when 'Software' then c.software_id else c.organisation_id end;
  return null;
end $$;
create trigger open_banking_suspensions_changed after insert or update on open_banking_suspensions
  for each row execute function notify_open_banking_suspension_changed();
