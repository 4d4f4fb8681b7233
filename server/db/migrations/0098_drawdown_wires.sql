-- Money received that funds a drawdown by wire. It is held on the sell account until the drawdown settles or is cancelled.
create table fx_drawdown_wires (
  entity_id          uuid        not null,
  inbound_payment_id uuid        not null,
  trade_id           uuid        not null, -- the drawdown
  amount_minor       bigint      not null check (amount_minor > 0), -- what counts for the drawdown, of its sell currency
  hold_id            uuid,                 -- null: released
  received_at        timestamptz not null, -- business time
  primary key (entity_id, inbound_payment_id),
  foreign key (entity_id, trade_id) references fx_trades
);
create index fx_drawdown_wires_by_trade on fx_drawdown_wires (entity_id, trade_id);

create index fx_trades_open_drawdowns on fx_trades (entity_id, sell_account_id, value_date, trade_id)
  where kind = 'Drawdown' and status in ('PendingApproval', 'Booked', 'AwaitingFunds', 'Overdue', 'SettlementFailed');
