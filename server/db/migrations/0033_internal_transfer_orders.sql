-- Internal transfers that wait for approval, and what became of them. Their money is held meanwhile. Once approved, a
-- transfer is a row of internal_transfers under the same id, like any other.
create table internal_transfer_orders (
  entity_id            uuid        not null,
  internal_transfer_id uuid        not null,
  debit_account_id     uuid        not null,
  credit_account_id    uuid        not null,
  currency             text        not null,
  amount_minor         bigint      not null check (amount_minor > 0),
  reference            text,
  client_reference     text,
  status               text        not null check (status in ('PendingApproval', 'Completed', 'Cancelled')),
  hold_id              uuid,
  approvals_required   smallint    not null check (approvals_required between 1 and 3),
  approval_policy_id   uuid,
  created_by           uuid        not null, -- API client
  created_at           timestamptz not null, -- business time, as all of these
  decided_at           timestamptz,
  version              integer     not null default 1,
  primary key (entity_id, internal_transfer_id),
  check (debit_account_id <> credit_account_id),
  constraint transfer_order_hold_while_pending check ((hold_id is not null) = (status = 'PendingApproval')),
  constraint transfer_order_decided check ((decided_at is null) = (status = 'PendingApproval')),
  foreign key (debit_account_id, entity_id, currency) references accounts (account_id, entity_id, currency),
  foreign key (credit_account_id, entity_id, currency) references accounts (account_id, entity_id, currency)
);
create unique index internal_transfer_orders_client_reference on internal_transfer_orders (entity_id, client_reference)
  where client_reference is not null and status <> 'Completed';

-- Pending goes to Completed with its approvals, or to Cancelled; neither comes back.
create function keep_transfer_order_lawful() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PendingApproval' then
      raise exception 'a transfer order begins as PendingApproval' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> 'PendingApproval' then
    raise exception 'a transfer that is % stays so', old.status using errcode = 'check_violation';
  end if;
  if (new.debit_account_id, new.credit_account_id, new.currency, new.amount_minor, new.approvals_required, new.created_by)
      is distinct from (old.debit_account_id, old.credit_account_id, old.currency, old.amount_minor, old.approvals_required,
        old.created_by) then
    raise exception 'what a transfer moves does not change' using errcode = 'restrict_violation';
  end if;
  if new.status = 'Completed' and (select count(*) from approvals a where a.entity_id = new.entity_id
        and a.resource_type = 'internalTransfer' and a.resource_id = new.internal_transfer_id and a.decision = 'Approved')
      < new.approvals_required then
    raise exception 'the transfer lacks approvals' using errcode = 'check_violation', constraint = 'transfer_has_its_approvals';
  end if;
  return new;
end $$;
create trigger transfer_orders_lawful before insert or update on internal_transfer_orders
  for each row execute function keep_transfer_order_lawful();
