-- API clients: programs that act for entities, their secrets and tokens.

create table api_clients (
  entity_id     uuid        not null references entities, -- the entity that it was created for; secrets and tokens are stored there
  client_id     uuid        not null,
  name          text        not null check (length(name) between 1 and 140),
  status        text        not null check (status in ('Active', 'Blocked')),
  ip_allow_list text[]      not null default '{}', -- addresses or CIDR ranges; empty: any
  jwks          jsonb,                -- public keys for private_key_jwt
  created_at    timestamptz not null, -- wall time
  primary key (entity_id, client_id),
  unique (client_id) -- a token request names only the client
);

-- An API client acts for one or more entities of one group. Roles and scopes are granted per entity.
create table api_client_entities (
  entity_id  uuid        not null references entities,
  client_id  uuid        not null references api_clients (client_id),
  roles      text[]      not null, -- creates orders, approves them, or both; never its own
  grants     text[]      not null, -- scopes
  granted_at timestamptz not null, -- wall time
  primary key (entity_id, client_id),
  constraint client_roles_known check (roles <@ array['maker', 'approver'] and cardinality(roles) > 0)
);
create index api_client_entities_by_client on api_client_entities (client_id);

-- Two slots: the old secret remains valid while the new one is rolled out. Stored as SHA-256 of 256 random bits.
create table client_secrets (
  entity_id   uuid        not null,
  client_id   uuid        not null,
  slot        smallint    not null check (slot in (1, 2)),
  secret_hash bytea       not null check (length(secret_hash) = 32),
  created_at  timestamptz not null, -- wall time, as all instants from here on
  expires_at  timestamptz,
  primary key (entity_id, client_id, slot),
  foreign key (entity_id, client_id) references api_clients
);

-- Consecutive failed authentications. Unknown ids are counted too, in one of a bounded number of decoy rows, so that neither
-- the work done nor its duration discloses which ids exist. Hence no foreign key.
create table client_failures (
  client_id       uuid        primary key,
  failures        integer     not null,
  last_failure_at timestamptz not null,
  locked_until    timestamptz
);

-- Used client assertions, until they expire.
create table used_assertions (
  client_id  uuid        not null,
  jti_hash   bytea       not null,
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);
create index used_assertions_by_expiry on used_assertions (expires_at);

-- A request brings only its token, so the key is the hash of the token.
create table access_tokens (
  token_hash bytea       primary key check (length(token_hash) = 32),
  entity_id  uuid        not null,
  client_id  uuid        not null,
  scopes     text[]      not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (entity_id, client_id) references api_clients
);
create index access_tokens_by_expiry on access_tokens (expires_at);

-- Every process caches clients and tokens. These notify it at commit which ones to forget.
create function notify_client_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_changed', new.client_id::text);
  return null;
end $$;
create trigger api_clients_changed after update on api_clients
  for each row execute function notify_client_changed();
create function notify_client_grants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_changed', coalesce(new.client_id, old.client_id)::text);
  return null;
end $$;
create trigger api_client_entities_changed after insert or update or delete on api_client_entities
  for each row execute function notify_client_grants_changed();
create function notify_token_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('token_revoked', encode(new.token_hash, 'hex'));
  return null;
end $$;
create trigger access_tokens_revoked after update on access_tokens
  for each row when (new.revoked_at is not null) execute function notify_token_revoked();
