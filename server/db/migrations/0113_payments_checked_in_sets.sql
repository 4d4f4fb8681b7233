-- The payments of a set are checked in one call: a call for each payment costs more than its check (decision 128).

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

-- Balances of accounts as the images of their events show them. It is volatile, so that a statement which has posted sees what it posted.
-- Processes of the previous release still call ledger_balance_image; the next release drops it.
create function ledger_balance_images(p_entity_ids uuid[], p_account_ids uuid[])
  returns table (entity_id uuid, account_id uuid, balance text) language plpgsql volatile rows 20 as $$
begin
  return query select b.entity_id, b.account_id, '{"balanceMinor":{"$n":"' || b.balance_minor || '"},"heldMinor":{"$n":"' || b.held_minor
      || '"},"sequence":{"$n":"' || b.seq || '"}}'
    from unnest(p_entity_ids, p_account_ids) as g (entity_id, account_id)
      join balances b on b.entity_id = g.entity_id and b.account_id = g.account_id;
end $$;
