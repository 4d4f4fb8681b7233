-- A bank reverses a debit that it booked twice: its report names the payment like a return does, but no money of the payer came back. Rows of
-- previous releases are returns.
-- The entry of a bank names all its parts, and the entry itself where it comes without them: both are the same money. Rows of previous releases
-- have none.
alter table rail_messages add column is_reversal boolean not null default false, alter column is_reversal set statistics 0,
  add column entry_reference text, alter column entry_reference set statistics 10;
alter table inbound_payments add column entry_reference text, add column entry_account text, add column has_details boolean;
