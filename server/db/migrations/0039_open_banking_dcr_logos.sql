-- Logos of third parties, read once from the address in their software statement. They are served to users from our own
-- address.
create table open_banking_client_logos (
  client_id    text        primary key references open_banking_clients on delete cascade,
  type         text        not null check (type in ('image/png', 'image/jpeg')),
  content      bytea       not null check (length(content) between 1 and 65536),
  content_hash bytea       not null check (length(content_hash) = 32),
  fetched_at   timestamptz not null -- wall time
);
