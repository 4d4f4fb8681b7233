-- Statements of banks (camt.053), and the movements of the house's safeguarding accounts that they are compared with. Nothing here moves money:
-- a line is matched with a movement that a notification or a status has booked.

create table bank_statements (
  entity_id uuid not null references entities (entity_id), -- the house
  statement_id uuid not null,
  bank text not null,                                      -- id of the bank's adapter
  account text not null,                                   -- our account at the bank, without spaces
  currency text not null,
  identification text not null,                            -- the bank's id of the statement
  sequence_number bigint check (sequence_number >= 0),
  from_at timestamptz not null,
  to_at timestamptz not null,
  closing_day date not null,
  opening_minor bigint not null,                           -- booked balances; negative: overdrawn
  closing_minor bigint not null,
  booked_minor bigint not null,                            -- sum of its lines
  line_count integer not null check (line_count >= 0),
  digest text not null,                                    -- of the facts: a repeated statement has the same
  read_at timestamptz not null,
  is_complete boolean not null default false,              -- all its lines are stored
  primary key (entity_id, statement_id),
  unique (entity_id, bank, account, currency, identification)
);
create index bank_statements_in_order on bank_statements (entity_id, bank, currency, closing_day, to_at) where is_complete;

create table bank_movements (
  entity_id uuid not null, -- the house
  journal_id uuid not null,
  bank text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0), -- positive: the bank has more of our money
  client_entity_id uuid not null,                         -- of the source
  source_type text not null,
  source_id uuid not null,
  kind text not null,
  posted_at timestamptz not null,
  uetr uuid,                                              -- of a payment
  entry_reference text,                                   -- name of the bank's entry that booked it as incoming funds
  match_id uuid,
  primary key (entity_id, journal_id),
  foreign key (entity_id, journal_id) references journals (entity_id, journal_id)
);
create index bank_movements_open on bank_movements (entity_id, bank, currency, amount_minor, journal_id) where match_id is null;
create index bank_movements_matched on bank_movements (entity_id, match_id) where match_id is not null;

create table bank_statement_lines (
  entity_id uuid not null,
  line_id uuid not null,
  statement_id uuid not null,
  line integer not null check (line > 0),
  entry integer not null check (entry > 0),
  entry_reference text not null,
  amount_minor bigint not null check (amount_minor <> 0), -- positive: a credit
  booked_on date not null,
  value_date date,
  bank_reference text,
  description text,
  uetr uuid,
  item jsonb,
  match_id uuid, -- the lines and the movements of a match have the same sum
  primary key (entity_id, line_id),
  unique (entity_id, statement_id, line),
  foreign key (entity_id, statement_id) references bank_statements (entity_id, statement_id)
);
create index bank_statement_lines_open on bank_statement_lines (entity_id, statement_id, entry, line) where match_id is null;
create index bank_statement_lines_matched on bank_statement_lines (entity_id, match_id) where match_id is not null;

-- How far the movements of a bank were taken from the postings of the safeguarding account of a currency.
create table bank_books (
  entity_id uuid not null references entities (entity_id), -- the house
  bank text not null,
  currency text not null,
  from_at timestamptz not null,              -- begin of the first statement
  seq bigint not null default 0,             -- of the last posting taken
  balance_minor bigint not null default 0,   -- sum of all movements of the bank
  before_minor bigint not null default 0,    -- part of it that is older than any movement stored here
  primary key (entity_id, bank, currency)
);

create table bank_break_explanations (
  entity_id uuid not null references entities (entity_id), -- the house
  break_id uuid not null,                                  -- id of the line, the movement or the statement
  amount_minor bigint not null,                            -- of the break that was explained
  reason text not null check (reason <> ''),
  explained_by text not null check (explained_by <> ''),
  explained_at timestamptz not null,
  primary key (entity_id, break_id)
);

-- Leads from a journal of the house to the entity of its crossing.
create index book_crossings_of_safeguarding on book_crossings (crossing_id) where house_kind = 'safeguarding';
alter table book_crossings alter column house_kind set statistics -1;
