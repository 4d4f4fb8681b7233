-- Foreign keys to payments, checked once for all rows of a statement (decision 128). Payments stay and keep their ids, and rows that refer to them
-- keep their payment.
lock table payments, rail_instructions, rail_messages, payment_history in access exclusive mode;

create function refuse_key_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay, and keep their keys', tg_table_name using errcode = 'restrict_violation';
end $$;

create function check_rows_of_payments() returns trigger language plpgsql volatile as $$
begin
  if exists (select from added a where (select p.payment_id from payments p
      where p.entity_id = a.entity_id and p.payment_id = a.payment_id) is null) then
    raise exception 'a row of % has no payment', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_of_payment', table = tg_table_name;
  end if;
  return null;
end $$;

alter table payment_history drop constraint payment_history_entity_id_payment_id_fkey;
alter table rail_instructions drop constraint rail_instructions_entity_id_payment_id_fkey;
alter table rail_messages drop constraint rail_messages_entity_id_payment_id_fkey;

create trigger payment_history_of_payment after insert on payment_history
  referencing new table as added for each statement execute function check_rows_of_payments();
create trigger rail_instructions_of_payment after insert on rail_instructions
  referencing new table as added for each statement execute function check_rows_of_payments();
create trigger rail_messages_of_payment after insert on rail_messages
  referencing new table as added for each statement execute function check_rows_of_payments();

create trigger payments_stay before delete or truncate or update of entity_id, payment_id on payments
  for each statement execute function refuse_key_change();
create trigger rail_instructions_keep_payment before update of entity_id, payment_id on rail_instructions
  for each statement execute function refuse_key_change();
create trigger rail_messages_keep_payment before update of entity_id, payment_id on rail_messages
  for each statement execute function refuse_key_change();

-- An instruction of a payment that needs approvals equals the approved details, except for the date.
create function is_instruction_approved(p_entity_id uuid, p_payment_id uuid, p_body jsonb) returns boolean language sql stable as $$
  select p.approvals_required = 0 or (select count(*) from approvals a where a.entity_id = p.entity_id and a.resource_type = 'payment'
      and a.resource_id = p.payment_id and a.round = p.approval_round and a.decision = 'Approved'
      and a.bound = p_body - 'paymentDate') >= p.approvals_required
    from payments p where p.entity_id = p_entity_id and p.payment_id = p_payment_id
$$;

create or replace function keep_instruction_approved() returns trigger language plpgsql as $$
begin
  if not is_instruction_approved(new.entity_id, new.payment_id, new.body) then
    raise exception 'the instruction differs from the approved one' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return new;
end $$;

-- Most payments need no approval.
create function check_instructions_approved() returns trigger language plpgsql volatile as $$
begin
  if exists (select from added i where (select p.approvals_required from payments p
        where p.entity_id = i.entity_id and p.payment_id = i.payment_id) > 0
      and not is_instruction_approved(i.entity_id, i.payment_id, i.body)) then
    raise exception 'the instruction differs from the approved one' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return null;
end $$;

drop trigger rail_instructions_approved on rail_instructions;
create trigger rail_instructions_approved before update of body on rail_instructions
  for each row execute function keep_instruction_approved();
create trigger rail_instructions_approved_when_made after insert on rail_instructions
  referencing new table as added for each statement execute function check_instructions_approved();

create function check_reports_of_adapter() returns trigger language plpgsql volatile as $$
begin
  if exists (
    select from added m
    where m.adapter is not null and (select i.adapter from rail_instructions i
      where i.entity_id = m.entity_id and i.payment_id = m.payment_id) <> m.adapter
  ) then
    raise exception 'another adapter submitted the payment' using errcode = 'check_violation',
      constraint = 'rail_message_of_adapter';
  end if;
  return null;
end $$;

drop trigger rail_message_of_adapter on rail_messages;
drop function keep_report_of_adapter();
create trigger rail_message_of_adapter after insert on rail_messages
  referencing new table as added for each statement execute function check_reports_of_adapter();
