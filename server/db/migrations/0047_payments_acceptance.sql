-- Version of everything outside of payments that an order is checked against: a payment that was checked with a copy is
-- stored only if this is still the same. It changes with every change of one of the rows.
create function payment_facts(p_entity_id uuid, p_account_id uuid, p_beneficiary_id uuid) returns text
language sql stable as $$
  select coalesce((select e.xmin::text || ' ' || s.xmin::text from entities e join entity_settings s using (entity_id)
      where e.entity_id = p_entity_id), '-')
    || ' ' || coalesce((select xmin::text from accounts where entity_id = p_entity_id and account_id = p_account_id), '-')
    || ' ' || coalesce((select xmin::text from beneficiaries where entity_id = p_entity_id and beneficiary_id = p_beneficiary_id), '-')
    || ' ' || coalesce((select xmin::text from beneficiary_policies where entity_id = p_entity_id), '-')
    || ' ' || coalesce((select string_agg(policy_id::text || xmin::text, ',' order by policy_id) from approval_policies
      where entity_id = p_entity_id), '-')
    || ' ' || coalesce((select string_agg(list || ':' || version, ',' order by list) from screening_lists), '-')
$$;

-- Fails the statement that asks: a batch of commands is stored as a whole or not at all.
create function ledger_batch_holds(holds boolean) returns boolean language plpgsql volatile as $$
begin
  if holds is not true then
    raise exception 'a batch breaks a limit' using errcode = 'check_violation';
  end if;
  return true;
end $$;
