-- The market's rate when a deal at a held rate was booked: an approval that comes after the held rate has ended is compared
-- with it. Null: the trade's own cost rate is what the market is compared with.
alter table fx_trade_approvals add column reference_rate numeric check (reference_rate > 0);
