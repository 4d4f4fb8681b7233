-- Forwards of which something is left to draw, as GET /v1/fx/trades?drawable=true lists them. One that is not deliverable is settled in
-- cash: nothing is ever drawn from it.
create view drawable_forwards as
  select t.entity_id, t.trade_id
  from fx_trades t join fx_forwards f on f.entity_id = t.entity_id and f.trade_id = t.trade_id
  where t.kind = 'Forward' and t.status in ('Open', 'PartiallyDrawn') and f.funds_delivery = 'Deliverable';
