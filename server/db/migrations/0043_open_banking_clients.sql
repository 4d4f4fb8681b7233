-- Third parties of the open-banking interface. They belong to no entity: like the tables of tokens they are a directory,
-- looked up before an entity is known.
create table open_banking_clients (
  client_id           text        primary key check (length(client_id) = 36), -- a uuid, as on the wire
  software_id         text        not null check (software_id ~ '^[0-9a-zA-Z]{1,22}$'), -- several clients may share one
  organisation_id     text        not null,
  organisation_name   text        not null,
  software_name       text        not null,
  jwks_uri            text        not null, -- of the software statement: where the keys it signs with are read
  redirect_uris       text[]      not null check (cardinality(redirect_uris) > 0),
  scopes              text[]      not null check (cardinality(scopes) > 0),
  metadata            jsonb       not null, -- the registered claims, as answered
  software_statement  text        not null, -- as sent: its claims are flattened into answers
  certificate_subject text        not null, -- RFC 4514, of the certificate it was registered with
  registered_at       timestamptz not null, -- wall time
  updated_at          timestamptz not null
);

-- Registration requests and client assertions already used, until they would have expired anyhow.
create table open_banking_used_jtis (
  issuer     text        not null,
  jti_hash   bytea       not null check (length(jti_hash) = 32),
  expires_at timestamptz not null,
  primary key (issuer, jti_hash)
);
create index open_banking_used_jtis_by_expiry on open_banking_used_jtis (expires_at);

-- The sandbox's own directory: the software it has written statements for, with their public signing keys.
create table open_banking_directory_software (
  software_id       text        primary key check (software_id ~ '^[0-9a-zA-Z]{1,22}$'),
  organisation_id   text        not null,
  organisation_name text        not null,
  software_name     text        not null,
  jwks              jsonb       not null,
  created_at        timestamptz not null
);

-- What a process remembers of a client is forgotten when it changes or goes.
create function notify_open_banking_client_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_client_changed', old.client_id);
  return null;
end $$;
create trigger open_banking_clients_changed after update or delete on open_banking_clients
  for each row execute function notify_open_banking_client_changed();
