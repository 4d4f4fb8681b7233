-- Payees. A deleted one stays: payments made to it go on naming it.

create table beneficiaries (
  entity_id               uuid        not null references entities,
  beneficiary_id          uuid        not null, -- uuid v7; ben_ in front of it on the wire
  status                  text        not null check (status in ('PendingApproval', 'Active', 'Blocked', 'Deleted')),
  version                 integer     not null default 1 check (version > 0),
  name                    text        not null check (length(name) between 1 and 140),
  nickname                text,
  type                    text        not null check (type in ('Individual', 'Company')),
  first_party             boolean     not null default false, -- the entity's own account elsewhere
  address                 jsonb       not null check (address ? 'city' and address ? 'countryCode'), -- banks refuse others
  country_code            text        not null check (country_code ~ '^[A-Z]{2}$'),
  bank_country_code       text        not null check (bank_country_code ~ '^[A-Z]{2}$'),
  currency                text        not null check (currency ~ '^[A-Z]{3}$'),
  iban                    text        check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  account_number          text        check (account_number ~ '^[A-Z0-9]{1,34}$'),
  bic                     text        check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  routing_codes           jsonb       not null default '[]', -- [{ type, value }]
  account_type            text,
  tax_id                  text,
  rails                   text[]      not null check (cardinality(rails) > 0), -- usable ones, the preferred first
  details                 jsonb       not null default '{}', -- parts of the order that nothing here decides by
  is_default_for_currency boolean     not null default false,
  external_reference      text,
  client_reference        text,
  verification_status     text        not null default 'NotChecked',
  verification_id         text,
  verified_at             timestamptz,
  created_by              uuid, -- API client; null: the system
  created_at              timestamptz not null, -- business time, as all instants here
  updated_at              timestamptz not null,
  primary key (entity_id, beneficiary_id),
  constraint beneficiary_has_account
    check (iban is not null or account_number is not null or jsonb_array_length(routing_codes) > 0),
  constraint beneficiary_deleted_is_no_default check (status <> 'Deleted' or not is_default_for_currency)
);

create unique index beneficiaries_by_client_reference on beneficiaries (entity_id, client_reference)
  where client_reference is not null;
create unique index beneficiaries_by_external_reference on beneficiaries (entity_id, external_reference)
  where external_reference is not null and status <> 'Deleted';
create unique index beneficiaries_one_default on beneficiaries (entity_id, currency) where is_default_for_currency;
-- The list: newest first, by status.
create index beneficiaries_by_status on beneficiaries (entity_id, status, beneficiary_id);
