-- Trades of all products, their approvals and amendments.

-- One record for all products. Forwards, drawdowns, close-outs and held rates add rows here and tables of their own.
create table fx_trades (
  entity_id                uuid        not null references entities,
  trade_id                 uuid        not null,
  kind                     text        not null check (kind in ('Spot', 'Forward', 'HeldRate', 'Drawdown', 'CloseOut')),
  subtype                  text,
  status                   text        not null,
  version                  integer     not null default 1,
  parent_trade_id          uuid,                            -- forward of a drawdown or close-out
  quote_id                 uuid,
  held_rate_id             uuid,                            -- of a HeldRate trade, as quote_id of a spot trade
  client_id                uuid        not null,
  client_reference         text,
  dedupe_reference         text,                            -- client reference of a HeldRate trade: unique for 24 hours, then free again
  currency_pair            text        not null,            -- a rate is counter currency per unit of base
  fixed_side               text        not null check (fixed_side in ('Buy', 'Sell')),
  buy_currency             text        not null,
  buy_minor                bigint      not null check (buy_minor > 0),
  buy_account_id           uuid        not null,
  sell_currency            text        not null,
  sell_minor               bigint      not null check (sell_minor > 0),
  sell_account_id          uuid        not null,
  -- Cash settlement of a close-out in counter currency; positive is the client's gain. The two amounts of a close-out meet those
  -- of the forward that it closes, and only their difference moves.
  net_minor                bigint,
  -- Size of a spot deal whose money is not held, at mid when it was quoted, in the entity's base currency: it uses the settlement
  -- limit until the trade is settled, cancelled or closed out. Null for all other trades.
  settlement_minor         bigint      check (settlement_minor > 0),
  rate                     numeric     not null,
  cost_rate                numeric     not null,
  mid_rate                 numeric     not null,
  forward_points           numeric     not null,
  cost_minor               bigint      not null,            -- cost of mark-up and spread to the client against mid; sell currency
  -- Counter currency: the client's amount less that of the cover deal; negative if a promised rate has turned out better than cost.
  revenue_minor            bigint      not null,
  tenor                    text,
  trade_date               date        not null,
  value_date               date        not null,
  cut_off_at               timestamptz not null,            -- the sold money is due until then
  hold_id                  uuid,                            -- of an ABS trade, on its sell account until it settles
  settlement_journal_id    uuid,
  funded_at                timestamptz,
  settled_at               timestamptz,
  failure_reason           text,
  payment_ids              uuid[]      not null default '{}', -- payouts attached to the trade
  -- Confirmation of the trade; null until it is first requested. The terms of an executed trade do not change, so it has one.
  confirmation_document_id uuid,
  history                  jsonb       not null,            -- [{status, at, by, reason}], oldest first
  created_at               timestamptz not null,
  updated_at               timestamptz not null,
  primary key (entity_id, trade_id),
  foreign key (entity_id, parent_trade_id) references fx_trades,
  foreign key (entity_id, quote_id) references fx_quotes,
  foreign key (entity_id, buy_account_id) references ledger_accounts,
  foreign key (entity_id, sell_account_id) references ledger_accounts,
  constraint fx_trades_settled_once check ((settlement_journal_id is null) = (settled_at is null)),
  constraint fx_trades_held_rate_kind check (kind = 'HeldRate' or (held_rate_id is null and dedupe_reference is null)),
  constraint fx_trades_net_is_of_close_outs check ((net_minor is not null) = (kind = 'CloseOut'))
);
create unique index fx_trades_client_reference on fx_trades (entity_id, client_reference) where client_reference is not null;
create index fx_trades_dedupe_reference on fx_trades (entity_id, dedupe_reference, created_at)
  where dedupe_reference is not null;
-- A single-use quote makes one trade, for every writer.
create unique index fx_trades_one_per_quote on fx_trades (entity_id, quote_id) where kind in ('Spot', 'Forward');
create index fx_trades_updated on fx_trades (entity_id, updated_at);
-- Drawdowns and close-outs of a forward, and the forwards that followed it.
create index fx_trades_of_parent on fx_trades (entity_id, parent_trade_id, trade_id) where parent_trade_id is not null;
-- Trades that arriving money may settle.
create index fx_trades_unfunded on fx_trades (entity_id, sell_account_id, value_date, trade_id)
  where status in ('AwaitingFunds', 'Overdue', 'SettlementFailed');
-- A close-out with a loss waits for money on the account of the counter currency, which the client may be buying.
create index fx_trades_unfunded_close_outs on fx_trades (entity_id, value_date, trade_id)
  where kind = 'CloseOut' and status in ('AwaitingFunds', 'Overdue', 'SettlementFailed');
create index fx_trades_open_drawdowns on fx_trades (entity_id, sell_account_id, value_date, trade_id)
  where kind = 'Drawdown' and status in ('PendingApproval', 'Booked', 'AwaitingFunds', 'Overdue', 'SettlementFailed');
create index fx_trades_unpaid on fx_trades (entity_id, trade_id)
  where status in ('AwaitingFunds', 'Overdue', 'SettlementFailed') or (status = 'Executed' and kind = 'CloseOut');
create index fx_trades_unsettled_spot on fx_trades (entity_id) include (settlement_minor)
  where settlement_minor is not null
    and status in ('PendingApproval', 'Executed', 'AwaitingFunds', 'Overdue', 'SettlementFailed');

-- Refuses to leave a final status. An extended forward is final too: another forward follows it. So is a queued trade that
-- could not be dealt when the market opened.
create function keep_final_trades() returns trigger language plpgsql as $$
begin
  raise exception 'trade % is %, which is final', old.trade_id, old.status using errcode = 'restrict_violation';
end $$;
create trigger fx_trades_final before update on fx_trades for each row
  when (old.status in ('Settled', 'Cancelled', 'ClosedOut', 'Extended') and new.status is distinct from old.status)
  execute function keep_final_trades();
create trigger fx_trades_rejected before update on fx_trades for each row
  when (old.status = 'Rejected' and new.status is distinct from old.status)
  execute function keep_final_trades();

-- Locks a trade in the lock order (docs/decisions/0036-lock-order.md): a deal on credit after the facilities of its entity
-- and, if it came out of a forward, after that forward. The ids that are first read without a lock never change.
create function lock_trade(p_entity_id uuid, p_trade_id uuid) returns setof fx_trades language plpgsql as $$
declare
  v_forward_id uuid;
begin
  select f.trade_id into v_forward_id
    from fx_trades t join fx_forwards f on f.entity_id = t.entity_id and f.trade_id in (t.trade_id, t.parent_trade_id)
    where t.entity_id = p_entity_id and t.trade_id = p_trade_id
    order by f.trade_id = t.trade_id desc limit 1;
  if found then
    perform 1 from credit_facilities where entity_id = p_entity_id order by facility_id for no key update;
    if v_forward_id <> p_trade_id then
      perform 1 from fx_trades where entity_id = p_entity_id and trade_id = v_forward_id for no key update;
    end if;
  end if;
  return query select * from fx_trades where entity_id = p_entity_id and trade_id = p_trade_id for no key update;
end $$;

-- Settlement limit ---------------------------------------------------------------------------------------------------

create view unsettled_spot as
  select entity_id, trade_id, settlement_minor from fx_trades
  where settlement_minor is not null
    and status in ('PendingApproval', 'Executed', 'AwaitingFunds', 'Overdue', 'SettlementFailed');

-- Holds the limit for every writer. The lock on the entity's settings lets one booking decide at a time.
create function check_settlement_limit() returns trigger language plpgsql as $$
declare
  settlement_limit bigint;
begin
  select settlement_minor into settlement_limit from entity_settings where entity_id = new.entity_id for no key update;
  if (select coalesce(sum(settlement_minor), 0) from unsettled_spot where entity_id = new.entity_id)
    + new.settlement_minor > settlement_limit then
    raise exception 'trade % exceeds the settlement limit of its entity', new.trade_id
      using errcode = 'check_violation', constraint = 'fx_trades_settlement_limit';
  end if;
  return new;
end $$;
create trigger fx_trades_settlement_limit before insert on fx_trades for each row
  when (new.settlement_minor is not null) execute function check_settlement_limit();

-- Approvals ----------------------------------------------------------------------------------------------------------

-- The approvals that a deal needs under a policy. Its booked price holds until the approval lapses.
create table fx_trade_approvals (
  entity_id          uuid        not null,
  trade_id           uuid        not null,
  approvals_required smallint    not null check (approvals_required between 1 and 3),
  approval_policy_id uuid        not null,
  lapses_at          timestamptz not null,
  limit_minor        bigint      not null check (limit_minor >= 0), -- size in the entity's base currency, for its daily limit
  margin_account_id  uuid,                              -- pays a forward's initial margin once it is approved
  -- The market's rate when a deal at a held rate was booked, to compare with an approval after the held rate has ended. Null:
  -- compare with the trade's own cost rate.
  reference_rate     numeric     check (reference_rate > 0),
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades
);
create trigger fx_trade_approvals_append_only before update or delete on fx_trade_approvals for each statement
  execute function refuse_change();

-- A deal that needs approvals continues only with all of them; without, it can only be cancelled.
create function keep_trade_approved() returns trigger language plpgsql as $$
begin
  if (select count(*) from approvals a where a.entity_id = new.entity_id and a.resource_type = 'trade'
        and a.resource_id = new.trade_id and a.decision = 'Approved')
      < coalesce((select t.approvals_required from fx_trade_approvals t
          where t.entity_id = new.entity_id and t.trade_id = new.trade_id), 1) then
    raise exception 'the trade lacks approvals' using errcode = 'check_violation', constraint = 'trade_has_its_approvals';
  end if;
  return new;
end $$;
create trigger fx_trades_approved before update on fx_trades for each row
  when (old.status = 'PendingApproval' and new.status not in ('PendingApproval', 'Cancelled'))
  execute function keep_trade_approved();

-- Amendments ---------------------------------------------------------------------------------------------------------

-- Amendments of forwards and spot trades, each quoted first: extend, bring forward, close out, split; cancel, close out, move. A
-- row is a quote until it is booked. Booking closes the named part at market, in a close-out trade, and opens the
-- continued part as another trade.
create table fx_amendments (
  entity_id          uuid        not null,
  amendment_id       uuid        not null,
  trade_id           uuid        not null,            -- the amended trade
  client_id          uuid        not null,
  type               text        not null check (type in ('Extend', 'BringForward', 'CloseOut', 'Split', 'Cancel', 'Move')),
  buy_minor          bigint      not null check (buy_minor > 0),  -- the amended part of the trade, both legs
  sell_minor         bigint      not null check (sell_minor > 0),
  -- Closing the part.
  near_rate          numeric,                         -- null for a split, which closes nothing
  near_cost_rate     numeric,                         -- before rounding against the client: revenue is counted against it
  near_mid_rate      numeric,                         -- mid of the closed day, for the cost of closing; new_mid_rate is of the new day
  swap_points        numeric     not null,            -- pips between old and new value date, market side
  spot_rate          numeric     not null,
  -- The continued part.
  new_value_date     date,
  new_priced_at_date date,                            -- day of the new window that it is priced for; null: its value date
  new_tenor          text,
  new_rate           numeric,                         -- null for a close-out
  new_cost_rate      numeric,
  new_mid_rate       numeric     not null,
  new_buy_minor      bigint,
  new_sell_minor     bigint,
  new_revenue_minor  bigint      not null default 0,  -- counter currency
  settlement_minor   bigint      not null,            -- counter currency; positive is credited to the client
  created_at         timestamptz not null,
  expires_at         timestamptz not null check (expires_at > created_at),
  booked_at          timestamptz,
  close_out_id       uuid,                            -- trades that the booking made
  new_trade_id       uuid,
  primary key (entity_id, amendment_id),
  foreign key (entity_id, trade_id) references fx_trades
);
create index fx_amendments_of_trade on fx_amendments (entity_id, trade_id) where booked_at is not null;
create index fx_amendments_by_age on fx_amendments using brin (created_at);
