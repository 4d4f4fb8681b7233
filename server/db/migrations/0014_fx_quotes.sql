-- Executable quotes: bound to an entity, a pair, a side, an amount, a value date and two accounts, for a few seconds.

-- Written in batches and hot, so without foreign keys; the inserting statement checks accounts and limits.
create table fx_quotes (
  entity_id       uuid        not null,
  quote_id        uuid        not null,
  kind            text        not null check (kind in ('Spot', 'Forward', 'HeldRate')),
  client_id       uuid        not null,
  currency_pair   text        not null, -- a rate is counter currency per unit of base
  fixed_side      text        not null check (fixed_side in ('Buy', 'Sell')),
  buy_currency    text        not null,
  buy_minor       bigint      not null check (buy_minor > 0),  -- bought by the client
  buy_account_id  uuid        not null,
  sell_currency   text        not null,
  sell_minor      bigint      not null check (sell_minor > 0), -- sold by the client
  sell_account_id uuid        not null,
  rate            numeric     not null check (rate > 0),       -- the client's
  cost_rate       numeric     not null check (cost_rate > 0),  -- the market's, before mark-up
  mid_rate        numeric     not null check (mid_rate > 0),
  forward_points  numeric     not null,
  cost_minor      bigint      not null, -- cost of mark-up and spread to the client against mid; sell currency
  -- Counter currency: the client's amount less that of the cover deal; negative if a promised rate has turned out better than cost.
  revenue_minor   bigint      not null,
  limit_minor     bigint      not null check (limit_minor > 0), -- counts towards the daily limit; entity's base currency
  tenor           text        not null,
  trade_date      date        not null,
  value_date      date        not null,
  cut_off_at      timestamptz not null, -- last instant at which this value date can be dealt
  created_at      timestamptz not null,
  expires_at      timestamptz not null check (expires_at > created_at),
  trade_id        uuid,                 -- set at booking
  primary key (entity_id, quote_id)
);
-- Old quotes that were never booked are deleted in small steps.
create index fx_quotes_by_age on fx_quotes using brin (created_at);
