-- Entities: who the clients are, their limits and their prices. The house, the institution's own book, is one of them.

create table entities (
  entity_id                uuid        primary key,
  service_kind             text        not null check (service_kind in ('RM', 'ABS', 'House')),
  name                     text        not null check (length(name) between 1 and 140),
  legal_name               text        not null,
  trading_name             text,
  entity_type              text        not null
    check (entity_type in ('Company', 'Fund', 'Spv', 'Partnership', 'Trust', 'Individual')),
  registration_number      text,
  lei                      text        check (lei ~ '^[A-Z0-9]{18}[0-9]{2}$'),
  country_of_incorporation text        not null check (country_of_incorporation ~ '^[A-Z]{2}$'),
  jurisdiction             text        not null check (jurisdiction ~ '^[A-Z]{2}$'), -- its rules apply: UK, EU, CA, US ...
  status                   text        not null check (status in ('Onboarding', 'Active', 'Suspended', 'Closed')),
  parent_entity_id         uuid        references entities,
  addresses                jsonb       not null default '[]',
  base_currency            text        not null check (base_currency ~ '^[A-Z]{3}$'), -- limits are counted in it
  time_zone                text        not null, -- its midnight ends the day of the daily limits
  relationship_contacts    jsonb       not null default '[]',
  created_at               timestamptz not null
);
-- There is exactly one house.
create unique index entities_one_house on entities (service_kind) where service_kind = 'House';

-- Limits, in minor units of the entity's base currency. The API's schema validates the rest of the settings.
create table entity_settings (
  entity_id                  uuid     primary key references entities,
  min_trade_minor            bigint   not null check (min_trade_minor > 0),
  max_trade_minor            bigint   not null check (max_trade_minor >= min_trade_minor),
  daily_trade_minor          bigint   not null check (daily_trade_minor >= 0),
  -- Most that the entity may have in spot deals that it has not paid for.
  settlement_minor           bigint   not null check (settlement_minor >= 0),
  min_payment_minor          bigint   not null check (min_payment_minor > 0),
  single_payment_minor       bigint   not null check (single_payment_minor >= min_payment_minor),
  daily_payment_minor        bigint   not null check (daily_payment_minor >= 0),
  held_open_minor            bigint   not null check (held_open_minor >= 0),
  quote_life_spot_seconds    smallint not null check (quote_life_spot_seconds between 5 and 60),
  quote_life_forward_seconds smallint not null check (quote_life_forward_seconds between 5 and 60),
  profile                    jsonb    not null
);

-- Amounts traded and paid by an entity on a day of its time zone. The transaction that books or accepts adds to them.
create table daily_usage (
  entity_id  uuid   not null references entities,
  day        date   not null,
  kind       text   not null check (kind in ('trade', 'payment')),
  used_minor bigint not null check (used_minor >= 0), -- base currency
  primary key (entity_id, day, kind)
);

-- Mark-up per client. Null pair or tenor: any. A row applies from its amount upwards (base currency).
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

-- Every process caches entities. This notifies it at commit which one to forget.
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

-- The house. The code knows its id, since every crossing of money ends in its book.
insert into entities (entity_id, service_kind, name, legal_name, entity_type, country_of_incorporation, jurisdiction,
    status, base_currency, time_zone, created_at)
  values ('00000000-0000-7000-8000-000000000001', 'House', 'House', 'House', 'Company', 'GB', 'UK', 'Active', 'EUR', 'UTC',
    '2026-01-01T00:00:00Z');
