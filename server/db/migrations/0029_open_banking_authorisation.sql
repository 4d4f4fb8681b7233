-- The authorisation server of open banking: codes, tokens, grants, sessions of users, signing keys. A value that gives access is
-- stored only as its SHA-256. All instants are wall time.

-- Codes, tokens, grants, pushed requests, journeys in progress. In the payload a placeholder replaces the secret value.
create table open_banking_artifacts (
  kind        text        not null,
  id_hash     bytea       not null check (length(id_hash) = 32),
  payload     text        not null, -- JSON
  client_id   text,
  grant_hash  bytea,                -- of the grant that a code or token came from
  consent_id  text,                 -- of a grant: the authorised consent
  entity_id   uuid,                 -- of a grant: the user's entity
  psu_id      uuid,                 -- of a grant: the user
  issued_at   timestamptz not null,
  expires_at  timestamptz not null,
  consumed_at timestamptz,
  revoked_at  timestamptz,
  primary key (kind, id_hash)
);
create index open_banking_artifacts_by_expiry on open_banking_artifacts (expires_at);
create index open_banking_artifacts_of_grant on open_banking_artifacts (grant_hash) where grant_hash is not null;
create index open_banking_artifacts_of_client on open_banking_artifacts (client_id) where client_id is not null;
create index open_banking_artifacts_of_consent on open_banking_artifacts (consent_id) where consent_id is not null;

-- Notifies on the channel of the main interface's tokens: one listener drops a token from both caches.
create function notify_open_banking_token_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('token_revoked', encode(new.id_hash, 'hex'));
  return null;
end $$;
create trigger open_banking_tokens_revoked after update on open_banking_artifacts
  for each row when (new.revoked_at is not null and new.kind in ('AccessToken', 'ClientCredentials'))
  execute function notify_open_banking_token_revoked();
-- A token also ends with its grant, which has no hash of the token: the caches drop all tokens of the grant.
create function notify_open_banking_grant_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_banking_grant_revoked', encode(new.id_hash, 'hex'));
  return null;
end $$;
create trigger open_banking_grants_revoked after update on open_banking_artifacts
  for each row when (new.revoked_at is not null and new.kind = 'Grant')
  execute function notify_open_banking_grant_revoked();

-- A browser on our pages, before and after its user has logged in. The cookie's value is stored as its hash. Login replaces it,
-- which prevents session fixation.
create table open_banking_psu_sessions (
  session_hash     bytea       primary key check (length(session_hash) = 32),
  journey_hash     bytea       check (length(journey_hash) = 32), -- of one authorisation; null: the user's own pages
  entity_id        uuid,
  user_id          uuid,
  challenge        text,        -- for the browser's passkey, valid for one response
  created_at       timestamptz not null,
  authenticated_at timestamptz,
  expires_at       timestamptz not null,
  constraint open_banking_psu_sessions_authenticated check (
    (entity_id is null) = (user_id is null) and (entity_id is null) = (authenticated_at is null)),
  foreign key (entity_id, user_id) references users
);
create index open_banking_psu_sessions_of_journey on open_banking_psu_sessions (journey_hash) where journey_hash is not null;
create index open_banking_psu_sessions_by_expiry on open_banking_psu_sessions (expires_at);

-- Keys that sign id tokens and responses. One is current; retired keys remain published as long as clients may need them.
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
