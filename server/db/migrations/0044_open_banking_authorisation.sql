-- What the authorisation server keeps: codes, tokens, grants, pushed requests, journeys in progress. A value that opens
-- something is stored as its SHA-256 only; in the payload it is replaced by a placeholder.
create table open_banking_artifacts (
  kind        text        not null,
  id_hash     bytea       not null check (length(id_hash) = 32),
  payload     text        not null, -- JSON
  client_id   text,
  grant_hash  bytea,       -- of the grant that a code or token came from
  consent_id  text,        -- of a grant: what the user approved,
  entity_id   uuid,        -- and who that was
  psu_id      uuid,
  issued_at   timestamptz not null, -- wall time, as all instants here
  expires_at  timestamptz not null,
  consumed_at timestamptz,
  revoked_at  timestamptz,
  primary key (kind, id_hash)
);
create index open_banking_artifacts_by_expiry on open_banking_artifacts (expires_at);
create index open_banking_artifacts_of_grant on open_banking_artifacts (grant_hash) where grant_hash is not null;
create index open_banking_artifacts_of_client on open_banking_artifacts (client_id) where client_id is not null;
create index open_banking_artifacts_of_consent on open_banking_artifacts (consent_id) where consent_id is not null;

-- Told on the channel of the main interface's tokens: one hearer drops a token from the caches of both.
create function notify_open_banking_token_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('token_revoked', encode(new.id_hash, 'hex'));
  return null;
end $$;
create trigger open_banking_tokens_revoked after update on open_banking_artifacts
  for each row when (new.revoked_at is not null and new.kind in ('AccessToken', 'ClientCredentials'))
  execute function notify_open_banking_token_revoked();
-- A token also ends with its grant, which has no hash of the token: everything that came from it is dropped.
create function notify_open_banking_grant_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_grant_revoked', encode(new.id_hash, 'hex'));
  return null;
end $$;
create trigger open_banking_grants_revoked after update on open_banking_artifacts
  for each row when (new.revoked_at is not null and new.kind = 'Grant')
  execute function notify_open_banking_grant_revoked();

-- The keys we sign with: id tokens, answers. One is current; retired ones are published until nobody can need them.
create table open_banking_signing_keys (
  kid         text        primary key,
  private_key bytea       not null, -- PKCS #8, encrypted under the service's own key
  certificate text        not null, -- PEM
  created_at  timestamptz not null,
  retired_at  timestamptz
);
create unique index open_banking_signing_keys_one_current on open_banking_signing_keys ((true)) where retired_at is null;
create function notify_open_banking_keys_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_keys_changed', '');
  return null;
end $$;
create trigger open_banking_signing_keys_changed after insert or update on open_banking_signing_keys
  for each statement execute function notify_open_banking_keys_changed();
