-- Revenue is what the client's amounts bring against those of the cover deal, and negative where a promised rate has turned
-- out better than cost.
alter table fx_quotes drop constraint fx_quotes_revenue_minor_check;
alter table fx_trades drop constraint fx_trades_revenue_minor_check;
alter table fx_forwards drop constraint fx_forwards_open_revenue_minor_check;
alter table fx_amendments drop constraint fx_amendments_new_revenue_minor_check;

-- Cost rate of the deal that closes a part, before it is rounded against the client: its revenue is counted against it.
alter table fx_amendments add column near_cost_rate numeric;
