-- The adapter that a payment is handed to: chosen and committed before the first call, and never changed. A report that
-- names an adapter is taken only from that one; an operator's report names none.
alter table rail_instructions add column adapter text;
alter table rail_messages add column adapter text;

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
