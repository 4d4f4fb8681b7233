-- An approval counts while its client may approve for the entity (decision 133).
create function is_approver(p_entity_id uuid, p_client_id uuid) returns boolean
  language sql stable as $$
  select exists (select from api_client_entities g join api_clients c on c.entity_id = g.home_entity_id and c.client_id = g.client_id
    where g.entity_id = p_entity_id and g.client_id = p_client_id and c.status = 'Active'
      and 'approver' = any(g.roles) and 'payments:approve' = any(g.grants))
$$;

-- A client that has approved an order can still reject it while it waits.
alter table approvals drop constraint approvals_pkey,
  add constraint approvals_pkey primary key (entity_id, resource_type, resource_id, round, client_id, decision);

-- The class of the error of an order that lacks approvals. If only those are missing whose clients have lost their right since
-- the service counted, the transaction was overtaken: it is run again and counts anew.
create function missing_approvals_error(p_given bigint, p_required integer) returns text
  language sql immutable as $$
  select case when p_given < p_required then 'check_violation' else 'serialization_failure' end
$$;

create or replace function keep_payment_approved() returns trigger
  language plpgsql as $$
declare
  v_given bigint;
  v_counted bigint;
begin
  if tg_op = 'UPDATE' and old.status = 'Held' and new.status = 'Submitted' and new.reviewed_by is null then
    raise exception 'the screening case of the payment is not decided' using errcode = 'check_violation', constraint = 'payment_held_is_reviewed';
  end if;
  if new.approvals_required = 0 or new.status not in ('Scheduled', 'AwaitingFunds', 'Screening') then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.status <> 'PendingApproval' then
    return new;
  end if;
  select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
    from approvals a where a.entity_id = new.entity_id and a.resource_type = 'payment'
      and a.resource_id = new.payment_id and a.round = new.approval_round and a.decision = 'Approved';
  if v_counted < new.approvals_required then
    raise exception 'the payment lacks approvals'
      using errcode = missing_approvals_error(v_given, new.approvals_required), constraint = 'payment_has_its_approvals';
  end if;
  return new;
end $$;

create or replace function keep_trade_approved() returns trigger
  language plpgsql as $$
declare
  v_given bigint;
  v_counted bigint;
  v_required integer := coalesce((select t.approvals_required from fx_trade_approvals t
    where t.entity_id = new.entity_id and t.trade_id = new.trade_id), 1);
begin
  select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
    from approvals a where a.entity_id = new.entity_id and a.resource_type = 'trade'
      and a.resource_id = new.trade_id and a.decision = 'Approved';
  if v_counted < v_required then
    raise exception 'the trade lacks approvals'
      using errcode = missing_approvals_error(v_given, v_required), constraint = 'trade_has_its_approvals';
  end if;
  return new;
end $$;

create or replace function keep_transfer_order_lawful() returns trigger
  language plpgsql as $$
declare
  v_given bigint;
  v_counted bigint;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PendingApproval' then
      raise exception 'a transfer order begins as PendingApproval' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> 'PendingApproval' then
    raise exception 'a transfer that is % cannot change its status', old.status using errcode = 'check_violation';
  end if;
  if (new.debit_account_id, new.credit_account_id, new.currency, new.amount_minor, new.created_by,
        new.reference, new.client_reference, new.lapses_at)
      is distinct from (old.debit_account_id, old.credit_account_id, old.currency, old.amount_minor,
        old.created_by, old.reference, old.client_reference, old.lapses_at) or new.approvals_required < old.approvals_required then
    raise exception 'the accounts, amount and currency of a transfer cannot change' using errcode = 'restrict_violation';
  end if;
  if new.status = 'Completed' then
    select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
      from approvals a where a.entity_id = new.entity_id and a.resource_type = 'internalTransfer'
        and a.resource_id = new.internal_transfer_id and a.decision = 'Approved';
    if v_counted < new.approvals_required then
      raise exception 'the transfer lacks approvals'
        using errcode = missing_approvals_error(v_given, new.approvals_required), constraint = 'transfer_has_its_approvals';
    end if;
  end if;
  return new;
end $$;

-- Of the approvals that a pending trade needs, only the number can change: a stricter policy raises it.
create function keep_trade_approvals() returns trigger
  language plpgsql as $$
begin
  if (new.entity_id, new.trade_id, new.lapses_at, new.limit_minor, new.margin_account_id, new.reference_rate)
      is distinct from (old.entity_id, old.trade_id, old.lapses_at, old.limit_minor, old.margin_account_id, old.reference_rate)
      or new.approvals_required <= old.approvals_required then
    raise exception 'the approvals of a trade only become more' using errcode = 'restrict_violation',
      constraint = 'trade_approvals_only_rise';
  end if;
  return new;
end $$;

drop trigger fx_trade_approvals_append_only on fx_trade_approvals;
create trigger fx_trade_approvals_stay before delete on fx_trade_approvals
  for each statement execute function refuse_change();
create trigger fx_trade_approvals_only_rise before update on fx_trade_approvals
  for each row execute function keep_trade_approvals();
