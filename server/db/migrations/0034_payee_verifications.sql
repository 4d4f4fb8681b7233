-- Answers of verification of payee. A row is what was asked, what the scheme answered and what the client was told, as
-- liability turns on whether the payer was warned. A payment names the row it relies on.
create table payee_verifications (
  entity_id       uuid        not null references entities,
  verification_id uuid        not null, -- uuid v7; ver_ in front of it on the wire
  account_id      uuid,                 -- the account that is to pay, where it was said
  account_key     text        not null, -- the payee's account: its IBAN, or sort code and number of a UK account
  name            text        check (length(name) between 1 and 140),
  identification  jsonb,                -- what was asked instead of a name
  party_type      text        check (party_type in ('Individual', 'Company')),
  scheme          text        not null check (scheme in ('SEPA_VOP', 'UK_COP', 'SIMULATED')),
  scheme_code     text        not null, -- the scheme's own code: providers differ in what they make of it
  status          text        not null check (status in ('Match', 'NearMatch', 'NoMatch', 'NotAvailable')),
  reason_code     text,
  matched_name    text,
  message         text        not null, -- what the payer was told, word for word
  checked_at      timestamptz not null, -- business time, as all instants here
  expires_at      timestamptz not null check (expires_at > checked_at),
  created_by      uuid        not null, -- API client
  primary key (entity_id, verification_id),
  constraint verification_of_name_or_id check ((name is null) <> (identification is null)),
  -- Whatever a scheme sends: the registered name is told when it is close, never when it is another's.
  constraint verification_names_near_only check (matched_name is null or status = 'NearMatch')
);
-- The latest answer about an account, for the beneficiary that has it.
create index payee_verifications_by_account on payee_verifications (entity_id, account_key, verification_id);

create trigger payee_verifications_append_only before update or delete or truncate on payee_verifications
  for each statement execute function refuse_change();

-- The accounts at other banks that the sandbox's schemes know. They are no client's, as the market is not: a tester fills
-- them and whoever asks gets the same answer.
create table sim_payees (
  account_key    text        primary key,
  holders        text[]      not null check (cardinality(holders) between 1 and 10), -- joint holders, registered names
  type           text        check (type in ('Individual', 'Company')),
  identification jsonb       not null default '{}',
  state          text        not null check (state in ('Open', 'Closed', 'Switched', 'OptedOut', 'Unresponsive')),
  updated_at     timestamptz not null
);
