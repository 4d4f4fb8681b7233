-- Four eyes: what an operator demands, who has approved what, and that nobody approves what they made.

create table approval_policies (
  entity_id      uuid        not null references entities,
  policy_id      uuid        not null, -- uuid v7; apl_ in front of it on the wire
  resource       text        not null check (resource in ('Payment', 'InternalTransfer')),
  currency       text        check (currency ~ '^[A-Z]{3}$'), -- null: any; the band is then in the entity's base currency
  from_minor     bigint      not null default 0 check (from_minor >= 0), -- the band, this amount included
  below_minor    bigint      check (below_minor > from_minor), -- and this one not; null: no upper end
  new_payee_only boolean     not null default false, -- asks only while nothing has reached the payee yet
  steps          smallint    not null check (steps between 1 and 3), -- so many different approvers
  created_at     timestamptz not null,
  primary key (entity_id, policy_id),
  -- A transfer is not valued in another currency, and goes to nobody new.
  constraint approval_policy_of_transfers_is_simple check (resource = 'Payment'
    or (not new_payee_only and (currency is not null or (from_minor = 0 and below_minor is null))))
);

-- One row per decision. A new round begins when an approval is recalled or has become void.
create table approvals (
  entity_id     uuid        not null,
  resource_type text        not null check (resource_type in ('payment', 'internalTransfer')),
  resource_id   uuid        not null,
  round         smallint    not null,
  client_id     uuid        not null, -- the approver
  decision      text        not null check (decision in ('Approved', 'Rejected')),
  fingerprint   text,                 -- of the account that was approved to be paid
  at            timestamptz not null, -- business time
  primary key (entity_id, resource_type, resource_id, round, client_id) -- nobody counts twice
);
create trigger approvals_append_only before update or delete on approvals for each statement execute function refuse_change();

alter table payments
  add column approvals_required smallint not null default 0 check (approvals_required between 0 and 3),
  add column approval_policy_id uuid, -- null where none of the entity's policies asked for it
  add column approval_round     smallint not null default 1,
  add column reviewed_by        text, -- who decided on a payment that screening held
  add column batch_id           uuid,
  add constraint payment_reviewer_is_not_maker check (reviewed_by is null or reviewed_by is distinct from created_by::text);

-- Maker is never checker, whoever writes.
create function keep_four_eyes() returns trigger language plpgsql as $$
declare
  v_maker uuid;
begin
  if new.resource_type = 'payment' then
    select created_by into v_maker from payments where entity_id = new.entity_id and payment_id = new.resource_id;
  else
    select created_by into v_maker from internal_transfer_orders
      where entity_id = new.entity_id and internal_transfer_id = new.resource_id;
  end if;
  if v_maker = new.client_id then
    raise exception 'the maker does not decide' using errcode = 'check_violation', constraint = 'approval_maker_is_not_checker';
  end if;
  return new;
end $$;
create trigger approvals_four_eyes before insert on approvals for each row execute function keep_four_eyes();

-- A payment that needs approvals goes on only when it has them, and does not begin without. One that screening held leaves
-- for its rail only when somebody has reviewed it.
create function keep_payment_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'Held' and new.status = 'Submitted' and new.reviewed_by is null then
    raise exception 'nobody has reviewed the payment' using errcode = 'check_violation', constraint = 'payment_held_is_reviewed';
  end if;
  if new.approvals_required = 0 or new.status not in ('Scheduled', 'AwaitingFunds', 'Screening') then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.status <> 'PendingApproval' then
    return new;
  end if;
  if (select count(*) from approvals a where a.entity_id = new.entity_id and a.resource_type = 'payment'
        and a.resource_id = new.payment_id and a.round = new.approval_round and a.decision = 'Approved')
      < new.approvals_required then
    raise exception 'the payment lacks approvals' using errcode = 'check_violation', constraint = 'payment_has_its_approvals';
  end if;
  return new;
end $$;
create trigger payments_approved before insert or update on payments for each row execute function keep_payment_approved();
create index payments_by_batch on payments (entity_id, batch_id) where batch_id is not null;
-- Whether a payee was paid before.
create index payments_by_beneficiary on payments (entity_id, beneficiary_id, status) where beneficiary_id is not null;
