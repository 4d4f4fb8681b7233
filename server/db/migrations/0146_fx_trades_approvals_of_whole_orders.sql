-- Policies judge an order as a whole, also if it is booked as several trades: what they judged, so that the last approval judges
-- the same. A previous release stores none; then the trade's own amounts are judged.
alter table fx_trade_approvals
  add column whole_buy_minor bigint,
  add column whole_sell_minor bigint,
  -- Null if nothing valued the order in the entity's base currency.
  add column whole_base_minor bigint,
  add constraint fx_trade_approvals_whole_check check (
    (whole_buy_minor is null) = (whole_sell_minor is null)
    and (whole_buy_minor is not null or whole_base_minor is null)
    and coalesce(whole_buy_minor, 1) > 0 and coalesce(whole_sell_minor, 1) > 0 and coalesce(whole_base_minor, 0) >= 0);

-- Of the approvals that a pending trade needs, only the number can change: a stricter policy raises it.
create or replace function keep_trade_approvals() returns trigger
  language plpgsql as $$
begin
  if (new.entity_id, new.trade_id, new.lapses_at, new.limit_minor, new.margin_account_id, new.reference_rate,
        new.whole_buy_minor, new.whole_sell_minor, new.whole_base_minor)
      is distinct from (old.entity_id, old.trade_id, old.lapses_at, old.limit_minor, old.margin_account_id, old.reference_rate,
        old.whole_buy_minor, old.whole_sell_minor, old.whole_base_minor)
      or new.approvals_required <= old.approvals_required then
    raise exception 'the approvals of a trade only become more' using errcode = 'restrict_violation',
      constraint = 'trade_approvals_only_rise';
  end if;
  return new;
end $$;
