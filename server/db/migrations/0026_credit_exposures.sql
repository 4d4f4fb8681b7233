-- What a facility's terms still lacked: minimum and ladder of the initial margin, how it is released, variation margin of
-- their own; and of the facility: absolute thresholds, what an unmet call leads to, the letter's version.
alter table credit_facilities
  add column threshold_minor        bigint   check (threshold_minor > 0), -- NetMtmAbsolute: loss tolerated, facility's currency
  add column call_minor             bigint   check (call_minor > 0),      -- NetMtmAbsolute: calls come in blocks of this
  add column overdue_action         text     not null default 'Alert' check (overdue_action in ('Alert', 'CloseOut')),
  add column overdue_grace_hours    smallint not null default 24 check (overdue_grace_hours between 0 and 720),
  add column letter_version         integer  not null default 1,
  add column letter_issued_at       timestamptz, -- null: when the facility was created
  add column letter_signed_at       timestamptz,
  add column version                integer  not null default 1;

alter table credit_terms
  add column initial_margin_minimum_minor bigint not null default 0 check (initial_margin_minimum_minor >= 0), -- facility's currency
  add column initial_margin_schedule      jsonb  not null default '[]', -- [{fromTenor, toTenor, percent}], ascending; goes before the percent
  add column margin_release               text   not null default 'ProRata' check (margin_release in ('ProRata', 'AtEnd')),
  add column threshold_percent            numeric(7, 4) check (threshold_percent >= 0), -- null: the facility's
  add column call_percent                 numeric(7, 4) check (call_percent >= 0),
  add column valid_from_version           integer not null default 1; -- version of the letter that has this term

-- What is open under a facility, one row a deal: the facility's own record, kept by whoever books deals on credit.
create table credit_exposures (
  entity_id              uuid          not null,
  trade_id               uuid          not null, -- the deal's; no reference, this record stands by itself
  facility_id            uuid          not null,
  term_id                uuid          not null,
  currency_pair          text          not null,
  base_side              text          not null check (base_side in ('Buy', 'Sell')), -- what the client does with the base
  contract_rate          numeric       not null check (contract_rate > 0),
  forward_type           text          not null check (forward_type in ('Fixed', 'Window', 'Open', 'Variable')),
  access_date            date,
  value_date             date          not null,
  initial_margin_percent numeric(7, 4) not null check (initial_margin_percent between 0 and 100),
  initial_margin_waived  boolean       not null,
  contract_base_minor    bigint        not null check (contract_base_minor > 0),
  contract_counter_minor bigint        not null check (contract_counter_minor > 0),
  base_minor             bigint        not null check (base_minor >= 0), -- what is left to be delivered
  counter_minor          bigint        not null check (counter_minor >= 0),
  opened_at              timestamptz   not null, -- business time, as all instants here
  closed_at              timestamptz,
  primary key (entity_id, trade_id),
  foreign key (entity_id, facility_id) references credit_facilities,
  foreign key (entity_id, term_id) references credit_terms,
  check (base_minor <= contract_base_minor and counter_minor <= contract_counter_minor),
  constraint credit_exposures_open check ((closed_at is null) = (base_minor > 0))
);
-- The open ones of a facility, for valuation: closed deals cost it nothing.
create index credit_exposures_open on credit_exposures (entity_id, trade_id) where closed_at is null;

-- Those that were closed since an instant, for a valuation of the past.
create index credit_exposures_closed on credit_exposures (entity_id, closed_at) where closed_at is not null;

-- What was left of each deal from one instant to the next: a valuation of the past reads it.
create table credit_exposure_steps (
  entity_id     uuid        not null,
  trade_id      uuid        not null,
  step          integer     not null,
  from_at       timestamptz not null,
  to_at         timestamptz, -- null: still so
  base_minor    bigint      not null check (base_minor > 0),
  counter_minor bigint      not null check (counter_minor > 0),
  primary key (entity_id, trade_id, step),
  foreign key (entity_id, trade_id) references credit_exposures,
  check (to_at is null or to_at >= from_at)
);

-- Sums of the open deals that are valued alike, so that a limit is checked without reading the deals.
create table credit_positions (
  entity_id             uuid    not null,
  facility_id           uuid    not null,
  term_id               uuid    not null,
  currency_pair         text    not null,
  base_side             text    not null,
  first_date            date    not null, -- of delivery; the value date but for windows
  value_date            date    not null,
  base_minor            bigint  not null check (base_minor >= 0),
  counter_minor         bigint  not null check (counter_minor >= 0),
  waived_minor          numeric not null check (waived_minor >= 0), -- initial margin waived: base minor units, exact
  deals                 integer not null check (deals >= 0),
  primary key (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date),
  foreign key (entity_id, facility_id) references credit_facilities
);

-- Margin held and due of a facility, by currency: kept by the margin module, read when a limit is checked.
create table credit_cash_margins (
  entity_id    uuid   not null,
  facility_id  uuid   not null,
  kind         text   not null check (kind in ('Initial', 'Variation', 'VariationDue')),
  currency     text   not null,
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (entity_id, facility_id, kind, currency),
  foreign key (entity_id, facility_id) references credit_facilities
);
