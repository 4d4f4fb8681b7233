-- Consents of the open-banking interface, all kinds and both versions.

-- A consent belongs to the third party that requests it until a payment service user (PSU) authorises it, and to the entity of
-- that user from then on. So its key is its own id, and the columns of entity, user and accounts are set together.
create table open_banking_consents (
  consent_id              uuid        primary key,
  client_id               text        not null check (length(client_id) between 1 and 64), -- of the third party
  version                 text        not null check (version in ('3.1', '4.0')), -- of the standard that created it
  kind                    text        not null check (kind in ('accountAccess', 'domesticPayment', 'internationalPayment')),
  status                  text        not null, -- ISO codes of v4.0; v3.1 derives its names from them
  status_reasons          jsonb       not null default '[]', -- [{ code, description, path? }]
  status_at               timestamptz not null,
  created_at              timestamptz not null,
  authorise_by            timestamptz not null, -- a consent that is still awaiting then is rejected
  terms                   jsonb       not null, -- as requested, in the vocabulary of v4.0; numbers as text
  offer                   jsonb,                -- added when a payment consent was created: charges, rate, cut-off

  -- account access
  permissions             text[],
  expires_at              timestamptz,
  transactions_from       timestamptz,
  transactions_to         timestamptz,

  -- payments: amount and payee
  currency                text        check (currency ~ '^[A-Z]{3}$'),
  amount_minor            bigint      check (amount_minor > 0),
  currency_of_transfer    text        check (currency_of_transfer ~ '^[A-Z]{3}$'),
  creditor_name           text,
  creditor_scheme         text,
  creditor_identification text,
  reference               text,

  -- the authorisation
  entity_id               uuid        references entities,
  psu_id                  uuid,
  account_ids             uuid[]      not null default '{}', -- shared with the third party, or the one that pays
  authorised_at           timestamptz,
  deleted_at              timestamptz, -- by the third party; it is not visible to anyone afterwards

  unique (entity_id, consent_id), -- for payments, which reference the consent of their own entity
  constraint open_banking_consent_status check (
    (kind = 'accountAccess' and status in ('AWAU', 'AUTH', 'RJCT', 'CANC', 'EXPD'))
    or (kind <> 'accountAccess' and status in ('AWAU', 'AUTH', 'RJCT', 'COND'))),
  constraint open_banking_consent_approved check (
    (entity_id is null) = (psu_id is null) and (entity_id is null) = (authorised_at is null)
    and (entity_id is not null or (status in ('AWAU', 'RJCT') and account_ids = '{}'))
    and (entity_id is null or cardinality(account_ids) > 0)),
  constraint open_banking_consent_one_payer check (kind = 'accountAccess' or cardinality(account_ids) <= 1),
  constraint open_banking_consent_terms check (
    (kind = 'accountAccess') = (permissions is not null)
    and (kind <> 'accountAccess') = (amount_minor is not null)
    and (amount_minor is null) = (currency is null)
    and (kind = 'internationalPayment') = (currency_of_transfer is not null)
    and (kind = 'accountAccess' or (expires_at is null and transactions_from is null and transactions_to is null)))
);
-- A user's page of connected third parties, newest first.
create index open_banking_consents_of_psu on open_banking_consents (entity_id, psu_id, consent_id)
  where entity_id is not null;
-- All consents of a third party, for the end of its registration.
create index open_banking_consents_of_client on open_banking_consents (client_id, consent_id);

-- Every step of a consent, for payment-details and disputes; a consent without an entity has no events.
create table open_banking_consent_steps (
  consent_id uuid        not null references open_banking_consents,
  step       integer     not null check (step > 0),
  status     text        not null,
  reasons    jsonb       not null,
  at         timestamptz not null,
  actor_type text        not null check (actor_type in ('client', 'operator', 'psu', 'system')),
  actor_id   text,
  request_id text,
  primary key (consent_id, step)
);
create trigger open_banking_consent_steps_append_only
  before update or delete on open_banking_consent_steps
  for each statement execute function refuse_change();
