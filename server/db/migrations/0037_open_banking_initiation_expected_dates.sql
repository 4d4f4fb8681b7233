-- Expected instants of a payment, computed when it is made. Null for payments of earlier releases.
alter table open_banking_payments
  add column expected_execution_at  timestamptz,
  add column expected_settlement_at timestamptz,
  add constraint open_banking_payments_arrive_after_departure check (expected_settlement_at >= expected_execution_at);
