-- The account that the bank's entry named, whether it was one of ours or not: an entry that comes again is the same money only for the same account.
-- Rows of previous releases have none.
alter table inbound_payments add column named_account text;
