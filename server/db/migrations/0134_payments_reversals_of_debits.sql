-- A bank reverses a debit that it booked twice: its report names the payment like a return does, but no money of the payer came back. Rows of
-- previous releases are returns.
alter table rail_messages add column is_reversal boolean not null default false, alter column is_reversal set statistics 0;
