-- A payment is found by its id, whoever asks: one of another third party is forbidden, not unknown.
create index open_banking_payments_by_id on open_banking_payments (payment_id);
drop index open_banking_payments_of_client;
