-- Money that a bank reports counts once in all books, by the directory. A UETR is random: its key may contain the entity, and
-- a report that names only the UETR still finds the payment by it.

select join_directory('bankReference', 'inbound_payments', 'bank_reference');
alter table inbound_payments
  drop constraint inbound_payments_bank_reference_key,
  add unique (entity_id, bank_reference);

alter table payments drop constraint payments_uetr_key, add unique (uetr, entity_id);
