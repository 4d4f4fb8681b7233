-- Messages to and from the rails. The foreign keys to payments are in the migration of that later module.

-- The instruction for a rail: stored with the release, handed over after its commit, and repeated until the rail accepts it.
create table rail_instructions (
  entity_id    uuid        not null,
  payment_id   uuid        not null,
  uetr         uuid        not null,
  rail         text        not null,
  body         jsonb       not null, -- amounts as decimal strings
  created_at   timestamptz not null,
  submitted_at timestamptz,          -- when the rail accepted it
  adapter      text,                 -- the connection to a bank; stored before its first call, and final
  primary key (entity_id, payment_id),
  unique (entity_id, uetr)
);

-- An instruction of a payment that needs approvals equals the approved details, except for the date.
create function keep_instruction_approved() returns trigger language plpgsql as $$
declare
  v_required smallint;
  v_round smallint;
begin
  select approvals_required, approval_round into v_required, v_round
    from payments where entity_id = new.entity_id and payment_id = new.payment_id;
  if v_required > 0 and (select count(*) from approvals a where a.entity_id = new.entity_id and a.resource_type = 'payment'
        and a.resource_id = new.payment_id and a.round = v_round and a.decision = 'Approved'
        and a.bound = new.body - 'paymentDate') < v_required then
    raise exception 'the instruction differs from the approved one' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return new;
end $$;
create trigger rail_instructions_approved before insert or update of body on rail_instructions
  for each row execute function keep_instruction_approved();

create function keep_rail_adapter() returns trigger language plpgsql as $$
begin
  if old.adapter is not null and new.adapter is distinct from old.adapter then
    raise exception 'the adapter of an instruction does not change' using errcode = 'check_violation',
      constraint = 'rail_instruction_keeps_adapter';
  end if;
  return new;
end $$;
create trigger rail_instruction_keeps_adapter before update of adapter on rail_instructions
  for each row execute function keep_rail_adapter();

-- Reports of a rail. A repeated report is one row. A bank may report on a payment that was never handed over to it.
create table rail_messages (
  entity_id    uuid        not null,
  message_id   uuid        not null,
  payment_id   uuid        not null,
  uetr         uuid        not null,
  rail_ref     text        not null, -- the rail's own id of the message
  status       text        not null check (status in ('Sent', 'Completed', 'Failed', 'Returned', 'RecallRefused')),
  reason       text,
  amount_minor bigint      check (amount_minor > 0), -- of a partial return
  currency     text,                 -- of amount_minor, if it is not the payment's
  alters       uuid,                 -- the message whose reference the bank used again, with other contents
  same_as      uuid,                 -- the message that reported the same money: pacs.004 and camt.054
  received_at  timestamptz not null,
  applied_at   timestamptz,
  outcome      text        check (outcome in ('Applied', 'Ignored', 'Contradictory')),
  adapter      text,                 -- that reported; null: an operator
  primary key (entity_id, message_id),
  unique (entity_id, payment_id, rail_ref),
  constraint rail_message_applied_with_outcome check ((applied_at is null) = (outcome is null))
);
create unique index rail_messages_paired_once on rail_messages (entity_id, same_as) where same_as is not null;
create index rail_messages_returns on rail_messages (split_part(rail_ref, '/', 2)) where status = 'Returned';

-- An adapter reports only on payments that it submitted.
create function keep_report_of_adapter() returns trigger language plpgsql as $$
begin
  if new.adapter is not null and exists (select 1 from rail_instructions i
      where i.entity_id = new.entity_id and i.payment_id = new.payment_id and i.adapter <> new.adapter) then
    raise exception 'another adapter submitted the payment' using errcode = 'check_violation',
      constraint = 'rail_message_of_adapter';
  end if;
  return new;
end $$;
create trigger rail_message_of_adapter before insert on rail_messages
  for each row execute function keep_report_of_adapter();
