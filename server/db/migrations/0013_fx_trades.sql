-- One record for all products: spot now; forwards, drawdowns, close-outs and held rates add rows, not tables.
create table fx_trades (
  entity_id             uuid        not null references entities,
  trade_id              uuid        not null,
  kind                  text        not null check (kind in ('Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut')),
  subtype               text,
  status                text        not null,
  version               integer     not null default 1,
  parent_trade_id       uuid,                            -- a drawdown's forward
  quote_id              uuid,
  client_id             uuid        not null,
  client_reference      text,
  currency_pair         text        not null,            -- a rate is counter currency per unit of base
  fixed_side            text        not null check (fixed_side in ('Buy', 'Sell')),
  buy_currency          text        not null,
  buy_minor             bigint      not null check (buy_minor > 0),
  buy_account_id        uuid        not null,
  sell_currency         text        not null,
  sell_minor            bigint      not null check (sell_minor > 0),
  sell_account_id       uuid        not null,
  rate                  numeric     not null,
  cost_rate             numeric     not null,
  mid_rate              numeric     not null,
  forward_points        numeric     not null,
  cost_minor            bigint      not null,            -- what mark-up and spread cost the client against mid; sell currency
  revenue_minor         bigint      not null check (revenue_minor >= 0), -- counter currency: the client's amount less the cover's, in the house's favour
  tenor                 text,
  trade_date            date        not null,
  value_date            date        not null,
  cut_off_at            timestamptz not null,            -- until when the money sold must be there; business time, as all instants here
  hold_id               uuid,                            -- what an ABS trade keeps of its sell account until it settles
  settlement_journal_id uuid,
  funded_at             timestamptz,
  settled_at            timestamptz,
  failure_reason        text,
  payment_ids           uuid[]      not null default '{}', -- payouts attached to the trade
  history               jsonb       not null,            -- [{status, at, by, reason}], oldest first
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (entity_id, trade_id),
  foreign key (entity_id, parent_trade_id) references fx_trades,
  foreign key (entity_id, quote_id) references fx_quotes,
  foreign key (entity_id, buy_account_id) references ledger_accounts,
  foreign key (entity_id, sell_account_id) references ledger_accounts,
  constraint fx_trades_settled_once check ((settlement_journal_id is null) = (settled_at is null))
);
create unique index fx_trades_client_reference on fx_trades (entity_id, client_reference) where client_reference is not null;
-- A single-use quote makes one trade, whoever writes it.
create unique index fx_trades_one_per_quote on fx_trades (entity_id, quote_id) where kind in ('Spot', 'Forward');
-- What arriving money may settle.
create index fx_trades_unfunded on fx_trades (entity_id, sell_account_id, value_date, trade_id)
  where status in ('AwaitingFunds', 'Overdue', 'SettlementFailed');
create index fx_trades_updated on fx_trades (entity_id, updated_at);

create function keep_final_trades() returns trigger language plpgsql as $$
begin
  raise exception 'trade % is %, which is final', old.trade_id, old.status using errcode = 'restrict_violation';
end $$;
create trigger fx_trades_final before update on fx_trades for each row
  when (old.status in ('Settled', 'Cancelled', 'ClosedOut') and new.status is distinct from old.status)
  execute function keep_final_trades();
