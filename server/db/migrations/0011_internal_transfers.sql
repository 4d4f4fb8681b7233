-- Internal transfers between accounts of one entity.

-- The statement that posts a transfer writes its row. The id of a transfer is also the id of its journal. No foreign keys: the
-- posting function has checked entity, currency and floor of both accounts under their locks.
create table internal_transfers (
  entity_id            uuid        not null,
  internal_transfer_id uuid        not null,
  debit_account_id     uuid        not null,
  credit_account_id    uuid        not null,
  amount_minor         bigint      not null check (amount_minor > 0),
  debit_sequence       bigint      not null,
  credit_sequence      bigint      not null,
  created_at           timestamptz not null, -- completed at the same instant
  currency             text        not null,
  reference            text,
  client_reference     text,
  primary key (entity_id, internal_transfer_id),
  constraint internal_transfer_accounts_differ check (debit_account_id <> credit_account_id)
);

-- Internal transfers that need approval. Their money is held meanwhile. An approved transfer also becomes a row of
-- internal_transfers, under the same id. One that is not approved in time is cancelled, and its money is available again.
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
  status_reason        text,                 -- why it was cancelled
  hold_id              uuid,
  approvals_required   smallint    not null check (approvals_required between 1 and 3),
  approval_policy_id   uuid,
  created_by           uuid        not null, -- API client
  created_at           timestamptz not null,
  lapses_at            timestamptz not null,
  decided_at           timestamptz,
  version              integer     not null default 1,
  primary key (entity_id, internal_transfer_id),
  foreign key (entity_id, debit_account_id, currency) references accounts (entity_id, account_id, currency),
  foreign key (entity_id, credit_account_id, currency) references accounts (entity_id, account_id, currency),
  constraint transfer_order_accounts_differ check (debit_account_id <> credit_account_id),
  constraint transfer_order_hold_while_pending check ((hold_id is not null) = (status = 'PendingApproval')),
  constraint transfer_order_decided check ((decided_at is null) = (status = 'PendingApproval'))
);

-- A pending transfer completes with its approvals or is cancelled. Both are final.
create function keep_transfer_order_lawful() returns trigger language plpgsql as $$
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
  if (new.debit_account_id, new.credit_account_id, new.currency, new.amount_minor, new.approvals_required, new.created_by,
        new.reference, new.client_reference, new.lapses_at)
      is distinct from (old.debit_account_id, old.credit_account_id, old.currency, old.amount_minor, old.approvals_required,
        old.created_by, old.reference, old.client_reference, old.lapses_at) then
    raise exception 'the accounts, amount and currency of a transfer cannot change' using errcode = 'restrict_violation';
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

-- A client reference names one internal transfer of an entity, whether that is posted immediately or needs approval. The two
-- are rows of different tables, which no unique index can span.
create table internal_transfer_references (
  entity_id            uuid not null,
  client_reference     text not null,
  internal_transfer_id uuid not null,
  primary key (entity_id, client_reference)
);

-- An approved transfer is a row of both tables under one id, so a reference of the same transfer is no conflict.
create function claim_internal_transfer_reference() returns trigger language plpgsql as $$
begin
  insert into internal_transfer_references as f (entity_id, client_reference, internal_transfer_id)
    values (new.entity_id, new.client_reference, new.internal_transfer_id)
    on conflict (entity_id, client_reference) do update set internal_transfer_id = f.internal_transfer_id
      where f.internal_transfer_id = new.internal_transfer_id;
  if not found then
    raise exception 'the client reference is already used' using errcode = 'unique_violation', constraint = 'internal_transfer_references_pkey';
  end if;
  return new;
end $$;
create trigger internal_transfers_claim_reference before insert on internal_transfers
  for each row when (new.client_reference is not null) execute function claim_internal_transfer_reference();
create trigger internal_transfer_orders_claim_reference before insert on internal_transfer_orders
  for each row when (new.client_reference is not null) execute function claim_internal_transfer_reference();
