-- Releases the open holds of payments that name another hold or none, as migration 0121 did: processes of the release before that one may
-- have held moved payments twice until they stopped.
do $$
declare
  v_entities uuid[];
  v_holds uuid[];
  r record;
begin
  select array_agg(h.entity_id), array_agg(h.hold_id) into v_entities, v_holds
    from holds h join payments p on p.entity_id = h.entity_id and p.payment_id = h.related_id
    where h.released_at is null and h.related_type = 'payment' and h.purpose = 'payment' and p.hold_id is distinct from h.hold_id;
  perform from balances b
    where (b.entity_id, b.account_id) in (select h.entity_id, h.account_id
        from unnest(v_entities, v_holds) v (entity_id, hold_id) join holds h using (entity_id, hold_id) where h.released_at is null)
    order by b.entity_id, b.account_id for no key update;
  for r in select h.entity_id, h.account_id, sum(h.amount_minor)::bigint as minor, array_agg(h.hold_id) as ids,
      greatest(max(h.created_at), max(p.updated_at), max(b.last_posted_at)) as at -- business time, as the service books it
    from unnest(v_entities, v_holds) v (entity_id, hold_id) join holds h using (entity_id, hold_id)
      join payments p on p.entity_id = h.entity_id and p.payment_id = h.related_id
      join balances b on b.entity_id = h.entity_id and b.account_id = h.account_id
    where h.released_at is null
    group by h.entity_id, h.account_id order by h.entity_id, h.account_id
  loop
    update holds h set released_at = r.at where h.entity_id = r.entity_id and h.hold_id = any (r.ids);
    update balances b set held_minor = b.held_minor - r.minor where b.entity_id = r.entity_id and b.account_id = r.account_id;
  end loop;
end $$;

-- An adapter is chosen right before its first call, and only for a payment that is Submitted: one that has ended or that the bank has executed
-- is not handed over, whoever asks. The hand-over of such a payment fails in processes of the previous release, and ends in those of this one.
create or replace function keep_rail_adapter() returns trigger language plpgsql as $$
begin
  if old.adapter is not null and new.adapter is distinct from old.adapter then
    raise exception 'the adapter of an instruction does not change' using errcode = 'check_violation',
      constraint = 'rail_instruction_keeps_adapter';
  end if;
  if old.adapter is null and new.adapter is not null and not exists (select 1 from payments p
      where p.entity_id = new.entity_id and p.payment_id = new.payment_id and p.status = 'Submitted') then
    raise exception 'a payment that is not Submitted is not handed over' using errcode = 'check_violation',
      constraint = 'rail_instruction_of_submitted_payment';
  end if;
  return new;
end $$;
