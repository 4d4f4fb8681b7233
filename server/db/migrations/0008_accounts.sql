-- Accounts of clients, and their statements.

-- The ledger holds their balances under the same id, and enforces the status Blocked and Closed.
create table accounts (
  entity_id      uuid        not null references entities,
  account_id     uuid        not null,
  name           text        not null check (length(name) between 1 and 140),
  friendly_name  text        check (length(friendly_name) between 1 and 140),
  currency       text        not null check (currency ~ '^[A-Z]{3}$'),
  type           text        not null check (type in ('Current', 'Collection', 'Margin', 'Virtual')),
  status         text        not null check (status in ('Active', 'Blocked', 'Closed')),
  is_default     boolean     not null, -- of its currency, used when a request names no account
  permissions    text[]      not null check (permissions <@ array['Reporting', 'Fx', 'Payments']),
  iban           text        not null,
  bic            text        not null,
  account_number text,
  sort_code      text,
  routing_codes  jsonb       not null default '[]',
  opened_at      timestamptz not null,
  closed_at      timestamptz,
  primary key (entity_id, account_id),
  unique (entity_id, account_id, currency), -- for foreign keys that must agree on all three
  unique (account_id),
  unique (iban),
  constraint account_closed_at check ((status = 'Closed') = (closed_at is not null))
);
create unique index accounts_one_default on accounts (entity_id, currency) where is_default;

-- Numbers the accounts; account number and IBAN contain it.
create sequence account_serials start 10000001;

-- Every process caches the accounts of an entity. This notifies it at commit which ones to forget.
create function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', new.entity_id::text);
  return null;
end $$;
create trigger accounts_changed after insert or update on accounts for each row execute function notify_account_changed();

-- Statements of closed months and closed days: issued once, never changed. A statement contains the postings of its account
-- with sequences after after_sequence up to last_sequence. A posting that came late for its day is therefore in exactly one
-- statement, the next one.
create table statements (
  entity_id       uuid        not null,
  statement_id    uuid        not null,
  account_id      uuid        not null,
  currency        text        not null,
  period          text        not null check (period in ('Month', 'Day')), -- two series, each numbered and chained in itself
  year            integer     not null,
  sequence_number integer     not null check (sequence_number > 0),
  from_date       date        not null, -- days of time_zone
  to_date         date        not null check (to_date >= from_date),
  time_zone       text        not null,
  after_sequence  bigint      not null,
  last_sequence   bigint      not null,
  opening_minor   bigint      not null,
  credits_minor   bigint      not null check (credits_minor >= 0),
  credit_count    integer     not null check (credit_count >= 0),
  debits_minor    bigint      not null check (debits_minor >= 0),
  debit_count     integer     not null check (debit_count >= 0),
  closing_minor   bigint      not null,
  available_minor bigint      not null, -- closing less the amount held at the end of the period
  fees_minor      bigint      not null, -- part of the debits
  parties         jsonb       not null, -- institution, holder and account as they were named at issue
  digest          bytea       not null check (length(digest) = 32),
  created_at      timestamptz not null,
  primary key (entity_id, statement_id),
  unique (entity_id, account_id, period, to_date),
  unique (entity_id, account_id, period, year, sequence_number),
  foreign key (entity_id, account_id, currency) references accounts (entity_id, account_id, currency),
  constraint statement_adds_up check (closing_minor = opening_minor + credits_minor - debits_minor),
  constraint statement_counts_its_lines check (credit_count + debit_count = last_sequence - after_sequence)
);
create trigger statements_append_only before update or delete or truncate on statements
  for each statement execute function refuse_change();

-- Each statement continues the one before: days, sequences, balance and number. The first of a series starts from nothing.
create function check_statement_chain() returns trigger language plpgsql as $$
declare
  v_before statements;
begin
  select * into v_before from statements s
    where s.entity_id = new.entity_id and s.account_id = new.account_id and s.period = new.period
    order by s.to_date desc limit 1;
  if not found then
    if (new.after_sequence, new.opening_minor, new.sequence_number) <> (0, 0, 1) then
      raise exception 'the first statement of a series opens with zero'
        using errcode = 'check_violation', constraint = 'statements_chain';
    end if;
  elsif new.from_date <> v_before.to_date + 1 or new.after_sequence <> v_before.last_sequence
      or new.opening_minor <> v_before.closing_minor
      or new.sequence_number <> (case when new.year = v_before.year then v_before.sequence_number + 1 else 1 end) then
    raise exception 'a statement must continue the previous one' using errcode = 'check_violation', constraint = 'statements_chain';
  end if;
  return new;
end $$;
create trigger statements_chain before insert on statements for each row execute function check_statement_chain();

-- The PDF of a statement, stored at the first request and kept unchanged: a later release may lay out pages differently.
-- In parts, since the length of a statement is unlimited.
create table statement_files (
  entity_id    uuid    not null,
  statement_id uuid    not null,
  position     integer not null check (position >= 0), -- parts are joined in this order
  bytes        bytea   not null,
  primary key (entity_id, statement_id, position),
  foreign key (entity_id, statement_id) references statements
);
create trigger statement_files_append_only before update or delete or truncate on statement_files
  for each statement execute function refuse_change();
