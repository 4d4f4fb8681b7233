-- Forwards: the quotes that lead to one, the terms it adds to its trade, and the drawdowns and close-outs that use it up.
-- Drawdowns and close-outs are trades of their own, so that all products settle in one way.

-- The terms of a forward's quote beyond price and amounts.
create table fx_forward_quotes (
  entity_id              uuid    not null,
  quote_id               uuid    not null,
  forward_type           text    not null check (forward_type in ('Fixed', 'Window', 'Open', 'Variable')),
  access_date            date    not null,          -- first day for drawdowns
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
  entity_id              uuid        not null,
  trade_id               uuid        not null,
  forward_type           text        not null check (forward_type in ('Fixed', 'Window', 'Open', 'Variable')),
  access_date            date        not null,
  priced_at_date         date        not null,
  spot_rate              numeric     not null check (spot_rate > 0),
  reason                 text        not null, -- commercial purpose: without one it would be an investment product
  funds_delivery         text        not null check (funds_delivery in ('Deliverable', 'NonDeliverable')),
  facility_id            uuid        not null,
  term_id                uuid        not null,
  default_beneficiary_id uuid,
  -- Drawn and amended amounts never exceed the contract, and the last minor units of both legs are used together, for every
  -- writer.
  contract_buy_minor     bigint      not null check (contract_buy_minor > 0),
  contract_sell_minor    bigint      not null check (contract_sell_minor > 0),
  drawn_buy_minor        bigint      not null default 0 check (drawn_buy_minor >= 0),
  drawn_sell_minor       bigint      not null default 0 check (drawn_sell_minor >= 0),
  amended_buy_minor      bigint      not null default 0 check (amended_buy_minor >= 0),
  amended_sell_minor     bigint      not null default 0 check (amended_sell_minor >= 0),
  -- Counter currency: the part of the trade's revenue that drawdowns and amendments have not used yet.
  open_revenue_minor     bigint      not null,
  -- Initial margin of the open part, in the margin's currency. A drawdown or close-out takes its share. The held amount beyond
  -- this and the shares of unsettled deals is released.
  open_margin_minor      bigint      not null default 0
    constraint fx_forwards_open_margin_not_negative check (open_margin_minor >= 0),
  watched_until          timestamptz not null, -- alerts and deadlines up to this instant are done
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  constraint fx_forwards_within_contract check (drawn_buy_minor + amended_buy_minor <= contract_buy_minor
    and drawn_sell_minor + amended_sell_minor <= contract_sell_minor),
  constraint fx_forwards_legs_end_together check (
    (drawn_buy_minor + amended_buy_minor = contract_buy_minor) = (drawn_sell_minor + amended_sell_minor = contract_sell_minor))
);

create table fx_drawdowns (
  entity_id            uuid   not null,
  trade_id             uuid   not null, -- the drawdown's own trade
  forward_id           uuid   not null, -- the forward's trade
  funding_method       text   not null check (funding_method in ('CurrencyAccount', 'WireTransfer', 'PreAuthorizedDebit')),
  margin_applied_minor bigint not null default 0 check (margin_applied_minor >= 0), -- released to this drawdown
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, forward_id) references fx_forwards (entity_id, trade_id)
);
create index fx_drawdowns_of_forward on fx_drawdowns (entity_id, forward_id, trade_id);

-- Money received that funds a drawdown by wire. It is held on the sell account until the drawdown settles or is cancelled.
create table fx_drawdown_wires (
  entity_id          uuid        not null,
  inbound_payment_id uuid        not null,
  trade_id           uuid        not null, -- the drawdown
  amount_minor       bigint      not null check (amount_minor > 0), -- counted for the drawdown, in its sell currency
  hold_id            uuid,                 -- null: released
  received_at        timestamptz not null,
  primary key (entity_id, inbound_payment_id),
  foreign key (entity_id, trade_id) references fx_trades
);
create index fx_drawdown_wires_by_trade on fx_drawdown_wires (entity_id, trade_id);

create table fx_close_outs (
  entity_id            uuid    not null,
  trade_id             uuid    not null, -- the close-out's own trade
  forward_id           uuid    not null,
  margin_applied_minor bigint  not null check (margin_applied_minor >= 0), -- initial margin released when it settles
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, forward_id) references fx_forwards (entity_id, trade_id)
);
create index fx_close_outs_of_forward on fx_close_outs (entity_id, forward_id, trade_id);

-- Sales of margin in another currency that pay the loss of a close-out.
create table fx_loss_covers (
  entity_id        uuid   not null,
  trade_id         uuid   not null, -- the sale
  close_out_id     uuid   not null, -- the trade with the unpaid loss
  facility_id      uuid   not null,
  margin_kind      text   not null check (margin_kind in ('Initial', 'Variation')),
  margin_trade_id  uuid   not null, -- all zeros: the facility's net position
  sold_minor       bigint not null check (sold_minor > 0),   -- at most the held amount, which credit_margins enforces
  bought_minor     bigint not null check (bought_minor > 0), -- loss currency
  proceeds_hold_id uuid,            -- the bought amount is held until the loss is paid
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, close_out_id) references fx_trades,
  foreign key (entity_id, facility_id, margin_kind, margin_trade_id)
    references credit_margins (entity_id, facility_id, kind, trade_id)
);
create index fx_loss_covers_of_close_out on fx_loss_covers (entity_id, close_out_id, trade_id);

-- Amounts that an entity owes for its deals: the one definition behind credit utilisation, the check of new deals and the sale
-- of margin for an unpaid loss (credit/unpaid). Losses of close-outs count from their booking; other trades once they are
-- overdue. An overdue forward or drawdown still is an exposure of its facility, so its amount uses no credit a second time.
create view unpaid_trades as
  select t.entity_id, t.trade_id, t.kind, t.status,
    -- The facility of a forward is its own; spot deals have none and count in the entity's first.
    coalesce(f.facility_id,
      (select c.facility_id from credit_facilities c where c.entity_id = t.entity_id order by c.facility_id limit 1)
    ) as facility_id,
    case when t.kind = 'CloseOut' then split_part(t.currency_pair, '/', 2) else t.sell_currency end as currency,
    case t.kind
      when 'CloseOut' then -t.net_minor
      when 'Forward' then f.contract_sell_minor - f.drawn_sell_minor - f.amended_sell_minor
      else t.sell_minor
    end as amount_minor,
    t.cut_off_at as due_at,
    t.kind in ('Forward', 'Drawdown') as is_exposure
  from fx_trades t
  left join fx_forwards f on f.entity_id = t.entity_id
    and f.trade_id = case t.kind when 'Forward' then t.trade_id else t.parent_trade_id end
  where (t.status in ('AwaitingFunds', 'Overdue', 'SettlementFailed') or (t.status = 'Executed' and t.kind = 'CloseOut'))
    and t.hold_id is null
    and case t.kind
      when 'CloseOut' then t.net_minor < 0
      when 'Forward' then t.status = 'Overdue'
      else true
    end;
