-- x-idempotency-key of the four payment POSTs. A replay returns the present state of the resource, so the row keeps only the
-- id; a rejected request stores nothing. A row is valid for 24 hours of wall time; the next request after that takes it over.

create table open_banking_idempotency_keys (
  client_id   text        not null,
  operation   text        not null, -- version, method and path template
  key         text        not null check (length(key) between 1 and 40),
  request     bytea       not null check (length(request) = 32), -- SHA-256 of the canonical body
  resource_id text        not null,
  created_at  timestamptz not null, -- wall time
  primary key (client_id, operation, key)
);
create index open_banking_idempotency_keys_by_age on open_banking_idempotency_keys (created_at);
