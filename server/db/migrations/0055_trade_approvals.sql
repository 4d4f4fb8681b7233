-- Four eyes on deals: booking a trade, and drawing a forward down, may ask for approval.

alter table approval_policies drop constraint approval_policies_resource_check;
alter table approval_policies add constraint approval_policies_resource_check
  check (resource in ('Payment', 'InternalTransfer', 'Trade', 'Drawdown'));
alter table approval_policies drop constraint approval_policy_of_transfers_is_simple;
-- Only payments have a payee. A transfer is not valued in another currency.
alter table approval_policies add constraint approval_policy_fits_its_resource check (
  (resource = 'Payment' or not new_payee_only)
  and (resource <> 'InternalTransfer' or currency is not null or (from_minor = 0 and below_minor is null)));

alter table approvals drop constraint approvals_resource_type_check;
alter table approvals add constraint approvals_resource_type_check
  check (resource_type in ('payment', 'internalTransfer', 'trade'));

-- What a deal waits for that was made under a policy. The price it was booked at is kept for it until it lapses.
create table fx_trade_approvals (
  entity_id          uuid        not null,
  trade_id           uuid        not null,
  approvals_required smallint    not null check (approvals_required between 1 and 3),
  approval_policy_id uuid        not null,
  lapses_at          timestamptz not null,              -- business time
  limit_minor        bigint      not null check (limit_minor >= 0), -- size in the entity's base currency, for its daily limit
  margin_account_id  uuid,                              -- from which a forward's initial margin is to be paid once approved
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades
);
create trigger fx_trade_approvals_append_only before update or delete on fx_trade_approvals for each statement
  execute function refuse_change();

-- Maker is never checker, whoever writes.
create or replace function keep_four_eyes() returns trigger language plpgsql as $$
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
    raise exception 'the maker does not decide' using errcode = 'check_violation', constraint = 'approval_maker_is_not_checker';
  end if;
  return new;
end $$;

-- A deal that waits for approval goes on only when it has all it needs; without, it can only be called off.
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
