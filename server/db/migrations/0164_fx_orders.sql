-- Limit and stop orders: the market is watched for an order's rate (fx/rate-watch), and a job fills the order with a spot deal. No
-- money is held and no credit is used before that.
create table fx_orders (
  entity_id          uuid        not null references entities,
  order_id           uuid        not null,
  client_id          uuid        not null,
  client_reference   text,
  type               text        not null check (type in ('Limit', 'Stop')),
  status             text        not null check (status in
    ('PendingApproval', 'Active', 'Filled', 'Cancelled', 'Expired', 'Rejected')),
  version            integer     not null default 1,
  currency_pair      text        not null,                           -- a rate is counter currency per unit of base
  fixed_side         text        not null check (fixed_side in ('Buy', 'Sell')),
  buy_currency       text        not null,
  buy_account_id     uuid        not null,
  sell_currency      text        not null,
  sell_account_id    uuid        not null,
  amount_minor       bigint      not null check (amount_minor > 0),  -- of the fixed side
  rate               numeric     not null check (rate > 0),          -- of the client
  markup_bps         numeric     not null check (markup_bps >= 0),   -- that of the day when the order was placed
  limit_minor        bigint      not null check (limit_minor >= 0),  -- its size in the entity's base currency, as policies judged it
  approvals_required smallint    not null default 0 check (approvals_required between 0 and 3),
  approval_policy_id uuid,
  expires_at         timestamptz not null,
  triggered_at       timestamptz,
  trade_id           uuid,
  filled_rate        numeric     check (filled_rate > 0),
  rejection_reason   text,
  history            jsonb       not null,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (entity_id, order_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, buy_account_id) references accounts,
  foreign key (entity_id, sell_account_id) references accounts,
  constraint fx_orders_expire_later check (expires_at > created_at),
  constraint fx_orders_policy check ((approvals_required > 0) = (approval_policy_id is not null)),
  constraint fx_orders_filled check ((status = 'Filled') = (trade_id is not null) and (status = 'Filled') = (filled_rate is not null)
    and (status <> 'Filled' or triggered_at is not null)),
  constraint fx_orders_rejected check ((status = 'Rejected') = (rejection_reason is not null)),
  -- An order is filled before it expires, and a limit order never at a rate worse than its own: for every writer.
  constraint fx_orders_filled_in_time check (triggered_at < expires_at),
  constraint fx_orders_filled_within_limit check (type <> 'Limit' or filled_rate is null
    or case when buy_currency = left(currency_pair, 3) then filled_rate <= rate else filled_rate >= rate end)
);
create unique index fx_orders_client_reference on fx_orders (entity_id, client_reference) where client_reference is not null;
-- The open orders of an entity, of which it can have a limited number.
create index fx_orders_open on fx_orders (entity_id, order_id) where status in ('PendingApproval', 'Active');

-- The terms of an order stay, and its life only goes forward; one that requires approvals is not active without them.
create function keep_order_lawful() returns trigger
  language plpgsql as $$
declare
  v_given bigint;
  v_counted bigint;
begin
  if tg_op = 'INSERT' then
    if new.status not in ('PendingApproval', 'Active') or (new.status = 'PendingApproval') <> (new.approvals_required > 0) then
      raise exception 'an order begins as PendingApproval where it requires approvals, else as Active' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.status is distinct from old.status
      and not (old.status = 'Active' and new.status in ('Filled', 'Cancelled', 'Expired', 'Rejected')
        or old.status = 'PendingApproval' and new.status in ('Active', 'Cancelled', 'Expired')) then
    raise exception 'an order that is % cannot become %', old.status, new.status using errcode = 'check_violation',
      constraint = 'fx_orders_life';
  end if;
  if (new.entity_id, new.order_id, new.client_id, new.client_reference, new.type, new.currency_pair, new.fixed_side, new.buy_currency,
        new.buy_account_id, new.sell_currency, new.sell_account_id, new.amount_minor, new.rate, new.markup_bps, new.limit_minor,
        new.expires_at, new.created_at)
      is distinct from (old.entity_id, old.order_id, old.client_id, old.client_reference, old.type, old.currency_pair, old.fixed_side,
        old.buy_currency, old.buy_account_id, old.sell_currency, old.sell_account_id, old.amount_minor, old.rate, old.markup_bps,
        old.limit_minor, old.expires_at, old.created_at)
      or new.approvals_required < old.approvals_required then
    raise exception 'the terms of an order cannot change' using errcode = 'restrict_violation', constraint = 'fx_orders_terms_stay';
  end if;
  if old.status = 'PendingApproval' and new.status = 'Active' then
    select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
      from approvals a where a.entity_id = new.entity_id and a.resource_type = 'order'
        and a.resource_id = new.order_id and a.decision = 'Approved';
    if v_counted < new.approvals_required then
      raise exception 'the order lacks approvals'
        using errcode = missing_approvals_error(v_given, new.approvals_required), constraint = 'order_has_its_approvals';
    end if;
  end if;
  return new;
end $$;
create trigger fx_orders_lawful before insert or update on fx_orders for each row execute function keep_order_lawful();
create trigger fx_orders_stay before delete on fx_orders for each statement execute function refuse_change();

-- The trade of an order names it, and an order is filled once.
alter table fx_trades add column order_id uuid,
  add constraint fx_trades_order foreign key (entity_id, order_id) references fx_orders not valid,
  add constraint fx_trades_order_kind check (kind = 'Spot' or order_id is null) not valid;
create unique index fx_trades_one_per_order on fx_trades (entity_id, order_id) where order_id is not null;

-- Orders are approved like trades.
alter table approvals drop constraint approvals_resource_type_check;
alter table approvals add constraint approvals_resource_type_check
  check (resource_type in ('payment', 'internalTransfer', 'trade', 'order'));

create or replace function keep_four_eyes() returns trigger
  language plpgsql as $$
declare
  v_maker uuid;
begin
  if new.resource_type = 'payment' then
    select created_by into v_maker from payments where entity_id = new.entity_id and payment_id = new.resource_id;
  elsif new.resource_type = 'trade' then
    select client_id into v_maker from fx_trades where entity_id = new.entity_id and trade_id = new.resource_id;
  elsif new.resource_type = 'order' then
    select client_id into v_maker from fx_orders where entity_id = new.entity_id and order_id = new.resource_id;
  else
    select created_by into v_maker from internal_transfer_orders
      where entity_id = new.entity_id and internal_transfer_id = new.resource_id;
  end if;
  if v_maker = new.client_id then
    raise exception 'the maker cannot decide its own request' using errcode = 'check_violation', constraint = 'approval_maker_is_not_checker';
  end if;
  return new;
end $$;
