-- Internal transfers: written by the statement that posts them. A transfer's id is its journal's id too. No foreign keys:
-- the posting function has checked entity, currency and floor of both accounts under their locks.
create table internal_transfers (
  entity_id            uuid        not null,
  internal_transfer_id uuid        not null,
  debit_account_id     uuid        not null,
  credit_account_id    uuid        not null,
  amount_minor         bigint      not null check (amount_minor > 0),
  debit_sequence       bigint      not null,
  credit_sequence      bigint      not null,
  created_at           timestamptz not null, -- business time; completed at the same instant
  currency             text        not null,
  reference            text,
  client_reference     text,
  primary key (entity_id, internal_transfer_id),
  check (debit_account_id <> credit_account_id)
);
create unique index internal_transfers_client_reference on internal_transfers (entity_id, client_reference)
  where client_reference is not null;
