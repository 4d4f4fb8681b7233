-- Statements of closed months and closed days: issued once, never changed. A statement holds the postings of its account with
-- sequences after after_sequence up to last_sequence, so a posting that came late for its day is in the next one and in no two.
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
  available_minor bigint      not null, -- closing less what was held at the end of the period
  fees_minor      bigint      not null, -- part of the debits
  parties         jsonb       not null, -- institution, holder and account as they were named when it was issued
  digest          bytea       not null check (length(digest) = 32),
  created_at      timestamptz not null, -- business time
  primary key (entity_id, statement_id),
  unique (entity_id, account_id, period, to_date),
  unique (entity_id, account_id, period, year, sequence_number),
  foreign key (account_id, entity_id, currency) references accounts (account_id, entity_id, currency),
  constraint statement_adds_up check (closing_minor = opening_minor + credits_minor - debits_minor),
  constraint statement_counts_its_lines check (credit_count + debit_count = last_sequence - after_sequence)
);

-- Each continues the one before: days, sequences, balance and number. The first of a series starts from nothing.
create function check_statement_chain() returns trigger language plpgsql as $$
declare
  v_before statements;
begin
  select * into v_before from statements s
    where s.entity_id = new.entity_id and s.account_id = new.account_id and s.period = new.period
    order by s.to_date desc limit 1;
  if not found then
    if (new.after_sequence, new.opening_minor, new.sequence_number) <> (0, 0, 1) then
      raise exception 'the first statement of a series starts from nothing'
        using errcode = 'check_violation', constraint = 'statements_chain';
    end if;
  elsif new.from_date <> v_before.to_date + 1 or new.after_sequence <> v_before.last_sequence
      or new.opening_minor <> v_before.closing_minor
      or new.sequence_number <> (case when new.year = v_before.year then v_before.sequence_number + 1 else 1 end) then
    raise exception 'a statement continues the one before' using errcode = 'check_violation', constraint = 'statements_chain';
  end if;
  return new;
end $$;
create trigger statements_chain before insert on statements for each row execute function check_statement_chain();
create trigger statements_append_only before update or delete or truncate on statements
  for each statement execute function refuse_change();
