-- Documents that clients rely on, created once and kept unchanged: confirmations of payments and trades, facility letters.

create table documents (
  entity_id   uuid        not null references entities,
  document_id uuid        not null,
  kind        text        not null,
  resource_id uuid        not null, -- its subject; version is the subject's: a changed resource has another document
  version     integer     not null check (version > 0),
  sha256      bytea       not null,
  bytes       bytea       not null,
  issued_at   timestamptz not null,
  primary key (entity_id, document_id),
  unique (entity_id, kind, resource_id, version),
  constraint documents_hash_is_theirs check (sha256 = sha256(bytes))
);
create trigger documents_append_only before update or delete or truncate on documents
  for each statement execute function refuse_change();
