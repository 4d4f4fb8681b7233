-- The confirmation that was issued for a trade (documents); null until it is first asked for. What was agreed does not
-- change once a trade is executed, so a trade has one.
alter table fx_trades add column confirmation_document_id uuid;
