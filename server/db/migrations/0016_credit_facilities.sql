-- Credit facilities of RM entities: the agreed terms, and the deals that are open under them.

create table credit_facilities (
  entity_id              uuid          not null references entities,
  facility_id            uuid          not null,
  version                integer       not null default 1,
  name                   text          not null check (length(name) between 1 and 140),
  status                 text          not null check (status in ('Active', 'ReviewDue', 'Suspended', 'Expired')),
  currency               text          not null check (currency ~ '^[A-Z]{3}$'),
  limit_minor            bigint        not null check (limit_minor >= 0), -- in currency, as all amounts here
  settlement_limit_minor bigint        not null default 0 check (settlement_limit_minor >= 0), -- per day; 0: delivery against payment
  utilisation_basis      text          not null check (utilisation_basis in ('Notional', 'MarginWaiver')),
  margin_method          text          not null check (margin_method in ('PerTrade', 'NetPosition')),
  -- When variation margin is called, and how much.
  call_basis             text          not null check (call_basis in ('RateMove', 'MtmOverNotional', 'NetMtmAbsolute')),
  threshold_percent      numeric(7, 4) not null check (threshold_percent >= 0), -- loss tolerated before a call
  call_percent           numeric(7, 4) not null check (call_percent >= 0),      -- of the notional
  threshold_minor        bigint        check (threshold_minor > 0), -- NetMtmAbsolute: loss tolerated
  call_minor             bigint        check (call_minor > 0),      -- NetMtmAbsolute: calls are multiples of this
  minimum_call_minor     bigint        not null check (minimum_call_minor >= 0),
  due_business_days      smallint      not null check (due_business_days between 0 and 30),
  -- Automatic: calls are collected from arriving money, after initial margin and before payments; OnRequest: the client pays.
  call_collection        text          not null default 'Automatic' check (call_collection in ('Automatic', 'OnRequest')),
  overdue_action         text          not null default 'Alert' check (overdue_action in ('Alert', 'CloseOut')),
  overdue_grace_hours    smallint      not null default 24 check (overdue_grace_hours between 0 and 720),
  max_tenor              text          not null,
  effective_from         date          not null,
  review_date            date          not null,
  expiry_date            date,                -- null: until withdrawn
  -- The facility letter.
  letter_version         integer       not null default 1,
  letter_issued_at       timestamptz,         -- null: when the facility was created
  letter_signed_at       timestamptz,
  security               text          check (length(security) between 1 and 500), -- null: margin only
  conditions_precedent   text[]        not null default
    '{"This letter, signed by the client","Evidence of the powers of those who sign","The client due diligence, completed"}',
  created_at             timestamptz   not null,
  primary key (entity_id, facility_id),
  constraint credit_facility_is_reviewed_later check (review_date > effective_from),
  constraint credit_facility_ends_after_it_begins check (expiry_date >= effective_from)
);

create table credit_terms (
  entity_id                    uuid          not null,
  facility_id                  uuid          not null,
  term_id                      uuid          not null,
  position                     smallint      not null, -- the first term that fits a deal applies
  name                         text          not null,
  products                     text[]        not null check (products <@ '{Forward,Spot}'),
  forward_types                text[]        not null check (forward_types <@ '{Fixed,Window,Open,Variable}'),
  currency_pairs               text[],       -- null: any
  max_tenor                    text          not null,
  limit_minor                  bigint        not null check (limit_minor >= 0),
  initial_margin_percent       numeric(7, 4) not null check (initial_margin_percent between 0 and 100),
  initial_margin_schedule      jsonb         not null default '[]', -- [{fromTenor, toTenor, percent}], ascending; takes precedence over the percent
  initial_margin_minimum_minor bigint        not null default 0 check (initial_margin_minimum_minor >= 0),
  initial_margin_waived        boolean       not null, -- nothing to pay while the limit is not used up
  margin_release               text          not null default 'ProRata' check (margin_release in ('ProRata', 'AtEnd')),
  threshold_percent            numeric(7, 4) check (threshold_percent >= 0), -- null: the facility's
  call_percent                 numeric(7, 4) check (call_percent >= 0),      -- null: the facility's
  status                       text          not null check (status in ('Active', 'Suspended')),
  valid_from                   date          not null,
  valid_to                     date,
  valid_from_version           integer       not null default 1, -- version of the letter that has this term
  primary key (entity_id, term_id),
  unique (entity_id, facility_id, position),
  foreign key (entity_id, facility_id) references credit_facilities
);

-- The deals of a facility, one row each: the facility's own record, written by the modules that book deals on credit.
create table credit_exposures (
  entity_id              uuid          not null,
  trade_id               uuid          not null, -- no foreign key: this record is independent of the trade's
  facility_id            uuid          not null,
  term_id                uuid          not null,
  currency_pair          text          not null,
  base_side              text          not null check (base_side in ('Buy', 'Sell')), -- the client buys or sells the base
  contract_rate          numeric       not null check (contract_rate > 0),
  forward_type           text          not null check (forward_type in ('Fixed', 'Window', 'Open', 'Variable')),
  access_date            date,
  value_date             date          not null,
  -- A deal is valued for one date: a fixed forward for its value date (null here), every other forward for the day that it was
  -- priced for, but not before the spot date of the valuation.
  priced_at_date         date,
  initial_margin_percent numeric(7, 4) not null check (initial_margin_percent between 0 and 100),
  initial_margin_waived  boolean       not null,
  contract_base_minor    bigint        not null check (contract_base_minor > 0),
  contract_counter_minor bigint        not null check (contract_counter_minor > 0),
  base_minor             bigint        not null check (base_minor >= 0), -- not delivered yet
  counter_minor          bigint        not null check (counter_minor >= 0),
  opened_at              timestamptz   not null,
  closed_at              timestamptz,
  primary key (entity_id, trade_id),
  foreign key (entity_id, facility_id) references credit_facilities,
  foreign key (entity_id, term_id) references credit_terms,
  constraint credit_exposures_within_contract check (base_minor <= contract_base_minor and counter_minor <= contract_counter_minor),
  constraint credit_exposures_open check ((closed_at is null) = (base_minor > 0))
);
-- The open deals, for valuation.
create index credit_exposures_open on credit_exposures (entity_id, trade_id) where closed_at is null;
-- The deals that were closed since an instant, for a valuation of the past.
create index credit_exposures_closed on credit_exposures (entity_id, closed_at) where closed_at is not null;

-- The open part of each deal from one instant to the next, for a valuation of the past.
create table credit_exposure_steps (
  entity_id     uuid        not null,
  trade_id      uuid        not null,
  step          integer     not null,
  from_at       timestamptz not null,
  to_at         timestamptz, -- null: current
  base_minor    bigint      not null check (base_minor > 0),
  counter_minor bigint      not null check (counter_minor > 0),
  primary key (entity_id, trade_id, step),
  foreign key (entity_id, trade_id) references credit_exposures,
  constraint credit_exposure_step_ends_after_it_begins check (to_at is null or to_at >= from_at)
);

-- Sums of the open deals that are valued alike, so that a limit is checked without reading the deals.
create table credit_positions (
  entity_id      uuid    not null,
  facility_id    uuid    not null,
  term_id        uuid    not null,
  currency_pair  text    not null,
  base_side      text    not null,
  first_date     date    not null, -- first day of delivery: the value date except for windows
  value_date     date    not null,
  priced_at_date date,
  base_minor     bigint  not null check (base_minor >= 0),
  counter_minor  bigint  not null check (counter_minor >= 0),
  waived_minor   numeric not null check (waived_minor >= 0), -- waived initial margin: base minor units, exact
  deals          integer not null check (deals >= 0),
  foreign key (entity_id, facility_id) references credit_facilities
);
create unique index credit_positions_key on credit_positions
  (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date, priced_at_date) nulls not distinct;

-- Margin of a facility that is held and due, by currency: written by the margin module, read when a limit is checked.
create table credit_cash_margins (
  entity_id    uuid   not null,
  facility_id  uuid   not null,
  kind         text   not null check (kind in ('Initial', 'Variation', 'VariationDue')),
  currency     text   not null,
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (entity_id, facility_id, kind, currency),
  foreign key (entity_id, facility_id) references credit_facilities
);
