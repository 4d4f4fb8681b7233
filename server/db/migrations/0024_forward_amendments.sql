-- Changes of a forward, each quoted first: extend, bring forward, close out, split. A row is a quote until it is booked;
-- booking closes the part it names at market, in a close-out trade, and opens what goes on as another forward.
create table fx_amendments (
  entity_id         uuid        not null,
  amendment_id      uuid        not null,
  trade_id          uuid        not null,            -- the forward that is changed
  client_id         uuid        not null,
  type              text        not null check (type in ('Extend', 'BringForward', 'CloseOut', 'Split')),
  buy_minor         bigint      not null check (buy_minor > 0),  -- the part of the forward that is meant, both legs
  sell_minor        bigint      not null check (sell_minor > 0),
  new_value_date    date,
  near_rate         numeric,                         -- at which the part is closed; null for a split, which closes nothing
  swap_points       numeric     not null,            -- pips between old and new value date, market side
  new_rate          numeric,                         -- null for a close-out
  new_cost_rate     numeric,
  new_mid_rate      numeric     not null,
  spot_rate         numeric     not null,
  new_buy_minor     bigint,
  new_sell_minor    bigint,
  new_revenue_minor bigint      not null default 0 check (new_revenue_minor >= 0), -- counter currency
  new_tenor         text,
  settlement_minor  bigint      not null,            -- counter currency; positive is credited to the client
  created_at        timestamptz not null,            -- business time, as all instants here
  expires_at        timestamptz not null check (expires_at > created_at),
  booked_at         timestamptz,
  close_out_id      uuid,                            -- trades that the booking made
  new_trade_id      uuid,
  primary key (entity_id, amendment_id),
  foreign key (entity_id, trade_id) references fx_forwards (entity_id, trade_id)
);
create index fx_amendments_of_trade on fx_amendments (entity_id, trade_id) where booked_at is not null;
create index fx_amendments_by_age on fx_amendments using brin (created_at);

-- What a close-out that cost the client money still has to give back when it is paid: margin is kept until then.
create table fx_close_outs (
  entity_id            uuid    not null,
  trade_id             uuid    not null,            -- the close-out's own trade
  forward_id           uuid    not null,
  margin_applied_minor bigint  not null check (margin_applied_minor >= 0), -- initial margin released when it settles
  ends_margin          boolean not null,            -- nothing of the forward is left: all of its margin ends with it
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, forward_id) references fx_forwards (entity_id, trade_id)
);
create index fx_close_outs_of_forward on fx_close_outs (entity_id, forward_id, trade_id);
