-- Virtual accounts: further numbers of an account, one for each payer, so that a receipt shows who paid it.

create table virtual_accounts (
  entity_id          uuid        not null,
  virtual_account_id uuid        not null,
  account_id         uuid        not null, -- gets the money
  name               text        not null check (length(name) between 1 and 140),
  client_reference   text        check (length(client_reference) between 1 and 64),
  iban               text        not null,
  bic                text        not null,
  account_number     text,
  sort_code          text,
  routing_codes      jsonb       not null default '[]',
  opened_at          timestamptz not null,
  closed_at          timestamptz,
  primary key (entity_id, virtual_account_id),
  unique (entity_id, iban),
  unique (entity_id, client_reference),
  foreign key (entity_id, account_id) references accounts
);
create index virtual_accounts_by_account on virtual_accounts (entity_id, account_id, virtual_account_id);

-- A number leads to one account, real or virtual, in all books.
select join_directory('iban', 'virtual_accounts', 'iban');

-- What clients need to reconcile receipts; empty for those received before.
alter table inbound_payments
  add column virtual_account_id uuid,   -- the one the payer named; its account is account_id
  add column status_reason      text,   -- why the money is on hold, unidentified or returned
  add column credited_sequence  bigint, -- of the posting on the account; null before it is credited
  add column release_journal_id uuid,   -- journal that credited money which was on hold
  add column return_journal_id  uuid;   -- journal of the return

-- Lists of receipts: of an account, and of a virtual account.
create index inbound_payments_by_account on inbound_payments (entity_id, account_id, inbound_payment_id);
create index inbound_payments_by_virtual_account on inbound_payments (entity_id, virtual_account_id, inbound_payment_id)
  where virtual_account_id is not null;
