-- Verification of payee. A row keeps the request, the scheme's response and the message to the client, since liability depends
-- on whether the payer was warned. A payment names the row that it relies on.

create table payee_verifications (
  entity_id       uuid        not null references entities,
  verification_id uuid        not null,
  account_id      uuid,                 -- the account that is to pay, if it was given
  account_key     text        not null, -- the payee's account: its IBAN, or sort code and number of a UK account
  name            text        check (length(name) between 1 and 140),
  identification  jsonb,                -- checked instead of a name
  party_type      text        check (party_type in ('Individual', 'Company')),
  scheme          text        not null check (scheme in ('SEPA_VOP', 'UK_COP', 'SIMULATED')),
  scheme_code     text        not null, -- the scheme's own code: providers map it differently
  status          text        not null check (status in ('Match', 'NearMatch', 'NoMatch', 'NotAvailable')),
  reason_code     text,
  matched_name    text,
  message         text        not null, -- shown to the payer, word for word
  checked_at      timestamptz not null,
  expires_at      timestamptz not null check (expires_at > checked_at),
  created_by      uuid        not null, -- API client
  primary key (entity_id, verification_id),
  constraint verification_of_name_or_id check ((name is null) <> (identification is null)),
  -- The registered name is disclosed only if it is close, whether or not a scheme sends more.
  constraint verification_names_near_only check (matched_name is null or status = 'NearMatch')
);
-- The latest response about an account, for the beneficiary with that account.
create index payee_verifications_by_account on payee_verifications (entity_id, account_key, verification_id);
create trigger payee_verifications_append_only before update or delete or truncate on payee_verifications
  for each statement execute function refuse_change();
