-- An amendment of a spot trade that needs approval stores the trade that it will make: the close-out, or the trade that continues for another
-- value date (decision 132). It uses the settlement limit only from its approval on, when the amended trade no longer does.
create trigger fx_trades_settlement_limit_of_amended before update of settlement_minor on fx_trades for each row
  when (new.settlement_minor is not null and new.settlement_minor is distinct from old.settlement_minor)
  execute function check_settlement_limit();

-- Such a trade is executed only after the amended trade has ended, so that no deal exists twice.
create function keep_spot_amended() returns trigger language plpgsql as $$
begin
  if not exists (select from fx_trades where entity_id = new.entity_id and trade_id = new.parent_trade_id
      and status in ('Cancelled', 'ClosedOut')) then
    raise exception 'trade % cannot be made while the trade that it amends is open', new.trade_id
      using errcode = 'check_violation', constraint = 'spot_trade_is_amended';
  end if;
  return new;
end $$;
create trigger fx_trades_spot_amended before update on fx_trades for each row
  when (old.status = 'PendingApproval' and new.status not in ('PendingApproval', 'Cancelled')
    and new.parent_trade_id is not null and (new.kind = 'Spot' or (new.kind = 'CloseOut' and new.subtype = 'Spot')))
  execute function keep_spot_amended();
