-- Payments, what they did and when, and what goes between us and the rails.

-- The life cycle of src/payments/lifecycle.ts: a change of state outside it is refused whoever tries. '' is the beginning.
create table payment_transitions (
  from_status text not null,
  to_status   text not null,
  primary key (from_status, to_status)
);
insert into payment_transitions (from_status, to_status) values
  ('', 'PendingApproval'), ('', 'Scheduled'), ('', 'AwaitingFunds'), ('', 'Screening'), ('', 'Rejected'),
  ('PendingApproval', 'Scheduled'), ('PendingApproval', 'AwaitingFunds'), ('PendingApproval', 'Screening'),
  ('PendingApproval', 'Rejected'), ('PendingApproval', 'Cancelled'),
  ('ApprovalRecalled', 'PendingApproval'), ('ApprovalRecalled', 'Rejected'), ('ApprovalRecalled', 'Cancelled'),
  ('Scheduled', 'ApprovalRecalled'), ('Scheduled', 'AwaitingFunds'), ('Scheduled', 'Screening'),
  ('Scheduled', 'Rejected'), ('Scheduled', 'Cancelled'),
  ('AwaitingFunds', 'ApprovalRecalled'), ('AwaitingFunds', 'Screening'), ('AwaitingFunds', 'Rejected'),
  ('AwaitingFunds', 'Cancelled'),
  ('Screening', 'Held'), ('Screening', 'Submitted'), ('Screening', 'Rejected'), ('Screening', 'Cancelled'),
  ('Held', 'Submitted'), ('Held', 'Rejected'), ('Held', 'Cancelled'),
  ('Submitted', 'Sent'), ('Submitted', 'Completed'), ('Submitted', 'Failed'),
  ('Sent', 'Completed'), ('Sent', 'Failed'), ('Sent', 'Returned'),
  ('Completed', 'Returned');

create table payments (
  entity_id            uuid        not null,
  payment_id           uuid        not null, -- uuid v7; pay_ in front of it on the wire
  account_id           uuid        not null, -- debited
  currency             text        not null,
  amount_minor         bigint      not null check (amount_minor > 0),
  fee_minor            bigint      not null check (fee_minor >= 0), -- in the payment's currency
  base_minor           bigint      not null check (base_minor >= 0), -- the amount in the entity's base currency, as counted against its limits
  limit_day            date,                 -- day of the daily limit that counts it; null: not counted, or given back
  status               text        not null,
  status_reason        text,                 -- code of status-reasons.ts, or the rail's ISO reason
  payment_date         date        not null,
  beneficiary_id       uuid,                 -- null where the payee was given inline and not saved
  beneficiary_snapshot jsonb,                -- the payee as paid: inline from the start, otherwise frozen at release
  trade_id             uuid,
  verification_id      text,
  reference            text        not null,
  reason               text,
  purpose_code         text,
  charge_bearer        text        not null check (charge_bearer in ('SHA', 'OUR', 'BEN')),
  speed                text        not null check (speed in ('Normal', 'Urgent', 'Instant')),
  rail                 text        not null,
  details              jsonb       not null default '{}', -- optional parts of the order that nothing here decides by
  debtor               jsonb       not null, -- the payer as the rail is told
  client_reference     text,
  end_to_end_id        text        not null,
  uetr                 uuid        not null unique, -- made once, kept to the end
  cut_off_at           timestamptz not null, -- of the payment date on the rail
  scheduled_for        timestamptz,          -- when release begins, if later than the order
  expected_arrival     date        not null,
  hold_id              uuid,
  release_journal_id   uuid,
  return_journal_id    uuid,
  returned_minor       bigint,
  returned_reason      text,
  returned_at          timestamptz,
  submitted_at         timestamptz,
  sent_at              timestamptz,
  completed_at         timestamptz,
  approval_required    boolean     not null default false,
  created_by           uuid,                 -- API client; null: the system
  decided_by           uuid,                 -- who approved or rejected
  version              integer     not null default 1,
  created_at           timestamptz not null, -- business time, as all of these
  updated_at           timestamptz not null,
  primary key (entity_id, payment_id),
  foreign key (account_id, entity_id, currency) references accounts (account_id, entity_id, currency),
  foreign key (entity_id, trade_id) references fx_trades,
  constraint payment_maker_is_not_checker check (decided_by is null or decided_by is distinct from created_by),
  constraint payment_hold_while_held check ((hold_id is not null) = (status in ('Screening', 'Held'))),
  constraint payment_journal_once_released
    check ((release_journal_id is not null) = (status in ('Submitted', 'Sent', 'Completed', 'Failed', 'Returned'))),
  constraint payment_payee_frozen_at_release check (release_journal_id is null or beneficiary_snapshot is not null),
  constraint payment_has_payee check (beneficiary_id is not null or beneficiary_snapshot is not null),
  constraint payment_returned_in_full_record check (
    (status = 'Returned') = (returned_minor is not null)
    and (returned_minor is null) = (returned_at is null) and (returned_minor is null) = (return_journal_id is null)),
  constraint payment_returns_at_most_its_amount check (returned_minor between 1 and amount_minor)
);
create unique index payments_by_client_reference on payments (entity_id, client_reference) where client_reference is not null;
create index payments_awaiting_funds on payments (entity_id, account_id) where status = 'AwaitingFunds';
create index payments_before_release on payments (entity_id, beneficiary_id)
  where status in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds');
create index payments_by_trade on payments (entity_id, trade_id) where trade_id is not null;

create function keep_payment_lawful() returns trigger language plpgsql as $$
declare
  v_from text := case when tg_op = 'INSERT' then '' else old.status end;
begin
  if new.status <> v_from and not exists (
    select 1 from payment_transitions t where t.from_status = v_from and t.to_status = new.status
  ) then
    raise exception 'a payment does not go from % to %', v_from, new.status
      using errcode = 'check_violation', constraint = 'payment_follows_life_cycle';
  end if;
  if tg_op = 'UPDATE' and (new.account_id, new.currency, new.amount_minor, new.fee_minor, new.uetr)
      is distinct from (old.account_id, old.currency, old.amount_minor, old.fee_minor, old.uetr) then
    raise exception 'what a payment moves does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payments_lawful before insert or update on payments for each row execute function keep_payment_lawful();

-- One row per state a payment has been in; version is the payment's version on entering it.
create table payment_history (
  entity_id  uuid        not null,
  payment_id uuid        not null,
  version    integer     not null,
  status     text        not null,
  at         timestamptz not null, -- business time
  actor_type text        not null,
  actor_id   uuid,
  reason     text,
  primary key (entity_id, payment_id, version),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
create trigger payment_history_append_only before update or delete on payment_history
  for each statement execute function refuse_change();

-- What a rail is asked to do: written with the release, handed over after its commit, as often as it takes.
create table rail_instructions (
  entity_id    uuid        not null,
  payment_id   uuid        not null,
  uetr         uuid        not null unique,
  rail         text        not null,
  body         jsonb       not null, -- amounts as decimal strings
  created_at   timestamptz not null,
  submitted_at timestamptz,          -- when the rail took it
  primary key (entity_id, payment_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);

-- What a rail has told us. The same message told twice is one row.
create table rail_messages (
  entity_id    uuid        not null,
  message_id   uuid        not null,
  uetr         uuid        not null references rail_instructions (uetr),
  rail_ref     text        not null, -- the rail's own id of the message
  status       text        not null check (status in ('Sent', 'Completed', 'Failed', 'Returned')),
  reason       text,
  amount_minor bigint      check (amount_minor > 0), -- of a return, where it is not the whole
  received_at  timestamptz not null,
  applied_at   timestamptz,
  outcome      text        check (outcome in ('Applied', 'Ignored')),
  primary key (entity_id, message_id),
  unique (uetr, rail_ref),
  check ((applied_at is null) = (outcome is null))
);
