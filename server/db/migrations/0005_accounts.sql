-- The accounts that clients see. Their balances are the ledger's, under the same id; status Blocked and Closed is held there too.
create table accounts (
  entity_id      uuid        not null references entities,
  account_id     uuid        not null,
  name           text        not null check (length(name) between 1 and 140),
  friendly_name  text        check (length(friendly_name) between 1 and 140),
  currency       text        not null check (currency ~ '^[A-Z]{3}$'),
  type           text        not null check (type in ('Current', 'Collection', 'Margin', 'Virtual')),
  status         text        not null check (status in ('Active', 'Blocked', 'Closed')),
  is_default     boolean     not null, -- of its currency, where a request names no account
  permissions    text[]      not null check (permissions <@ array['Reporting', 'Fx', 'Payments']),
  iban           text        not null,
  bic            text        not null,
  account_number text,
  sort_code      text,
  routing_codes  jsonb       not null default '[]',
  opened_at      timestamptz not null, -- business time
  closed_at      timestamptz,
  primary key (entity_id, account_id),
  unique (account_id, entity_id, currency), -- for references that must agree on all three
  unique (account_id),
  unique (iban),
  check ((status = 'Closed') = (closed_at is not null))
);
create unique index accounts_one_default on accounts (entity_id, currency) where is_default;

-- Numbers accounts; the account number and the IBAN are made of it.
create sequence account_serials start 10000001;

-- Every process caches an entity's accounts; this tells it what to forget, at commit.
create function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', new.entity_id::text);
  return null;
end $$;
create trigger accounts_changed after insert or update on accounts for each row execute function notify_account_changed();
