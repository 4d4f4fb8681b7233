-- Locks a trade in the lock order (docs/decisions/0036-lock-order.md): a deal on credit after the facilities of its entity
-- and, if it came out of a forward, after that forward. What is looked up first without a lock never changes.
create function lock_trade(p_entity_id uuid, p_trade_id uuid) returns setof fx_trades language plpgsql as $$
declare
  v_forward_id uuid;
begin
  select f.trade_id into v_forward_id
    from fx_trades t join fx_forwards f on f.entity_id = t.entity_id and f.trade_id in (t.trade_id, t.parent_trade_id)
    where t.entity_id = p_entity_id and t.trade_id = p_trade_id
    order by f.trade_id = t.trade_id desc limit 1;
  if found then
    perform 1 from credit_facilities where entity_id = p_entity_id order by facility_id for no key update;
    if v_forward_id <> p_trade_id then
      perform 1 from fx_trades where entity_id = p_entity_id and trade_id = v_forward_id for no key update;
    end if;
  end if;
  return query select * from fx_trades where entity_id = p_entity_id and trade_id = p_trade_id for no key update;
end $$;
