-- Which of our payments a third party initiated: the link between a consent and its payment. What becomes of the payment
-- is the payment's own row; what was asked for is the consent's.
create table open_banking_payments (
  entity_id   uuid        not null,
  payment_id  uuid        not null,
  consent_id  uuid        not null unique references open_banking_consents, -- a consent is used once
  client_id   text        not null,
  version     text        not null check (version in ('3.1', '4.0')),
  kind        text        not null check (kind in ('domesticPayment', 'internationalPayment')),
  trade_id    uuid,                 -- of the exchange that pays for it
  exchange    jsonb,                -- ExchangeRateInformation as it was dealt, in the vocabulary of v4.0
  created_at  timestamptz not null, -- business time
  primary key (entity_id, payment_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
-- A third party reads its payment by id before its entity is known.
create index open_banking_payments_of_client on open_banking_payments (client_id, payment_id);
