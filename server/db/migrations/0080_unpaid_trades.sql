-- What an entity owes for its deals: the one definition behind credit utilisation, the check of new deals and the sale of
-- margin for an unpaid loss. Losses of close-outs count from their booking; other trades once they were not paid in time.
-- A forward or a drawdown that is overdue still is an exposure of its facility, so its amount uses no credit a second time.
create index fx_trades_unpaid on fx_trades (entity_id, trade_id)
  where status in ('AwaitingFunds', 'Overdue', 'SettlementFailed') or (status = 'Executed' and kind = 'CloseOut');

create view unpaid_trades as
  select t.entity_id, t.trade_id, t.kind, t.status,
    -- Of a forward its own facility; spot deals belong to none and count in the entity's first.
    coalesce(f.facility_id,
      (select c.facility_id from credit_facilities c where c.entity_id = t.entity_id order by c.facility_id limit 1)
    ) as facility_id,
    case when t.kind = 'CloseOut' then split_part(t.currency_pair, '/', 2) else t.sell_currency end as currency,
    case t.kind
      when 'CloseOut' then -t.net_minor
      when 'Forward' then f.contract_sell_minor - f.drawn_sell_minor - f.amended_sell_minor
      else t.sell_minor
    end as amount_minor,
    t.cut_off_at as due_at,
    t.kind in ('Forward', 'Drawdown') as is_exposure
  from fx_trades t
  left join fx_forwards f on f.entity_id = t.entity_id
    and f.trade_id = case t.kind when 'Forward' then t.trade_id else t.parent_trade_id end
  where (t.status in ('AwaitingFunds', 'Overdue', 'SettlementFailed') or (t.status = 'Executed' and t.kind = 'CloseOut'))
    and t.hold_id is null
    and case t.kind
      when 'CloseOut' then t.net_minor < 0
      when 'Forward' then t.status = 'Overdue'
      else true
    end;
