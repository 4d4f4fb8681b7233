-- Approvals: the four-eyes rule that an operator sets per entity, and the decisions of approvers.

create table approval_policies (
  entity_id      uuid        not null references entities,
  policy_id      uuid        not null,
  resource       text        not null check (resource in ('Payment', 'InternalTransfer', 'Trade', 'Drawdown')),
  currency       text        check (currency ~ '^[A-Z]{3}$'), -- null: any; the band is then in the entity's base currency
  from_minor     bigint      not null default 0 check (from_minor >= 0), -- the band, including this amount
  below_minor    bigint      check (below_minor > from_minor), -- and excluding this one; null: no upper end
  new_payee_only boolean     not null default false, -- applies only until a first payment has reached the payee
  daily_sum      boolean     not null default false, -- all payments of a day to one account count together, so that splitting does not help
  steps          smallint    not null check (steps between 1 and 3), -- number of different approvers
  created_at     timestamptz not null,
  primary key (entity_id, policy_id),
  -- Only payments have a payee. A transfer is not valued in another currency.
  constraint approval_policy_fits_its_resource check (
    (resource = 'Payment' or not new_payee_only)
    and (resource <> 'InternalTransfer' or currency is not null or (from_minor = 0 and below_minor is null))),
  constraint approval_policy_sums_payments check (resource = 'Payment' or not daily_sum)
);

-- One row per decision. A new round begins when an approval is recalled or has become void.
create table approvals (
  entity_id     uuid        not null,
  resource_type text        not null check (resource_type in ('payment', 'internalTransfer', 'trade')),
  resource_id   uuid        not null,
  round         smallint    not null,
  client_id     uuid        not null, -- the approver
  decision      text        not null check (decision in ('Approved', 'Rejected')),
  fingerprint   text,                 -- of the payee's account that was approved
  -- All details that the approval covers. Of a payment: the instruction to its rail without the date, which moves by itself
  -- when a payment cannot leave.
  bound         jsonb,
  at            timestamptz not null,
  primary key (entity_id, resource_type, resource_id, round, client_id), -- an approver counts once
  constraint approval_binds_details check (decision <> 'Approved' or bound is not null)
);
create trigger approvals_append_only before update or delete on approvals for each statement execute function refuse_change();

-- Maker and checker differ, for every writer.
create function keep_four_eyes() returns trigger language plpgsql as $$
declare
  v_maker uuid;
begin
  if new.resource_type = 'payment' then
    select created_by into v_maker from payments where entity_id = new.entity_id and payment_id = new.resource_id;
  elsif new.resource_type = 'trade' then
    select client_id into v_maker from fx_trades where entity_id = new.entity_id and trade_id = new.resource_id;
  else
    select created_by into v_maker from internal_transfer_orders
      where entity_id = new.entity_id and internal_transfer_id = new.resource_id;
  end if;
  if v_maker = new.client_id then
    raise exception 'the maker cannot decide its own request' using errcode = 'check_violation', constraint = 'approval_maker_is_not_checker';
  end if;
  return new;
end $$;
create trigger approvals_four_eyes before insert on approvals for each row execute function keep_four_eyes();
