-- Payments that third parties have initiated: the link between a consent and its payment. The row of the payment has its
-- progress, the row of the consent the request.

create table open_banking_payments (
  entity_id  uuid        not null,
  payment_id uuid        not null,
  consent_id uuid        not null,
  client_id  text        not null,
  version    text        not null check (version in ('3.1', '4.0')),
  kind       text        not null check (kind in ('domesticPayment', 'internationalPayment')),
  trade_id   uuid,                 -- of the exchange that funds it
  exchange   jsonb,                -- ExchangeRateInformation as dealt, in the vocabulary of v4.0
  created_at timestamptz not null,
  primary key (entity_id, payment_id),
  unique (entity_id, consent_id), -- a consent is used once
  foreign key (entity_id, consent_id) references open_banking_consents (entity_id, consent_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
-- A payment is found by its id for every caller: a payment of another third party is forbidden, not unknown.
create index open_banking_payments_by_id on open_banking_payments (payment_id);
