-- Money received. What could not be identified is a row of the house until it is assigned to a client's account; then it
-- has a row in the client's entity as well.
create table inbound_payments (
  entity_id           uuid        not null references entities,
  inbound_payment_id  uuid        not null,
  account_id          uuid,
  currency            text        not null,
  amount_minor        bigint      not null check (amount_minor > 0), -- minor units of currency
  status              text        not null check (status in ('Credited', 'Held', 'Unidentified', 'Assigned')),
  debtor_name         text,
  debtor_iban         text,
  reference           text,
  journal_id          uuid        not null, -- of the receipt
  received_at         timestamptz not null, -- business time
  credited_at         timestamptz,
  assigned_from       uuid,                 -- the house's row it was assigned from
  bank_reference      text        unique,   -- the bank's own, so that a statement line counts once
  primary key (entity_id, inbound_payment_id),
  check ((account_id is null) = (status in ('Unidentified', 'Assigned'))),
  check ((credited_at is not null) = (status = 'Credited'))
);
