-- What a user approved with the second factor, word for word, and the proof that it was this user and this payment (RTS on strong
-- customer authentication, article 5). One row for each approved payment consent.
create table open_banking_approvals (
  entity_id          uuid        not null,
  consent_id         uuid        not null,
  psu_id             uuid        not null,
  method             text        not null check (method in ('Passkey', 'Code', 'Scripted')), -- Scripted: a test's user
  statement          text        not null, -- lines "Name: value", as the user saw them
  statement_hash     bytea       not null,
  -- passkey: its response to the statement's hash
  passkey_id         text,
  public_key         bytea,
  client_data        bytea,
  authenticator_data bytea,
  signature          bytea,
  -- code: the time step of the code, and an HMAC over statement hash and step with the user's secret
  code_step          bigint,
  code_key           bytea,                -- SHA-256 of the secret
  code_proof         bytea,
  approved_at        timestamptz not null,
  primary key (entity_id, consent_id),
  foreign key (entity_id, consent_id) references open_banking_consents (entity_id, consent_id),
  constraint open_banking_approval_hash check (statement_hash = sha256(convert_to(statement, 'UTF8'))),
  constraint open_banking_approval_passkey check (
    num_nonnulls(passkey_id, public_key, client_data, authenticator_data, signature) = case method when 'Passkey' then 5 else 0 end),
  constraint open_banking_approval_code check (
    num_nonnulls(code_step, code_key, code_proof) = case method when 'Code' then 3 else 0 end)
);
create trigger open_banking_approvals_append_only before update or delete or truncate on open_banking_approvals
  for each statement execute function refuse_change();

-- No payment without the approval of its consent.
alter table open_banking_payments add constraint open_banking_payments_approved
  foreign key (entity_id, consent_id) references open_banking_approvals (entity_id, consent_id) not valid;

-- Hashes of the statements on a payment's page, by account: what a second factor may confirm. Used once, with the challenge.
alter table open_banking_psu_sessions add column shown jsonb;
