-- Held rates: a price held for minutes to a day against a premium, for an amount that is only estimated at the request. A
-- booking is a trade of kind HeldRate; several bookings may use one held rate of multiple use.

create table held_rates (
  entity_id          uuid        not null references entities,
  quote_id           uuid        not null,
  client_id          uuid        not null,
  status             text        not null check (status in ('Active', 'PartlyUsed', 'Booked', 'Exhausted', 'Expired', 'Cancelled')),
  version            integer     not null default 1,
  currency_pair      text        not null,                          -- a rate is counter currency per unit of base
  direction          text        not null check (direction in ('OneWay', 'TwoWay')),
  usage              text        not null check (usage in ('Single', 'Multiple')),
  buy_currency       text        not null,
  sell_currency      text        not null,
  fixed_side         text        not null check (fixed_side in ('Buy', 'Sell')),
  -- Minor units of the currency of the fixed side.
  estimated_minor    bigint      not null check (estimated_minor > 0),
  max_minor          bigint      not null check (max_minor >= estimated_minor),
  utilised_minor     bigint      not null default 0 check (utilised_minor >= 0),
  limit_minor        bigint      not null check (limit_minor > 0),  -- the estimate in the entity's base currency
  tenor              text        not null,                          -- ISO 8601 duration of the hold
  post_expiry_action text        not null check (post_expiry_action in
    ('Reject', 'AcceptAtSpot', 'UtiliseNextAvailableQuote', 'ExecuteAtMarketOpen')),
  -- The client's rates, and the market's behind them: bid if the client sells the base, ask if the client buys it.
  bid                numeric     check (bid > 0),
  ask                numeric     check (ask > 0),
  cost_bid           numeric     check (cost_bid > 0),
  cost_ask           numeric     check (cost_ask > 0),
  points_bid         numeric,
  points_ask         numeric,
  mid                numeric     not null check (mid > 0),
  markup_bps         numeric     not null check (markup_bps >= 0),
  premium_bps        numeric     not null check (premium_bps >= 0),
  volatility_percent numeric     not null check (volatility_percent > 0),
  trade_date         date        not null,
  delivery_dates     date[]      not null check (cardinality(delivery_dates) > 0), -- their cut-offs pass after expires_at
  created_at         timestamptz not null,
  expires_at         timestamptz not null check (expires_at > created_at),
  primary key (entity_id, quote_id),
  -- Bookings never exceed the held maximum, for every writer.
  constraint held_rates_used_within_maximum check (utilised_minor <= max_minor),
  constraint held_rates_side check (case direction when 'TwoWay' then bid is not null and ask is not null
    else (bid is null) <> (ask is null) end),
  constraint held_rates_costs check ((bid is null) = (cost_bid is null) and (ask is null) = (cost_ask is null)
    and (bid is null) = (points_bid is null) and (ask is null) = (points_ask is null))
);
-- The list of an entity, by expiry, and its open held rates.
create index held_rates_by_expiry on held_rates (entity_id, expires_at, quote_id);

alter table fx_trades add constraint fx_trades_held_rate foreign key (entity_id, held_rate_id) references held_rates;

-- How a trade came about: the held rate that was requested, and the one whose price was dealt, if any.
create table held_rate_bookings (
  entity_id           uuid        not null,
  trade_id            uuid        not null,
  quote_id            uuid        not null,
  used_quote_id       uuid,                                         -- null if the market's price was dealt
  mode                text        not null check (mode in ('Held', 'Spot', 'NextQuote', 'MarketOpenOrder')),
  amount_minor        bigint      not null check (amount_minor > 0), -- of the fixed currency
  wanted_value_date   date,
  value_date_adjusted boolean     not null,
  created_at          timestamptz not null,
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, quote_id) references held_rates,
  foreign key (entity_id, used_quote_id) references held_rates
);
create index held_rate_bookings_by_quote on held_rate_bookings (entity_id, quote_id);
create index held_rate_bookings_by_used_quote on held_rate_bookings (entity_id, used_quote_id) where used_quote_id is not null;

-- The price of a single-use held rate is dealt once, for every writer.
create function check_single_use() returns trigger language plpgsql as $$
begin
  raise exception 'held rate % is single-use and already used', new.quote_id using errcode = 'restrict_violation';
end $$;
create trigger held_rates_single_use before update on held_rates for each row
  when (old.usage = 'Single' and old.utilised_minor > 0 and new.utilised_minor > old.utilised_minor)
  execute function check_single_use();
