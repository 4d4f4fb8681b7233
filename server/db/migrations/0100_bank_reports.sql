-- Further returns of a payment, and reports of a bank that contradict what is booked.

-- What came back of a payment: one row for each return, each with its journal.
create table payment_returns (
  entity_id    uuid        not null,
  payment_id   uuid        not null,
  number       integer     not null check (number > 0), -- counts the returns of the payment
  amount_minor bigint      not null check (amount_minor > 0),
  reason       text,
  journal_id   uuid        not null,
  returned_at  timestamptz not null, -- business time
  primary key (entity_id, payment_id, number),
  unique (entity_id, journal_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
create trigger payment_returns_append_only before update or delete on payment_returns
  for each statement execute function refuse_change();

-- No more comes back than was paid, however many returns there are. The row of the payment orders its returns.
create function keep_returns_within_payment() returns trigger language plpgsql as $$
declare
  v_amount bigint;
begin
  select amount_minor into v_amount from payments
    where entity_id = new.entity_id and payment_id = new.payment_id for no key update;
  if v_amount < (select sum(r.amount_minor) from payment_returns r
      where r.entity_id = new.entity_id and r.payment_id = new.payment_id) then
    raise exception 'more would come back than was paid' using errcode = 'check_violation',
      constraint = 'payment_returns_at_most_its_amount';
  end if;
  return null;
end $$;
create trigger payment_returns_within_payment after insert on payment_returns
  for each row execute function keep_returns_within_payment();

insert into payment_returns (entity_id, payment_id, number, amount_minor, reason, journal_id, returned_at)
  select entity_id, payment_id, 1, returned_minor, returned_reason, return_journal_id, returned_at
  from payments where returned_minor is not null;

-- A bank may report on a payment that was never handed over to it.
alter table rail_messages drop constraint rail_messages_uetr_fkey,
  add foreign key (uetr) references payments (uetr),
  add column currency text, -- of amount_minor, where it is not the payment's
  add column alters uuid,   -- the message whose reference the bank used again, with other contents
  add column same_as uuid,  -- the message by which the same money was reported: pacs.004 and camt.054
  drop constraint rail_messages_outcome_check,
  add constraint rail_messages_outcome_check check (outcome in ('Applied', 'Ignored', 'Contradictory'));
create unique index rail_messages_paired_once on rail_messages (entity_id, same_as) where same_as is not null;

create index rail_messages_returns on rail_messages (split_part(rail_ref, '/', 2)) where status = 'Returned';
-- A bank may name a payment by its end-to-end id alone.
create index payments_by_end_to_end_id on payments (end_to_end_id) where release_journal_id is not null;

-- The work list of an operator: reports that contradict a payment, and entries of a bank's files that could not be booked.
-- The money of a contradiction waits in suspense of its entity's book until it is cleared. Rejected entries have no money
-- booked and are the house's.
create table contradictory_reports (
  entity_id          uuid        not null references entities,
  contradiction_id   uuid        not null,
  payment_id         uuid,
  kind               text        not null,
  bank_reference     text        not null, -- of the report or entry
  report_key         text        not null, -- tells repetitions of one report from others
  explanation        text        not null,
  direction          text        check (direction in ('In', 'Out')), -- In: the bank says it paid us; Out: it debited us
  currency           text,
  amount_minor       bigint      check (amount_minor > 0),
  journal_id         uuid, -- that booked it to suspense
  reported_at        timestamptz not null, -- business time, as all of these
  status             text        not null default 'Open' check (status in ('Open', 'Cleared')),
  decision           text        check (decision in ('BookToClient', 'ReturnToBank', 'WriteOff', 'Dismiss')),
  decided_by         text,
  decision_reason    text,
  decided_at         timestamptz,
  account_id         uuid, -- that the money was booked to
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

-- What a report was about and the money that it moved do not change, and a decision is final.
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
