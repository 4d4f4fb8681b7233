-- A spot trade that a client moves to an earlier date uses no more of the settlement limit than before, also after the limit was lowered. So such
-- a trade is not compared with the limit: it continues a trade that has ended, for no later date and no larger size, and is the only one to do so.
create or replace function check_settlement_limit() returns trigger language plpgsql as $$
declare
  settlement_limit bigint;
begin
  select settlement_minor into settlement_limit from entity_settings where entity_id = new.entity_id for no key update;
  if (select coalesce(sum(settlement_minor), 0) from unsettled_spot where entity_id = new.entity_id)
    + new.settlement_minor <= settlement_limit then
    return new;
  end if;
  if exists (select from fx_trades where entity_id = new.entity_id and trade_id = new.parent_trade_id and kind = 'Spot'
      and status in ('Cancelled', 'ClosedOut') and settlement_minor >= new.settlement_minor and value_date >= new.value_date)
    and not exists (select from fx_trades where entity_id = new.entity_id and parent_trade_id = new.parent_trade_id
      and trade_id <> new.trade_id and settlement_minor is not null) then
    return new;
  end if;
  raise exception 'trade % exceeds the settlement limit of its entity', new.trade_id
    using errcode = 'check_violation', constraint = 'fx_trades_settlement_limit';
end $$;
