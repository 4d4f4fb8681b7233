-- What is checked about the payments of a set is checked for all of them at once: a call for each payment costs more than the check (decision 128).

-- Versions of everything outside of payments that orders are checked against, in the order of the arguments. A version changes with every
-- change of one of the rows. It is volatile, so that a statement which has waited for a lock sees what changed meanwhile.
create function payment_facts_versions(p_entity_ids uuid[], p_account_ids uuid[], p_beneficiary_ids uuid[])
  returns setof text language plpgsql volatile as $$
declare
  v_lists text := (select string_agg(l.list || ':' || l.version, ',' order by l.list) from screening_lists l);
begin
  return query select
      coalesce((select e.xmin::text from entities e where e.entity_id = g.entity_id), '-')
      || ' ' || coalesce((select s.xmin::text from entity_settings s where s.entity_id = g.entity_id), '-')
      || ' ' || coalesce((select a.xmin::text from accounts a where a.entity_id = g.entity_id and a.account_id = g.account_id), '-')
      || ' ' || coalesce((select b.xmin::text from beneficiaries b where b.entity_id = g.entity_id
        and b.beneficiary_id = g.beneficiary_id), '-')
      || ' ' || coalesce((select b.xmin::text from beneficiary_policies b where b.entity_id = g.entity_id), '-')
      || ' ' || coalesce((select string_agg(p.policy_id::text || p.xmin::text, ',' order by p.policy_id)
        from approval_policies p where p.entity_id = g.entity_id), '-')
      || ' ' || coalesce(v_lists, '-')
    from unnest(p_entity_ids, p_account_ids, p_beneficiary_ids) with ordinality as g (entity_id, account_id, beneficiary_id, n)
    order by g.n;
end $$;

-- Fails a set of payments whose facts changed while it waited: it is sent again, and those payments are refused.
create function payment_facts_unchanged(p_entity_ids uuid[], p_account_ids uuid[], p_beneficiary_ids uuid[], p_versions text[])
  returns boolean language plpgsql volatile as $$
begin
  if exists (select from rows from (payment_facts_versions(p_entity_ids, p_account_ids, p_beneficiary_ids), unnest(p_versions))
      as f (version, checked) where version is distinct from checked) then
    raise exception 'a fact of a payment changed' using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

drop function payment_facts_unchanged(boolean);
drop function payment_facts_version(uuid, uuid, uuid);

-- Balances of accounts as the images of their events show them. It is volatile, so that a statement which has posted sees what it posted.
create function ledger_balance_images(p_entity_ids uuid[], p_account_ids uuid[])
  returns table (entity_id uuid, account_id uuid, balance text) language plpgsql volatile rows 20 as $$
begin
  return query select b.entity_id, b.account_id, '{"balanceMinor":{"$n":"' || b.balance_minor || '"},"heldMinor":{"$n":"' || b.held_minor
      || '"},"sequence":{"$n":"' || b.seq || '"}}'
    from unnest(p_entity_ids, p_account_ids) as g (entity_id, account_id)
      join balances b on b.entity_id = g.entity_id and b.account_id = g.account_id;
end $$;

drop function ledger_balance_image(uuid, uuid);

-- Foreign keys to payments, checked once for all rows of a statement. Payments stay, and keep their ids, and so do the rows that refer to them.
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
  for each statement execute function refuse_change();
create trigger rail_instructions_keep_payment before update of entity_id, payment_id on rail_instructions
  for each statement execute function refuse_change();
create trigger rail_messages_keep_payment before update of entity_id, payment_id on rail_messages
  for each statement execute function refuse_change();

-- An instruction that is changed is checked by keep_instruction_approved, as before.
create function check_instructions_approved() returns trigger language plpgsql volatile as $$
begin
  if exists (
    select from added i
    where (select case when p.approvals_required > 0 then (select count(*) from approvals a where a.entity_id = i.entity_id
          and a.resource_type = 'payment' and a.resource_id = i.payment_id and a.round = p.approval_round and a.decision = 'Approved'
          and a.bound = i.body - 'paymentDate') < p.approvals_required end
        from payments p where p.entity_id = i.entity_id and p.payment_id = i.payment_id)
  ) then
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
