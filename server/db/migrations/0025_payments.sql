-- Payments to third parties: the order, its life cycle, returns, recalls, batches and advices.

-- Life cycle ---------------------------------------------------------------------------------------------------------

-- Life cycle of src/payments/record/lifecycle.ts. A trigger rejects any other change of status. '' is the beginning.
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
  ('Scheduled', 'PendingApproval'), ('Scheduled', 'ApprovalRecalled'), ('Scheduled', 'AwaitingFunds'),
  ('Scheduled', 'Screening'), ('Scheduled', 'Rejected'), ('Scheduled', 'Cancelled'),
  ('AwaitingFunds', 'PendingApproval'), ('AwaitingFunds', 'ApprovalRecalled'), ('AwaitingFunds', 'Scheduled'),
  ('AwaitingFunds', 'Screening'), ('AwaitingFunds', 'Rejected'), ('AwaitingFunds', 'Cancelled'),
  ('Screening', 'PendingApproval'), ('Screening', 'Scheduled'), ('Screening', 'Held'), ('Screening', 'Submitted'),
  ('Screening', 'Rejected'), ('Screening', 'Cancelled'),
  ('Held', 'PendingApproval'), ('Held', 'Scheduled'), ('Held', 'Submitted'), ('Held', 'Rejected'), ('Held', 'Cancelled'),
  ('Submitted', 'Sent'), ('Submitted', 'Completed'), ('Submitted', 'Failed'),
  ('Sent', 'Completed'), ('Sent', 'Failed'), ('Sent', 'Returned'),
  ('Completed', 'Returned');

-- Payments -----------------------------------------------------------------------------------------------------------

create table payments (
  entity_id            uuid        not null,
  payment_id           uuid        not null,
  version              integer     not null default 1,
  status               text        not null,
  status_reason        text,                 -- code of status-reasons.ts, or the rail's ISO reason
  account_id           uuid        not null, -- debited
  currency             text        not null,
  amount_minor         bigint      not null check (amount_minor > 0),
  fee_minor            bigint      not null check (fee_minor >= 0), -- in the payment's currency
  base_minor           bigint      not null check (base_minor >= 0), -- the amount in the entity's base currency, as counted against its limits
  limit_day            date,                 -- day of the daily limit that counts it; null: not counted, or no longer
  payment_date         date        not null,
  -- The order.
  beneficiary_id       uuid,                 -- null if the payee was given inline and not saved
  beneficiary_snapshot jsonb,                -- the payee as paid: an inline payee from the start, others frozen at release
  payee_key            text        generated always as (payee_key(beneficiary_snapshot)) stored,
  payee_sum_key        text        generated always as (payee_sum_key(beneficiary_snapshot)) stored,
  trade_id             uuid,
  batch_id             uuid,
  verification_id      text,
  reference            text        not null,
  reason               text,
  purpose_code         text,
  charge_bearer        text        not null check (charge_bearer in ('SHA', 'OUR', 'BEN')),
  speed                text        not null check (speed in ('Normal', 'Urgent', 'Instant')),
  rail                 text        not null,
  details              jsonb       not null default '{}', -- optional fields that no rule here depends on
  debtor               jsonb       not null, -- the payer as sent to the rail
  client_reference     text,
  end_to_end_id        text        not null,
  uetr                 uuid        not null unique, -- generated once, never changed
  -- Dates.
  cut_off_at           timestamptz not null, -- of the payment date on the rail
  scheduled_for        timestamptz,          -- start of the release, if later than the order
  expected_arrival     date        not null,
  -- Money.
  hold_id              uuid,
  release_journal_id   uuid,
  return_journal_id    uuid,
  returned_minor       bigint,
  returned_reason      text,
  returned_at          timestamptz,
  suspense_minor       bigint      not null default 0 check (suspense_minor >= 0), -- rejected or returned to a closed account, booked to suspense
  submitted_at         timestamptz,
  sent_at              timestamptz,
  completed_at         timestamptz,
  -- Approvals and reviews.
  approval_required    boolean     not null default false,
  approvals_required   smallint    not null default 0 check (approvals_required between 0 and 3),
  approval_policy_id   uuid,                 -- null if none of the entity's policies requires approval
  approval_round       smallint    not null default 1,
  approval_changes     text[]      not null default '{}', -- fields that changed when approvals last became void
  fingerprint          text,                 -- of the details that the policies last judged; null: unknown, so they judge again before release
  created_by           uuid,                 -- API client; null: the system
  decided_by           uuid,                 -- approved or rejected it
  reviewed_by          text,                 -- decided on it while it was on hold for screening
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  primary key (entity_id, payment_id),
  foreign key (entity_id, account_id, currency) references accounts (entity_id, account_id, currency),
  foreign key (entity_id, trade_id) references fx_trades,
  constraint payment_maker_is_not_checker check (decided_by is null or decided_by is distinct from created_by),
  constraint payment_reviewer_is_not_maker check (reviewed_by is null or reviewed_by is distinct from created_by::text),
  constraint payment_approvals_counted check (approval_required = (approvals_required > 0)),
  -- A payment that is moved to a later date after its hold was placed keeps the hold until then.
  constraint payment_hold_while_held check (
    case when hold_id is null then status not in ('Screening', 'Held') else status in ('Screening', 'Held', 'Scheduled') end),
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
-- Payments that wait for money, in the order in which they are paid.
create index payments_funding_queue on payments (entity_id, account_id, payment_date, payment_id)
  where status = 'AwaitingFunds';
create index payments_before_release on payments (entity_id, beneficiary_id)
  where status in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds');
create index payments_by_trade on payments (entity_id, trade_id) where trade_id is not null;
create index payments_by_batch on payments (entity_id, batch_id) where batch_id is not null;
-- Whether a payee was paid before, by beneficiary and by account.
create index payments_by_beneficiary on payments (entity_id, beneficiary_id, status) where beneficiary_id is not null;
create index payments_by_payee on payments (entity_id, payee_key) where status in ('Sent', 'Completed');
create index payments_by_payee_and_day on payments (entity_id, payee_sum_key, payment_date) where payee_sum_key is not null;
-- A bank may name a payment by its end-to-end id alone.
create index payments_by_end_to_end_id on payments (end_to_end_id) where release_journal_id is not null;

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
    raise exception 'the account, amount and currency of a payment cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payments_lawful before insert or update on payments for each row execute function keep_payment_lawful();

-- A payment that needs approvals starts and continues only with all of them. A payment on hold leaves for its rail only after
-- a review.
create function keep_payment_approved() returns trigger language plpgsql as $$
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
  if (select count(*) from approvals a where a.entity_id = new.entity_id and a.resource_type = 'payment'
        and a.resource_id = new.payment_id and a.round = new.approval_round and a.decision = 'Approved')
      < new.approvals_required then
    raise exception 'the payment lacks approvals' using errcode = 'check_violation', constraint = 'payment_has_its_approvals';
  end if;
  return new;
end $$;
create trigger payments_approved before insert or update on payments for each row execute function keep_payment_approved();

-- A payment on hold is moved to a later date only after a review.
create function refuse_unreviewed_date() returns trigger language plpgsql as $$
begin
  raise exception 'the screening case of the payment is not decided' using errcode = 'check_violation', constraint = 'payment_held_is_reviewed';
end $$;
create trigger payments_reviewed_before_date before update on payments for each row
  when (old.status = 'Held' and new.status = 'Scheduled' and new.reviewed_by is null) execute function refuse_unreviewed_date();

create trigger payments_reviewer_form before update on payments for each row
  when (new.reviewed_by is distinct from old.reviewed_by
    and (new.reviewed_by ~* '^\s*cli_' or new.reviewed_by ~ '^\s*[0-9a-fA-F-]{36}\s*$' and new.reviewed_by !~ '^[0-9a-f-]{36}$'))
  execute function refuse_reviewer_form();

alter table rail_instructions add foreign key (entity_id, payment_id) references payments (entity_id, payment_id);
alter table rail_messages add foreign key (entity_id, payment_id) references payments (entity_id, payment_id);

-- One row per status that a payment has had; version is the payment's version on entering it.
create table payment_history (
  entity_id  uuid        not null,
  payment_id uuid        not null,
  version    integer     not null,
  status     text        not null,
  at         timestamptz not null,
  actor_type text        not null,
  actor_id   uuid,
  reason     text,
  primary key (entity_id, payment_id, version),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
create trigger payment_history_append_only before update or delete on payment_history
  for each statement execute function refuse_change();

-- Payment advices sent by e-mail: one per address of a payment, so that a repeated job sends none twice.
create table payment_advices (
  entity_id  uuid        not null,
  payment_id uuid        not null,
  address    text        not null,
  message_id text        not null,
  sent_at    timestamptz not null, -- wall time
  primary key (entity_id, payment_id, address),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);

-- Recalls and returns ------------------------------------------------------------------------------------------------

-- The recall of a payment that has left: one request per payment, answered by its rail.
create table payment_recalls (
  entity_id      uuid        not null,
  payment_id     uuid        not null,
  reason         text        not null check (reason ~ '^[A-Z0-9]{4}$'), -- ISO 20022 cancellation reason: CUST, DUPL, TECH, FRAD, AC03, AM09, UPAY
  note           text,
  status         text        not null check (status in ('Requested', 'Accepted', 'Refused')),
  requested_by   uuid,                 -- API client; null: an operator
  requested_at   timestamptz not null,
  handed_over_at timestamptz,          -- when the rail accepted the request
  answer_reason  text,
  answered_at    timestamptz,
  primary key (entity_id, payment_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id),
  constraint recall_answered_in_full check ((status = 'Requested') = (answered_at is null))
);

-- The returns of a payment: one row each, with its journal.
create table payment_returns (
  entity_id    uuid        not null,
  payment_id   uuid        not null,
  number       integer     not null check (number > 0), -- counts the returns of the payment
  amount_minor bigint      not null check (amount_minor > 0),
  reason       text,
  journal_id   uuid        not null,
  returned_at  timestamptz not null,
  primary key (entity_id, payment_id, number),
  unique (entity_id, journal_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
create trigger payment_returns_append_only before update or delete on payment_returns
  for each statement execute function refuse_change();

-- The returns of a payment never exceed it in sum. The row of the payment orders its returns.
create function keep_returns_within_payment() returns trigger language plpgsql as $$
declare
  v_amount bigint;
begin
  select amount_minor into v_amount from payments
    where entity_id = new.entity_id and payment_id = new.payment_id for no key update;
  if v_amount < (select sum(r.amount_minor) from payment_returns r
      where r.entity_id = new.entity_id and r.payment_id = new.payment_id) then
    raise exception 'the returns would exceed the amount paid' using errcode = 'check_violation',
      constraint = 'payment_returns_at_most_its_amount';
  end if;
  return null;
end $$;
create trigger payment_returns_within_payment after insert on payment_returns
  for each row execute function keep_returns_within_payment();

-- Contradictory reports ----------------------------------------------------------------------------------------------

-- An operator's work list: reports that contradict a payment, and entries of a bank's files that could not be booked. The money
-- of a contradiction stays in suspense of its entity's book until it is cleared. Rejected entries have no money booked and
-- belong to the house.
create table contradictory_reports (
  entity_id           uuid        not null references entities,
  contradiction_id    uuid        not null,
  payment_id          uuid,
  kind                text        not null,
  bank_reference      text        not null, -- of the report or entry
  report_key          text        not null, -- distinguishes repetitions of one report from others
  explanation         text        not null,
  direction           text        check (direction in ('In', 'Out')), -- In: the bank reports that it paid us; Out: that it debited us
  currency            text,
  amount_minor        bigint      check (amount_minor > 0),
  journal_id          uuid, -- that booked it to suspense
  reported_at         timestamptz not null,
  status              text        not null default 'Open' check (status in ('Open', 'Cleared')),
  decision            text        check (decision in ('BookToClient', 'ReturnToBank', 'WriteOff', 'Dismiss')),
  decided_by          text,
  decision_reason     text,
  decided_at          timestamptz,
  account_id          uuid, -- that the money was booked to
  clearing_journal_id uuid,
  primary key (entity_id, contradiction_id),
  unique (entity_id, report_key),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id),
  constraint contradiction_money_is_booked check (
    (journal_id is null) = (payment_id is null) and (journal_id is null) = (amount_minor is null)
    and (journal_id is null) = (currency is null) and (journal_id is null) = (direction is null)),
  constraint contradiction_decided_in_full check (
    (status = 'Cleared') = (decision is not null) and (decision is null) = (decided_by is null)
    and (decision is null) = (decision_reason is null) and (decision is null) = (decided_at is null)),
  constraint contradiction_cleared_out_of_suspense check (
    (clearing_journal_id is not null) = (status = 'Cleared' and journal_id is not null)),
  constraint contradiction_without_money_is_dismissed check ((decision = 'Dismiss') = (decision is not null and journal_id is null)),
  constraint contradiction_booked_to_an_account check ((account_id is not null) = (coalesce(decision, '') = 'BookToClient'))
);
create index contradictory_reports_open on contradictory_reports (reported_at) where status = 'Open';
create index contradictory_reports_by_payment on contradictory_reports (entity_id, payment_id) where payment_id is not null;

-- Subject and money of a report do not change, and a decision is final.
create function keep_contradiction() returns trigger language plpgsql as $$
begin
  if old.status = 'Cleared' or (old.kind, old.report_key, old.direction, old.currency, old.amount_minor, old.journal_id)
      is distinct from (new.kind, new.report_key, new.direction, new.currency, new.amount_minor, new.journal_id) then
    raise exception 'a contradictory report is cleared once and not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contradictory_reports_kept before update on contradictory_reports
  for each row execute function keep_contradiction();
create trigger contradictory_reports_not_deleted before delete on contradictory_reports
  for each statement execute function refuse_change();

-- Batches ------------------------------------------------------------------------------------------------------------

-- Many payments in one order. The items are stored as sent, and jobs process several in each transaction: the payment of an item
-- commits with the row of the item, so a crash neither loses an item nor repeats it.
create table payment_batches (
  entity_id        uuid        not null,
  batch_id         uuid        not null,
  name             text,
  format           text        not null check (format in ('Json', 'Csv', 'Pain001')),
  mode             text        not null check (mode in ('Strict', 'Partial')),
  status           text        not null
    check (status in ('Checking', 'Processing', 'Completed', 'Undoing', 'Rejected', 'Cancelling', 'Cancelled')),
  item_count       integer     not null check (item_count between 1 and 5000),
  client_reference text,
  created_by       uuid        not null, -- API client: the maker of all its payments
  service_kind     text        not null check (service_kind in ('RM', 'ABS')),
  version          integer     not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  finished_at      timestamptz,
  primary key (entity_id, batch_id),
  constraint payment_batch_finished check ((finished_at is not null) = (status in ('Completed', 'Rejected', 'Cancelled')))
);
create unique index payment_batches_by_client_reference on payment_batches (entity_id, client_reference)
  where client_reference is not null;

create table payment_batch_items (
  entity_id       uuid    not null,
  batch_id        uuid    not null,
  line            integer not null check (line > 0), -- position in the order, from 1
  status          text    not null check (status in ('Pending', 'Checked', 'Invalid', 'Created', 'Skipped', 'Undone')),
  body            jsonb   not null, -- the payment as it was read
  errors          jsonb   not null default '[]', -- [{ pointer, code, message, params }]
  warnings        jsonb   not null default '[]', -- fields that are not sent on: [{ pointer, code, message, sent? }]
  verification_id uuid,             -- of an item that names none although its payee must be verified; its payment relies on it
  payment_id      uuid,
  primary key (entity_id, batch_id, line),
  foreign key (entity_id, batch_id) references payment_batches,
  foreign key (entity_id, verification_id) references payee_verifications (entity_id, verification_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id),
  constraint payment_batch_item_made check ((payment_id is not null) = (status in ('Created', 'Undone')))
);
create index payment_batch_items_by_status on payment_batch_items (entity_id, batch_id, status, line);
