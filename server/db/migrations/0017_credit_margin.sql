-- Cash margin: required, received, called and released.

-- Margin of a deal or, where margin is computed net, of a facility.
create table credit_margins (
  entity_id      uuid          not null,
  facility_id    uuid          not null,
  kind           text          not null check (kind in ('Initial', 'Variation')),
  trade_id       uuid          not null,                            -- all zeros: of the facility's net position
  currency       text          not null,
  required_minor bigint        not null check (required_minor >= 0), -- Initial only: fixed at booking
  percent        numeric(7, 4),                                     -- Initial only: of the notional
  side           text          check (side in ('Buy', 'Sell')),     -- Initial only: of which amount
  account_id     uuid,                                              -- debited for it, and credited at release
  received_minor bigint        not null default 0 check (received_minor >= 0),
  held_minor     bigint        not null default 0 check (held_minor between 0 and received_minor),
  due_at         timestamptz,
  created_at     timestamptz   not null,
  updated_at     timestamptz   not null,
  primary key (entity_id, facility_id, kind, trade_id),
  foreign key (entity_id, facility_id) references credit_facilities
);
create index credit_margins_by_trade on credit_margins (entity_id, trade_id, kind);
-- Margin that arriving money may pay.
create index credit_margins_awaited on credit_margins (entity_id, account_id)
  where kind = 'Initial' and received_minor < required_minor;
-- Margin that a run may release.
create index credit_margins_held on credit_margins (entity_id, facility_id) where held_minor > 0;

-- Every movement of margin and its journal: positive if posted, negative if released.
create table credit_margin_moves (
  entity_id      uuid        not null,
  move_id        uuid        not null,
  facility_id    uuid        not null,
  kind           text        not null,
  trade_id       uuid        not null,
  margin_call_id uuid,
  currency       text        not null,
  amount_minor   bigint      not null check (amount_minor <> 0),
  account_id     uuid        not null,
  account_seq    bigint      not null, -- with account_id: the transaction on the client's account
  journal_id     uuid        not null,
  moved_at       timestamptz not null,
  primary key (entity_id, move_id),
  foreign key (entity_id, facility_id, kind, trade_id) references credit_margins (entity_id, facility_id, kind, trade_id)
);
create index credit_margin_moves_by_trade on credit_margin_moves (entity_id, trade_id, move_id);
create trigger credit_margin_moves_append_only before update or delete or truncate on credit_margin_moves
  for each statement execute function refuse_change();

create table margin_calls (
  entity_id         uuid        not null,
  margin_call_id    uuid        not null,
  facility_id       uuid        not null,
  kind              text        not null check (kind in ('Initial', 'Variation')),
  trade_id          uuid        not null, -- the deal that it is for; all zeros: the net position
  reason_trade_ids  uuid[]      not null,
  currency          text        not null,
  amount_minor      bigint      not null check (amount_minor > 0),
  outstanding_minor bigint      not null check (outstanding_minor between 0 and amount_minor),
  status            text        not null check (status in ('Issued', 'PartlyMet', 'Met', 'Overdue', 'Released', 'Cancelled')),
  issued_at         timestamptz not null,
  due_at            timestamptz not null,
  account_id        uuid,                 -- it is collected from this account; null: the client pays it
  snapshot_id       uuid,                 -- the market behind the call; null for an initial margin
  explanation       text        not null,
  version           integer     not null default 1,
  updated_at        timestamptz not null,
  primary key (entity_id, margin_call_id),
  foreign key (entity_id, facility_id, kind, trade_id) references credit_margins (entity_id, facility_id, kind, trade_id),
  foreign key (entity_id, snapshot_id) references market_snapshots,
  constraint margin_calls_open check ((outstanding_minor > 0) = (status in ('Issued', 'PartlyMet', 'Overdue')))
);
-- Calls that are unpaid, and calls that may be released.
create index margin_calls_open on margin_calls (entity_id, facility_id, trade_id, margin_call_id)
  where status in ('Issued', 'PartlyMet', 'Overdue');
-- Calls that are collected from the money of an account.
create index margin_calls_collected on margin_calls (entity_id, account_id, due_at, margin_call_id)
  where kind = 'Variation' and status in ('Issued', 'PartlyMet', 'Overdue');
create index margin_calls_met on margin_calls (entity_id, facility_id, trade_id) where status = 'Met';
