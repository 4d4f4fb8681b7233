-- A transfer that is not approved in time is cancelled and its money is free again.
alter table internal_transfer_orders add column lapses_at timestamptz, -- business time
  add column status_reason text; -- why it was cancelled; null before this was kept
update internal_transfer_orders set lapses_at = created_at + interval '5 days' where status = 'PendingApproval';
alter table internal_transfer_orders
  add constraint transfer_order_lapses check (status <> 'PendingApproval' or lapses_at is not null);
insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
  select entity_id, gen_random_uuid(), 'internalTransfer.lapse', internal_transfer_id, lapses_at,
      ('x' || right(entity_id::text, 4))::bit(16)::int % 4
    from internal_transfer_orders where status = 'PendingApproval'
  on conflict do nothing;

create or replace function keep_transfer_order_lawful() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PendingApproval' then
      raise exception 'a transfer order begins as PendingApproval' using errcode = 'check_violation';
    end if;
    new.lapses_at := coalesce(new.lapses_at, new.created_at + interval '5 days'); -- the release before does not give it
    return new;
  end if;
  if old.status <> 'PendingApproval' then
    raise exception 'a transfer that is % stays so', old.status using errcode = 'check_violation';
  end if;
  if (new.debit_account_id, new.credit_account_id, new.currency, new.amount_minor, new.approvals_required, new.created_by,
        new.reference, new.client_reference, new.lapses_at)
      is distinct from (old.debit_account_id, old.credit_account_id, old.currency, old.amount_minor, old.approvals_required,
        old.created_by, old.reference, old.client_reference, old.lapses_at) then
    raise exception 'what a transfer moves does not change' using errcode = 'restrict_violation';
  end if;
  if new.status = 'Completed' and (select count(*) from approvals a where a.entity_id = new.entity_id
        and a.resource_type = 'internalTransfer' and a.resource_id = new.internal_transfer_id and a.decision = 'Approved')
      < new.approvals_required then
    raise exception 'the transfer lacks approvals' using errcode = 'check_violation', constraint = 'transfer_has_its_approvals';
  end if;
  return new;
end $$;

-- Payees that wait for approval are given up after 30 days.
insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
  select entity_id, gen_random_uuid(), 'beneficiary.lapse', beneficiary_id, updated_at + interval '30 days',
      ('x' || right(entity_id::text, 4))::bit(16)::int % 4
    from beneficiaries where 'Approval' = any (waits_for) and status <> 'Deleted'
  on conflict do nothing;
