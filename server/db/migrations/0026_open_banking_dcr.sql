-- Registration of third parties of the open-banking interface. They belong to no entity: like the tables of tokens, these are
-- a directory that is read before an entity is known.

create table open_banking_clients (
  client_id           text        primary key check (length(client_id) = 36), -- a uuid, as in the API
  software_id         text        not null check (software_id ~ '^[0-9a-zA-Z]{1,22}$'), -- several clients may share one
  organisation_id     text        not null,
  organisation_name   text        not null,
  software_name       text        not null,
  jwks_uri            text        not null, -- of the software statement: location of its signing keys
  redirect_uris       text[]      not null check (cardinality(redirect_uris) > 0),
  scopes              text[]      not null check (cardinality(scopes) > 0),
  metadata            jsonb       not null, -- the registered claims, as returned
  software_statement  text        not null, -- as sent: responses contain its claims
  certificate_subject text        not null, -- RFC 4514, of the certificate at registration
  registered_at       timestamptz not null, -- wall time
  updated_at          timestamptz not null
);

-- Processes cache clients. This notifies them at commit which one to forget.
create function notify_open_banking_client_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_client_changed', old.client_id);
  return null;
end $$;
create trigger open_banking_clients_changed after update or delete on open_banking_clients
  for each row execute function notify_open_banking_client_changed();

-- Used registration requests and client assertions, until they expire.
create table open_banking_used_jtis (
  issuer     text        not null,
  jti_hash   bytea       not null check (length(jti_hash) = 32),
  expires_at timestamptz not null,
  primary key (issuer, jti_hash)
);
create index open_banking_used_jtis_by_expiry on open_banking_used_jtis (expires_at);

-- The sandbox's own directory: the software for which it has issued statements, with the public signing keys.
create table open_banking_directory_software (
  software_id       text        primary key check (software_id ~ '^[0-9a-zA-Z]{1,22}$'),
  organisation_id   text        not null,
  organisation_name text        not null,
  software_name     text        not null,
  jwks              jsonb       not null,
  created_at        timestamptz not null
);
