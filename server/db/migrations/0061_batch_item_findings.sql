-- What the service found out about an item besides its faults: what of it is not sent on, and, where the payee of an item that
-- names no verification must be verified, the answer that its payment is bound to.
alter table payment_batch_items
  add column warnings        jsonb not null default '[]', -- [{ pointer, code, message, sent? }]
  add column verification_id uuid,
  add foreign key (entity_id, verification_id) references payee_verifications (entity_id, verification_id);
