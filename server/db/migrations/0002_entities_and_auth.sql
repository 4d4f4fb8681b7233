-- Who the clients are, what each may do and at what price, and the API clients that act for them.

create table entities (
  entity_id                uuid primary key,
  service_kind             text not null check (service_kind in ('RM', 'ABS', 'House')),
  name                     text not null check (length(name) between 1 and 140),
  legal_name               text not null,
  trading_name             text,
  entity_type              text not null
    check (entity_type in ('Company', 'Fund', 'Spv', 'Partnership', 'Trust', 'Individual')),
  registration_number      text,
  lei                      text check (lei ~ '^[A-Z0-9]{18}[0-9]{2}$'),
  country_of_incorporation text not null check (country_of_incorporation ~ '^[A-Z]{2}$'),
  jurisdiction             text not null check (jurisdiction ~ '^[A-Z]{2}$'), -- whose rules apply: UK, EU, CA, US ...
  status                   text not null check (status in ('Onboarding', 'Active', 'Suspended', 'Closed')),
  parent_entity_id         uuid references entities,
  addresses                jsonb not null default '[]',
  base_currency            text not null check (base_currency ~ '^[A-Z]{3}$'), -- limits are counted in it
  time_zone                text not null, -- its midnight ends the day of the daily limits
  relationship_contacts    jsonb not null default '[]',
  created_at               timestamptz not null -- business time
);
-- The institution's own book is one entity, and there is one.
create unique index entities_one_house on entities (service_kind) where service_kind = 'House';

-- Minor units of the entity's base currency. The rest of the settings is validated by the schema when it is written.
create table entity_settings (
  entity_id                  uuid primary key references entities,
  min_trade_minor            bigint   not null check (min_trade_minor > 0),
  max_trade_minor            bigint   not null check (max_trade_minor >= min_trade_minor),
  daily_trade_minor          bigint   not null check (daily_trade_minor >= 0),
  min_payment_minor          bigint   not null check (min_payment_minor > 0),
  single_payment_minor       bigint   not null check (single_payment_minor >= min_payment_minor),
  daily_payment_minor        bigint   not null check (daily_payment_minor >= 0),
  held_open_minor            bigint   not null check (held_open_minor >= 0),
  quote_life_spot_seconds    smallint not null check (quote_life_spot_seconds between 5 and 60),
  quote_life_forward_seconds smallint not null check (quote_life_forward_seconds between 5 and 60),
  profile                    jsonb    not null
);

-- What an entity has traded and paid on a day of its time zone; counted up in the transaction that books or accepts.
create table daily_usage (
  entity_id  uuid   not null references entities,
  day        date   not null,
  kind       text   not null check (kind in ('trade', 'payment')),
  used_minor bigint not null check (used_minor >= 0), -- base currency
  primary key (entity_id, day, kind)
);

-- Mark-up per client. Null pair or tenor: any. A row holds from its amount upwards (base currency).
create table client_pricing (
  entity_id         uuid          not null references entities,
  pricing_id        uuid          not null,
  currency_pair     text          check (currency_pair ~ '^[A-Z]{3}/[A-Z]{3}$'),
  tenor             text,
  from_amount_minor bigint        not null check (from_amount_minor >= 0),
  markup_bps        numeric(8, 3) not null check (markup_bps between 0 and 1000),
  primary key (entity_id, pricing_id),
  constraint client_pricing_one_per_tier unique nulls not distinct (entity_id, currency_pair, tenor, from_amount_minor)
);

create table api_clients (
  entity_id     uuid        not null references entities,
  client_id     uuid        not null,
  name          text        not null check (length(name) between 1 and 140),
  role          text        not null check (role in ('maker', 'approver')), -- an approver may not approve its own
  status        text        not null check (status in ('Active', 'Blocked')),
  grants        text[]      not null, -- scopes it may ask for
  ip_allow_list text[]      not null default '{}', -- addresses or CIDR ranges; empty: any
  jwks          jsonb,                -- public keys for private_key_jwt
  created_at    timestamptz not null, -- wall time
  primary key (entity_id, client_id),
  unique (client_id) -- a token request names the client alone
);

-- Two slots: the old secret goes on working while the new one is rolled out. SHA-256 of 256 random bits.
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

-- Failed authentications in a row. Ids that do not exist are counted too, in one of a bounded number of decoy rows,
-- so that the work done (and the time it takes) says nothing about which ids exist. Hence no foreign key.
create table client_failures (
  client_id       uuid primary key,
  failures        integer     not null,
  last_failure_at timestamptz not null,
  locked_until    timestamptz
);

-- Assertions already used, until they would have expired anyhow.
create table used_assertions (
  client_id  uuid        not null,
  jti_hash   bytea       not null,
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);
create index used_assertions_by_expiry on used_assertions (expires_at);

-- A token names nothing but itself, so its key is its hash.
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

-- Every process caches entities and tokens; these tell it what to forget, at commit.
create function notify_entity_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('entity_changed', coalesce(new.entity_id, old.entity_id)::text);
  return null;
end $$;
create trigger entities_changed after insert or update on entities
  for each row execute function notify_entity_changed();
create trigger entity_settings_changed after insert or update on entity_settings
  for each row execute function notify_entity_changed();
create trigger client_pricing_changed after insert or update or delete on client_pricing
  for each row execute function notify_entity_changed();

create function notify_client_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_changed', new.client_id::text);
  return null;
end $$;
create trigger api_clients_changed after update on api_clients
  for each row execute function notify_client_changed();

create function notify_token_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('token_revoked', encode(new.token_hash, 'hex'));
  return null;
end $$;
create trigger access_tokens_revoked after update on access_tokens
  for each row when (new.revoked_at is not null) execute function notify_token_revoked();

-- The house. Its id is known to the code, as every crossing of money ends in its book.
insert into entities (entity_id, service_kind, name, legal_name, entity_type, country_of_incorporation, jurisdiction,
    status, base_currency, time_zone, created_at)
  values ('00000000-0000-7000-8000-000000000001', 'House', 'House', 'House', 'Company', 'GB', 'UK', 'Active', 'EUR', 'UTC',
    '2026-01-01T00:00:00Z');
insert into books (entity_id) values ('00000000-0000-7000-8000-000000000001');
