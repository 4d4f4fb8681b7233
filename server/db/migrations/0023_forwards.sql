-- Forwards: what a forward adds to its trade, the quotes that lead to one, and the draw-downs that use it up.
-- A draw-down and a close-out are trades of their own (fx_trades, parent_trade_id is the forward), so that all products
-- settle in one way.

-- What a close-out pays in cash, in minor units of the pair's counter currency: positive is the client's gain. Its two
-- amounts meet those of the forward it closes, and only their difference moves.
alter table fx_trades add column net_minor bigint;
alter table fx_trades add constraint fx_trades_net_is_of_close_outs check ((net_minor is not null) = (kind = 'CloseOut'));

-- Extended is final too: what goes on is another forward.
create or replace trigger fx_trades_final before update on fx_trades for each row
  when (old.status in ('Settled', 'Cancelled', 'ClosedOut', 'Extended') and new.status is distinct from old.status)
  execute function keep_final_trades();

-- A close-out that cost the client money waits for it on the account of the counter currency, which it may be buying.
create index fx_trades_unfunded_close_outs on fx_trades (entity_id, value_date, trade_id)
  where kind = 'CloseOut' and status in ('AwaitingFunds', 'Overdue', 'SettlementFailed');
-- Draw-downs and close-outs of a forward, and the forwards that came out of it.
create index fx_trades_of_parent on fx_trades (entity_id, parent_trade_id, trade_id) where parent_trade_id is not null;

-- What a forward's quote says beyond price and amounts.
create table fx_forward_quotes (
  entity_id              uuid    not null,
  quote_id               uuid    not null,
  forward_type           text    not null check (forward_type in ('Fixed', 'Window', 'Open', 'Variable')),
  access_date            date    not null,          -- first day that can be drawn
  priced_at_date         date    not null,          -- the day of the window that is worst for the client
  spot_rate              numeric not null check (spot_rate > 0),
  reason                 text,
  facility_id            uuid    not null,
  term_id                uuid    not null,
  margin_side            text    not null check (margin_side in ('Buy', 'Sell')),
  margin_percent         numeric not null check (margin_percent >= 0),
  margin_minor           bigint  not null check (margin_minor >= 0), -- of the currency of margin_side
  default_beneficiary_id uuid,
  primary key (entity_id, quote_id),
  foreign key (entity_id, quote_id) references fx_quotes on delete cascade
);

create table fx_forwards (
  entity_id              uuid    not null,
  trade_id               uuid    not null,
  forward_type           text    not null check (forward_type in ('Fixed', 'Window', 'Open', 'Variable')),
  access_date            date    not null,
  priced_at_date         date    not null,
  spot_rate              numeric not null check (spot_rate > 0),
  reason                 text    not null,          -- what the deal is for: without one it would be an investment product
  funds_delivery         text    not null check (funds_delivery in ('Deliverable', 'NonDeliverable')),
  facility_id            uuid    not null,
  term_id                uuid    not null,
  default_beneficiary_id uuid,
  -- Minor units of the currencies bought and sold. Drawn and amended away can never be more than was contracted, and
  -- the last minor unit of both legs goes at once, whoever writes it.
  contract_buy_minor     bigint  not null check (contract_buy_minor > 0),
  contract_sell_minor    bigint  not null check (contract_sell_minor > 0),
  drawn_buy_minor        bigint  not null default 0 check (drawn_buy_minor >= 0),
  drawn_sell_minor       bigint  not null default 0 check (drawn_sell_minor >= 0),
  amended_buy_minor      bigint  not null default 0 check (amended_buy_minor >= 0),
  amended_sell_minor     bigint  not null default 0 check (amended_sell_minor >= 0),
  -- Counter currency: the part of the trade's revenue that draw-downs and amendments have not yet taken along.
  open_revenue_minor     bigint  not null check (open_revenue_minor >= 0),
  watched_until          timestamptz not null,      -- alerts and deadlines up to this business time have been seen to
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  constraint fx_forwards_within_contract check (drawn_buy_minor + amended_buy_minor <= contract_buy_minor
    and drawn_sell_minor + amended_sell_minor <= contract_sell_minor),
  constraint fx_forwards_legs_end_together check (
    (drawn_buy_minor + amended_buy_minor = contract_buy_minor) = (drawn_sell_minor + amended_sell_minor = contract_sell_minor))
);

create table fx_drawdowns (
  entity_id            uuid    not null,
  trade_id             uuid    not null,            -- the draw-down's own trade
  forward_id           uuid    not null,            -- the forward's trade
  funding_method       text    not null check (funding_method in ('CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit')),
  margin_applied_minor bigint  not null default 0 check (margin_applied_minor >= 0), -- released to this draw-down
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, forward_id) references fx_forwards (entity_id, trade_id)
);
create index fx_drawdowns_of_forward on fx_drawdowns (entity_id, forward_id, trade_id);
