-- The schema that the migrations in db/migrations make, dumped for readers and reviewers. Nothing runs this file.
-- Refresh it after a new migration: npm run -w server schema

create table access_tokens (
  token_hash bytea not null,
  entity_id uuid not null,
  client_id uuid not null,
  scopes text[] not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint access_tokens_pkey PRIMARY KEY (entity_id, token_hash),
  constraint access_tokens_entity_id_client_id_fkey FOREIGN KEY (entity_id, client_id) REFERENCES api_clients(entity_id, client_id),
  constraint access_tokens_token_hash_check CHECK (length(token_hash) = 32)
);
CREATE INDEX access_tokens_by_expiry ON access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_by_hash ON access_tokens USING btree (token_hash);
CREATE TRIGGER access_tokens_revoked AFTER UPDATE ON access_tokens FOR EACH ROW WHEN (new.revoked_at IS NOT NULL) EXECUTE FUNCTION notify_token_revoked();

create table accounts (
  entity_id uuid not null,
  account_id uuid not null,
  name text not null,
  friendly_name text,
  currency text not null,
  type text not null,
  status text not null,
  is_default boolean not null,
  permissions text[] not null,
  iban text not null,
  bic text not null,
  account_number text,
  sort_code text,
  routing_codes jsonb default '[]'::jsonb not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  version integer default 1 not null,
  constraint accounts_pkey PRIMARY KEY (entity_id, account_id),
  constraint accounts_entity_id_account_id_currency_key UNIQUE (entity_id, account_id, currency),
  constraint accounts_entity_id_iban_key UNIQUE (entity_id, iban),
  constraint accounts_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint account_closed_at CHECK ((status = 'Closed'::text) = (closed_at IS NOT NULL)),
  constraint accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint accounts_friendly_name_check CHECK (length(friendly_name) >= 1 AND length(friendly_name) <= 140),
  constraint accounts_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint accounts_permissions_check CHECK (permissions <@ ARRAY['Reporting'::text, 'Fx'::text, 'Payments'::text]),
  constraint accounts_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Blocked'::text, 'Closed'::text])),
  constraint accounts_type_check CHECK (type = ANY (ARRAY['Current'::text, 'Collection'::text, 'Margin'::text, 'Virtual'::text])),
  constraint accounts_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX accounts_one_default ON accounts USING btree (entity_id, currency) WHERE is_default;
CREATE TRIGGER accounts_changed AFTER INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
CREATE TRIGGER accounts_stay BEFORE DELETE OR UPDATE OF entity_id, account_id, currency OR TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER directory_account_id AFTER INSERT OR DELETE OR UPDATE OF account_id ON accounts FOR EACH ROW EXECUTE FUNCTION keep_directory('account', 'account_id');
CREATE TRIGGER directory_iban AFTER INSERT OR DELETE OR UPDATE OF iban ON accounts FOR EACH ROW EXECUTE FUNCTION keep_directory('iban', 'iban');

create table api_client_entities (
  entity_id uuid not null,
  client_id uuid not null,
  roles text[] not null,
  grants text[] not null,
  granted_at timestamp with time zone not null,
  home_entity_id uuid not null,
  constraint api_client_entities_pkey PRIMARY KEY (entity_id, client_id),
  constraint api_client_entities_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint api_client_entities_home_entity_id_client_id_fkey FOREIGN KEY (home_entity_id, client_id) REFERENCES api_clients(entity_id, client_id),
  constraint client_roles_known CHECK (roles <@ ARRAY['maker'::text, 'approver'::text] AND cardinality(roles) > 0)
);
CREATE INDEX api_client_entities_by_client ON api_client_entities USING btree (client_id);
CREATE TRIGGER api_client_entities_changed AFTER INSERT OR DELETE OR UPDATE ON api_client_entities FOR EACH ROW EXECUTE FUNCTION notify_client_grants_changed();

create table api_clients (
  entity_id uuid not null,
  client_id uuid not null,
  name text not null,
  status text not null,
  ip_allow_list text[] default '{}'::text[] not null,
  jwks jsonb,
  created_at timestamp with time zone not null,
  constraint api_clients_pkey PRIMARY KEY (entity_id, client_id),
  constraint api_clients_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint api_clients_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint api_clients_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Blocked'::text]))
);
CREATE TRIGGER api_clients_changed AFTER UPDATE ON api_clients FOR EACH ROW EXECUTE FUNCTION notify_client_changed();
CREATE TRIGGER directory_client_id AFTER INSERT OR DELETE OR UPDATE OF client_id ON api_clients FOR EACH ROW EXECUTE FUNCTION keep_directory('client', 'client_id');

create table approval_policies (
  entity_id uuid not null,
  policy_id uuid not null,
  resource text not null,
  currency text,
  from_minor bigint default 0 not null,
  below_minor bigint,
  new_payee_only boolean default false not null,
  daily_sum boolean default false not null,
  steps smallint not null,
  created_at timestamp with time zone not null,
  constraint approval_policies_pkey PRIMARY KEY (entity_id, policy_id),
  constraint approval_policies_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint approval_policies_check CHECK (below_minor > from_minor),
  constraint approval_policies_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint approval_policies_from_minor_check CHECK (from_minor >= 0),
  constraint approval_policies_resource_check CHECK (resource = ANY (ARRAY['Payment'::text, 'InternalTransfer'::text, 'Trade'::text, 'Drawdown'::text])),
  constraint approval_policies_steps_check CHECK (steps >= 1 AND steps <= 3),
  constraint approval_policy_fits_its_resource CHECK ((resource = 'Payment'::text OR NOT new_payee_only) AND (resource <> 'InternalTransfer'::text OR currency IS NOT NULL OR from_minor = 0 AND below_minor IS NULL)),
  constraint approval_policy_sums_payments CHECK (resource = 'Payment'::text OR NOT daily_sum)
);

create table approvals (
  entity_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  round smallint not null,
  client_id uuid not null,
  decision text not null,
  fingerprint text,
  bound jsonb,
  at timestamp with time zone not null,
  constraint approvals_pkey PRIMARY KEY (entity_id, resource_type, resource_id, round, client_id, decision),
  constraint approval_binds_details CHECK (decision <> 'Approved'::text OR bound IS NOT NULL),
  constraint approvals_decision_check CHECK (decision = ANY (ARRAY['Approved'::text, 'Rejected'::text])),
  constraint approvals_resource_type_check CHECK (resource_type = ANY (ARRAY['payment'::text, 'internalTransfer'::text, 'trade'::text, 'order'::text]))
);
CREATE TRIGGER approvals_append_only BEFORE DELETE OR UPDATE ON approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approvals_four_eyes BEFORE INSERT ON approvals FOR EACH ROW EXECUTE FUNCTION keep_four_eyes();

create table audit_blocks (
  entity_id uuid not null,
  chain text not null,
  first bigint not null,
  first_event bigint not null,
  events integer not null,
  act_ids uuid[] not null,
  digests bytea not null,
  oldest_at timestamp with time zone not null,
  sealed_at timestamp with time zone not null,
  constraint audit_blocks_pkey PRIMARY KEY (entity_id, chain, first),
  constraint audit_blocks_chain_check CHECK (chain = ANY (ARRAY['entity'::text, 'institution'::text])),
  constraint audit_blocks_check CHECK (octet_length(digests) = (32 * (events + cardinality(act_ids))) AND digests <> '\x'::bytea),
  constraint audit_blocks_events_check CHECK (events >= 0),
  constraint audit_blocks_first_check CHECK (first > 0)
);
CREATE INDEX audit_blocks_by_time ON audit_blocks USING btree (entity_id, chain, oldest_at);
CREATE TRIGGER audit_blocks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_blocks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_heads (
  entity_id uuid not null,
  chain text not null,
  records bigint default 0 not null,
  events bigint default 0 not null,
  digest bytea default '\x'::bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (entity_id, chain),
  constraint audit_heads_chain_check CHECK (chain = ANY (ARRAY['entity'::text, 'institution'::text]))
);

create table audit_noted_heads (
  entity_id uuid not null,
  chain_entity_id uuid not null,
  chain text not null,
  records bigint not null,
  digest bytea not null,
  noted_at timestamp with time zone not null,
  constraint audit_noted_heads_pkey PRIMARY KEY (entity_id, chain_entity_id, chain),
  constraint audit_noted_heads_chain_check CHECK (chain = ANY (ARRAY['entity'::text, 'institution'::text])),
  constraint audit_noted_heads_digest_check CHECK (octet_length(digest) = 32),
  constraint audit_noted_heads_records_check CHECK (records > 0)
);

create table audit_verifications (
  entity_id uuid not null,
  day date not null,
  started_at timestamp with time zone not null,
  leased_until timestamp with time zone not null,
  finished_at timestamp with time zone,
  record_count bigint default 0 not null,
  difference_count integer default 0 not null,
  differences jsonb default '[]'::jsonb not null,
  run_id uuid,
  constraint audit_verifications_pkey PRIMARY KEY (entity_id, day),
  constraint audit_verifications_difference_count_check CHECK (difference_count >= 0)
);

create table audited_acts (
  entity_id uuid not null,
  act_id uuid not null,
  at timestamp with time zone not null,
  actor_type text not null,
  actor_id uuid,
  action text not null,
  resource_type text not null,
  resource_id uuid,
  request_id text,
  detail jsonb,
  address text,
  operation text,
  constraint audited_acts_pkey PRIMARY KEY (entity_id, act_id),
  constraint audited_acts_actor_type_check CHECK (actor_type = ANY (ARRAY['client'::text, 'operator'::text, 'psu'::text, 'system'::text]))
);
CREATE TRIGGER audited_acts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audited_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audited_acts_unsealed AFTER INSERT ON audited_acts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed_acts();

create table balances (
  entity_id uuid not null,
  account_id uuid not null,
  currency text not null,
  kind text not null,
  balance_minor bigint default 0 not null,
  held_minor bigint default 0 not null,
  floor_minor bigint,
  blocked boolean default false not null,
  closed boolean default false not null,
  seq bigint default 0 not null,
  last_posted_at timestamp with time zone,
  last_day date,
  awaited bigint default 0 not null,
  awaited_at timestamp with time zone,
  held_trade_minor bigint default 0 not null,
  held_margin_minor bigint default 0 not null,
  constraint balances_pkey PRIMARY KEY (entity_id, account_id),
  constraint balances_above_floor CHECK (floor_minor IS NULL OR (balance_minor - held_minor) >= floor_minor),
  constraint balances_awaited_check CHECK (awaited >= 0),
  constraint balances_closed_are_empty CHECK (NOT closed OR blocked AND balance_minor = 0 AND held_minor = 0),
  constraint balances_held_by_purpose CHECK ((held_trade_minor + held_margin_minor) <= held_minor),
  constraint balances_held_margin_minor_check CHECK (held_margin_minor >= 0),
  constraint balances_held_minor_check CHECK (held_minor >= 0),
  constraint balances_held_trade_minor_check CHECK (held_trade_minor >= 0),
  constraint balances_seq_check CHECK (seq >= 0)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);
CREATE TRIGGER balances_distribute AFTER UPDATE ON balances FOR EACH ROW WHEN (new.awaited > 0 AND (new.awaited > old.awaited OR (new.balance_minor - new.held_minor) > (old.balance_minor - old.held_minor) OR new.floor_minor IS DISTINCT FROM old.floor_minor OR old.blocked AND NOT new.blocked)) EXECUTE FUNCTION schedule_distribution();
CREATE TRIGGER balances_stay BEFORE DELETE OR TRUNCATE ON balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table bank_books (
  entity_id uuid not null,
  bank text not null,
  currency text not null,
  from_at timestamp with time zone not null,
  seq bigint default 0 not null,
  balance_minor bigint default 0 not null,
  before_minor bigint default 0 not null,
  constraint bank_books_pkey PRIMARY KEY (entity_id, bank, currency),
  constraint bank_books_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id)
);

create table bank_break_explanations (
  entity_id uuid not null,
  break_id uuid not null,
  amount_minor bigint not null,
  reason text not null,
  explained_by text not null,
  explained_at timestamp with time zone not null,
  constraint bank_break_explanations_pkey PRIMARY KEY (entity_id, break_id),
  constraint bank_break_explanations_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint bank_break_explanations_explained_by_check CHECK (explained_by <> ''::text),
  constraint bank_break_explanations_reason_check CHECK (reason <> ''::text)
);

create table bank_movements (
  entity_id uuid not null,
  journal_id uuid not null,
  bank text not null,
  currency text not null,
  amount_minor bigint not null,
  client_entity_id uuid not null,
  source_type text not null,
  source_id uuid not null,
  kind text not null,
  posted_at timestamp with time zone not null,
  uetr uuid,
  entry_reference text,
  match_id uuid,
  constraint bank_movements_pkey PRIMARY KEY (entity_id, journal_id),
  constraint bank_movements_entity_id_journal_id_fkey FOREIGN KEY (entity_id, journal_id) REFERENCES journals(entity_id, journal_id),
  constraint bank_movements_amount_minor_check CHECK (amount_minor <> 0)
);
CREATE INDEX bank_movements_matched ON bank_movements USING btree (entity_id, match_id) WHERE match_id IS NOT NULL;
CREATE INDEX bank_movements_open ON bank_movements USING btree (entity_id, bank, currency, amount_minor, journal_id) WHERE match_id IS NULL;

create table bank_statement_lines (
  entity_id uuid not null,
  line_id uuid not null,
  statement_id uuid not null,
  line integer not null,
  entry integer not null,
  entry_reference text not null,
  amount_minor bigint not null,
  booked_on date not null,
  value_date date,
  bank_reference text,
  description text,
  uetr uuid,
  item jsonb,
  match_id uuid,
  constraint bank_statement_lines_pkey PRIMARY KEY (entity_id, line_id),
  constraint bank_statement_lines_entity_id_statement_id_line_key UNIQUE (entity_id, statement_id, line),
  constraint bank_statement_lines_entity_id_statement_id_fkey FOREIGN KEY (entity_id, statement_id) REFERENCES bank_statements(entity_id, statement_id),
  constraint bank_statement_lines_amount_minor_check CHECK (amount_minor <> 0),
  constraint bank_statement_lines_entry_check CHECK (entry > 0),
  constraint bank_statement_lines_line_check CHECK (line > 0)
);
CREATE INDEX bank_statement_lines_matched ON bank_statement_lines USING btree (entity_id, match_id) WHERE match_id IS NOT NULL;
CREATE INDEX bank_statement_lines_open ON bank_statement_lines USING btree (entity_id, statement_id, entry, line) WHERE match_id IS NULL;

create table bank_statements (
  entity_id uuid not null,
  statement_id uuid not null,
  bank text not null,
  account text not null,
  currency text not null,
  identification text not null,
  sequence_number bigint,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  closing_day date not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  booked_minor bigint not null,
  line_count integer not null,
  digest text not null,
  read_at timestamp with time zone not null,
  is_complete boolean default false not null,
  constraint bank_statements_pkey PRIMARY KEY (entity_id, statement_id),
  constraint bank_statements_entity_id_bank_account_currency_identificat_key UNIQUE (entity_id, bank, account, currency, identification),
  constraint bank_statements_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint bank_statements_line_count_check CHECK (line_count >= 0),
  constraint bank_statements_sequence_number_check CHECK (sequence_number >= 0)
);
CREATE INDEX bank_statements_in_order ON bank_statements USING btree (entity_id, bank, currency, closing_day, to_at) WHERE is_complete;

create table beneficiaries (
  entity_id uuid not null,
  beneficiary_id uuid not null,
  status text not null,
  waits_for text[] default '{}'::text[] not null,
  payable_from timestamp with time zone,
  version integer default 1 not null,
  name text not null,
  nickname text,
  type text not null,
  first_party boolean default false not null,
  address jsonb not null,
  country_code text not null,
  bank_country_code text not null,
  currency text not null,
  iban text,
  account_number text,
  bic text,
  routing_codes jsonb default '[]'::jsonb not null,
  payee_sum_key text generated always as (beneficiary_sum_key(iban, account_number, bic, bank_country_code, routing_codes)) stored,
  account_type text,
  tax_id text,
  rails text[] not null,
  details jsonb default '{}'::jsonb not null,
  is_default_for_currency boolean default false not null,
  external_reference text,
  client_reference text,
  verification_status text default 'NotChecked'::text not null,
  verification_id text,
  verified_at timestamp with time zone,
  created_by uuid,
  maker uuid,
  decided_by text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint beneficiaries_pkey PRIMARY KEY (entity_id, beneficiary_id),
  constraint beneficiaries_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint beneficiaries_account_number_check CHECK (account_number ~ '^[A-Z0-9]{1,34}$'::text),
  constraint beneficiaries_address_check CHECK (address ? 'city'::text AND address ? 'countryCode'::text),
  constraint beneficiaries_bank_country_code_check CHECK (bank_country_code ~ '^[A-Z]{2}$'::text),
  constraint beneficiaries_bic_check CHECK (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text),
  constraint beneficiaries_country_code_check CHECK (country_code ~ '^[A-Z]{2}$'::text),
  constraint beneficiaries_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint beneficiaries_iban_check CHECK (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'::text),
  constraint beneficiaries_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint beneficiaries_rails_check CHECK (cardinality(rails) > 0),
  constraint beneficiaries_status_check CHECK (status = ANY (ARRAY['PendingApproval'::text, 'Active'::text, 'Blocked'::text, 'Deleted'::text])),
  constraint beneficiaries_type_check CHECK (type = ANY (ARRAY['Individual'::text, 'Company'::text])),
  constraint beneficiaries_version_check CHECK (version > 0),
  constraint beneficiaries_waits_for_check CHECK (waits_for <@ ARRAY['Approval'::text, 'Screening'::text]),
  constraint beneficiary_approver_is_not_maker CHECK (decided_by IS NULL OR maker IS NULL OR decided_by <> maker::text),
  constraint beneficiary_deleted_is_no_default CHECK (status <> 'Deleted'::text OR NOT is_default_for_currency),
  constraint beneficiary_has_account CHECK (iban IS NOT NULL OR account_number IS NOT NULL OR jsonb_array_length(routing_codes) > 0),
  constraint beneficiary_pending_waits CHECK (cardinality(waits_for) = 0 OR status <> 'Active'::text)
);
CREATE INDEX beneficiaries_by_account ON beneficiaries USING btree (entity_id, payee_sum_key);
CREATE UNIQUE INDEX beneficiaries_by_client_reference ON beneficiaries USING btree (entity_id, client_reference) WHERE client_reference IS NOT NULL;
CREATE UNIQUE INDEX beneficiaries_by_external_reference ON beneficiaries USING btree (entity_id, external_reference) WHERE external_reference IS NOT NULL AND status <> 'Deleted'::text;
CREATE INDEX beneficiaries_by_name ON beneficiaries USING btree (entity_id, name);
CREATE INDEX beneficiaries_by_status ON beneficiaries USING btree (entity_id, status, beneficiary_id);
CREATE UNIQUE INDEX beneficiaries_one_default ON beneficiaries USING btree (entity_id, currency) WHERE is_default_for_currency;
CREATE TRIGGER beneficiaries_reviewer_form BEFORE UPDATE ON beneficiaries FOR EACH ROW WHEN (new.decided_by IS DISTINCT FROM old.decided_by AND (new.decided_by ~* '^\s*cli_'::text OR new.decided_by ~ '^\s*[0-9a-fA-F-]{36}\s*$'::text AND new.decided_by !~ '^[0-9a-f-]{36}$'::text)) EXECUTE FUNCTION refuse_reviewer_form();

create table beneficiary_policies (
  entity_id uuid not null,
  needs_approval boolean not null,
  cooling_off_hours smallint not null,
  constraint beneficiary_policies_pkey PRIMARY KEY (entity_id),
  constraint beneficiary_policies_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint beneficiary_policies_cooling_off_hours_check CHECK (cooling_off_hours >= 0 AND cooling_off_hours <= 720)
);

create table book_crossings (
  entity_id uuid not null,
  crossing_id uuid not null,
  journal_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  house_kind text not null,
  house_qualifier text default ''::text not null,
  kind text not null,
  type text not null,
  value_date date not null,
  source_type text not null,
  source_id uuid not null,
  reference text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint book_crossings_pkey PRIMARY KEY (entity_id, crossing_id),
  constraint book_crossings_amount_minor_check CHECK (amount_minor <> 0)
);
CREATE INDEX book_crossings_of_safeguarding ON book_crossings USING btree (crossing_id) WHERE house_kind = 'safeguarding'::text;
CREATE INDEX book_crossings_oldest ON book_crossings USING btree (created_at, crossing_id) WHERE completed_at IS NULL;
CREATE INDEX book_crossings_open ON book_crossings USING btree (entity_id, currency) WHERE completed_at IS NULL;
CREATE TRIGGER book_crossings_stay BEFORE DELETE OR TRUNCATE ON book_crossings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table books (
  entity_id uuid not null,
  event_sequence bigint default 0 not null,
  recorded_at timestamp with time zone,
  constraint books_pkey PRIMARY KEY (entity_id),
  constraint books_event_sequence_check CHECK (event_sequence >= 0)
);

create table client_failures (
  client_id uuid not null,
  failures integer not null,
  last_failure_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  origin text default ''::text not null,
  constraint client_failures_pkey PRIMARY KEY (client_id, origin)
);

create table client_pricing (
  entity_id uuid not null,
  pricing_id uuid not null,
  currency_pair text,
  tenor text,
  from_amount_minor bigint not null,
  markup_bps numeric(8,3) not null,
  constraint client_pricing_pkey PRIMARY KEY (entity_id, pricing_id),
  constraint client_pricing_one_per_tier UNIQUE NULLS NOT DISTINCT (entity_id, currency_pair, tenor, from_amount_minor),
  constraint client_pricing_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint client_pricing_currency_pair_check CHECK (currency_pair ~ '^[A-Z]{3}/[A-Z]{3}$'::text),
  constraint client_pricing_from_amount_minor_check CHECK (from_amount_minor >= 0),
  constraint client_pricing_markup_bps_check CHECK (markup_bps >= 0::numeric AND markup_bps <= 1000::numeric)
);
CREATE TRIGGER client_pricing_changed AFTER INSERT OR DELETE OR UPDATE ON client_pricing FOR EACH ROW EXECUTE FUNCTION notify_entity_changed();

create table client_secrets (
  entity_id uuid not null,
  client_id uuid not null,
  slot smallint not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint client_secrets_pkey PRIMARY KEY (entity_id, client_id, slot),
  constraint client_secrets_entity_id_client_id_fkey FOREIGN KEY (entity_id, client_id) REFERENCES api_clients(entity_id, client_id),
  constraint client_secrets_secret_hash_check CHECK (length(secret_hash) = 32),
  constraint client_secrets_slot_check CHECK (slot = ANY (ARRAY[1, 2]))
);

create table contradictory_reports (
  entity_id uuid not null,
  contradiction_id uuid not null,
  payment_id uuid,
  kind text not null,
  bank_reference text not null,
  report_key text not null,
  explanation text not null,
  direction text,
  currency text,
  amount_minor bigint,
  journal_id uuid,
  reported_at timestamp with time zone not null,
  status text default 'Open'::text not null,
  decision text,
  decided_by text,
  decision_reason text,
  decided_at timestamp with time zone,
  account_id uuid,
  clearing_journal_id uuid,
  constraint contradictory_reports_pkey PRIMARY KEY (entity_id, contradiction_id),
  constraint contradictory_reports_entity_id_report_key_key UNIQUE (entity_id, report_key),
  constraint contradictory_reports_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint contradictory_reports_entity_id_payment_id_fkey FOREIGN KEY (entity_id, payment_id) REFERENCES payments(entity_id, payment_id),
  constraint contradiction_booked_to_an_account CHECK ((account_id IS NOT NULL) = (COALESCE(decision, ''::text) = 'BookToClient'::text)),
  constraint contradiction_cleared_out_of_suspense CHECK ((clearing_journal_id IS NOT NULL) = (status = 'Cleared'::text AND journal_id IS NOT NULL)),
  constraint contradiction_decided_in_full CHECK ((status = 'Cleared'::text) = (decision IS NOT NULL) AND (decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decision_reason IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  constraint contradiction_money_is_booked CHECK ((journal_id IS NULL) = (payment_id IS NULL) AND (journal_id IS NULL) = (amount_minor IS NULL) AND (journal_id IS NULL) = (currency IS NULL) AND (journal_id IS NULL) = (direction IS NULL)),
  constraint contradiction_without_money_is_dismissed CHECK ((decision = 'Dismiss'::text) = (decision IS NOT NULL AND journal_id IS NULL)),
  constraint contradictory_reports_amount_minor_check CHECK (amount_minor > 0),
  constraint contradictory_reports_decision_check CHECK (decision = ANY (ARRAY['BookToClient'::text, 'ReturnToBank'::text, 'WriteOff'::text, 'Dismiss'::text])),
  constraint contradictory_reports_direction_check CHECK (direction = ANY (ARRAY['In'::text, 'Out'::text])),
  constraint contradictory_reports_status_check CHECK (status = ANY (ARRAY['Open'::text, 'Cleared'::text]))
);
CREATE INDEX contradictory_reports_by_payment ON contradictory_reports USING btree (entity_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX contradictory_reports_open ON contradictory_reports USING btree (reported_at) WHERE status = 'Open'::text;
CREATE TRIGGER contradictory_reports_kept BEFORE UPDATE ON contradictory_reports FOR EACH ROW EXECUTE FUNCTION keep_contradiction();
CREATE TRIGGER contradictory_reports_not_deleted BEFORE DELETE ON contradictory_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table credit_cash_margins (
  entity_id uuid not null,
  facility_id uuid not null,
  kind text not null,
  currency text not null,
  amount_minor bigint not null,
  constraint credit_cash_margins_pkey PRIMARY KEY (entity_id, facility_id, kind, currency),
  constraint credit_cash_margins_entity_id_facility_id_fkey FOREIGN KEY (entity_id, facility_id) REFERENCES credit_facilities(entity_id, facility_id),
  constraint credit_cash_margins_amount_minor_check CHECK (amount_minor >= 0),
  constraint credit_cash_margins_kind_check CHECK (kind = ANY (ARRAY['Initial'::text, 'Variation'::text, 'VariationDue'::text]))
);

create table credit_exposure_steps (
  entity_id uuid not null,
  trade_id uuid not null,
  step integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  base_minor bigint not null,
  counter_minor bigint not null,
  constraint credit_exposure_steps_pkey PRIMARY KEY (entity_id, trade_id, step),
  constraint credit_exposure_steps_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES credit_exposures(entity_id, trade_id),
  constraint credit_exposure_step_ends_after_it_begins CHECK (to_at IS NULL OR to_at >= from_at),
  constraint credit_exposure_steps_base_minor_check CHECK (base_minor > 0),
  constraint credit_exposure_steps_counter_minor_check CHECK (counter_minor > 0)
);

create table credit_exposures (
  entity_id uuid not null,
  trade_id uuid not null,
  facility_id uuid not null,
  term_id uuid not null,
  currency_pair text not null,
  base_side text not null,
  contract_rate numeric not null,
  forward_type text not null,
  access_date date,
  value_date date not null,
  priced_at_date date,
  initial_margin_percent numeric(7,4) not null,
  initial_margin_waived boolean not null,
  contract_base_minor bigint not null,
  contract_counter_minor bigint not null,
  base_minor bigint not null,
  counter_minor bigint not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint credit_exposures_pkey PRIMARY KEY (entity_id, trade_id),
  constraint credit_exposures_entity_id_facility_id_fkey FOREIGN KEY (entity_id, facility_id) REFERENCES credit_facilities(entity_id, facility_id),
  constraint credit_exposures_entity_id_term_id_fkey FOREIGN KEY (entity_id, term_id) REFERENCES credit_terms(entity_id, term_id),
  constraint credit_exposures_base_minor_check CHECK (base_minor >= 0),
  constraint credit_exposures_base_side_check CHECK (base_side = ANY (ARRAY['Buy'::text, 'Sell'::text])),
  constraint credit_exposures_contract_base_minor_check CHECK (contract_base_minor > 0),
  constraint credit_exposures_contract_counter_minor_check CHECK (contract_counter_minor > 0),
  constraint credit_exposures_contract_rate_check CHECK (contract_rate > 0::numeric),
  constraint credit_exposures_counter_minor_check CHECK (counter_minor >= 0),
  constraint credit_exposures_forward_type_check CHECK (forward_type = ANY (ARRAY['Fixed'::text, 'Window'::text, 'Open'::text, 'Variable'::text])),
  constraint credit_exposures_initial_margin_percent_check CHECK (initial_margin_percent >= 0::numeric AND initial_margin_percent <= 100::numeric),
  constraint credit_exposures_open CHECK ((closed_at IS NULL) = (base_minor > 0)),
  constraint credit_exposures_within_contract CHECK (base_minor <= contract_base_minor AND counter_minor <= contract_counter_minor)
);
CREATE INDEX credit_exposures_closed ON credit_exposures USING btree (entity_id, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX credit_exposures_open ON credit_exposures USING btree (entity_id, trade_id) WHERE closed_at IS NULL;

create table credit_facilities (
  entity_id uuid not null,
  facility_id uuid not null,
  version integer default 1 not null,
  name text not null,
  status text not null,
  currency text not null,
  limit_minor bigint not null,
  settlement_limit_minor bigint default 0 not null,
  utilisation_basis text not null,
  margin_method text not null,
  call_basis text not null,
  threshold_percent numeric(7,4) not null,
  call_percent numeric(7,4) not null,
  threshold_minor bigint,
  call_minor bigint,
  minimum_call_minor bigint not null,
  due_business_days smallint not null,
  call_collection text default 'Automatic'::text not null,
  overdue_action text default 'Alert'::text not null,
  overdue_grace_hours smallint default 24 not null,
  max_tenor text not null,
  effective_from date not null,
  review_date date not null,
  expiry_date date,
  letter_version integer default 1 not null,
  letter_issued_at timestamp with time zone,
  letter_signed_at timestamp with time zone,
  security text,
  conditions_precedent text[] default '{"This letter, signed by the client","Evidence of the powers of those who sign","The client due diligence, completed"}'::text[] not null,
  created_at timestamp with time zone not null,
  agreed_overdue_action text not null,
  agreed_overdue_grace_hours smallint not null,
  agreed_call_collection text not null,
  constraint credit_facilities_pkey PRIMARY KEY (entity_id, facility_id),
  constraint credit_facilities_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint credit_facilities_agreed_call_collection_check CHECK (agreed_call_collection = ANY (ARRAY['Automatic'::text, 'OnRequest'::text])),
  constraint credit_facilities_agreed_overdue_action_check CHECK (agreed_overdue_action = ANY (ARRAY['Alert'::text, 'CloseOut'::text])),
  constraint credit_facilities_agreed_overdue_grace_hours_check CHECK (agreed_overdue_grace_hours >= 0 AND agreed_overdue_grace_hours <= 720),
  constraint credit_facilities_call_basis_check CHECK (call_basis = ANY (ARRAY['RateMove'::text, 'MtmOverNotional'::text, 'NetMtmAbsolute'::text])),
  constraint credit_facilities_call_collection_check CHECK (call_collection = ANY (ARRAY['Automatic'::text, 'OnRequest'::text])),
  constraint credit_facilities_call_minor_check CHECK (call_minor > 0),
  constraint credit_facilities_call_percent_check CHECK (call_percent >= 0::numeric),
  constraint credit_facilities_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint credit_facilities_due_business_days_check CHECK (due_business_days >= 0 AND due_business_days <= 30),
  constraint credit_facilities_limit_minor_check CHECK (limit_minor >= 0),
  constraint credit_facilities_margin_method_check CHECK (margin_method = ANY (ARRAY['PerTrade'::text, 'NetPosition'::text])),
  constraint credit_facilities_minimum_call_minor_check CHECK (minimum_call_minor >= 0),
  constraint credit_facilities_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint credit_facilities_overdue_action_check CHECK (overdue_action = ANY (ARRAY['Alert'::text, 'CloseOut'::text])),
  constraint credit_facilities_overdue_grace_hours_check CHECK (overdue_grace_hours >= 0 AND overdue_grace_hours <= 720),
  constraint credit_facilities_security_check CHECK (length(security) >= 1 AND length(security) <= 500),
  constraint credit_facilities_settlement_limit_minor_check CHECK (settlement_limit_minor >= 0),
  constraint credit_facilities_status_check CHECK (status = ANY (ARRAY['Active'::text, 'ReviewDue'::text, 'Suspended'::text, 'Expired'::text])),
  constraint credit_facilities_threshold_minor_check CHECK (threshold_minor > 0),
  constraint credit_facilities_threshold_percent_check CHECK (threshold_percent >= 0::numeric),
  constraint credit_facilities_utilisation_basis_check CHECK (utilisation_basis = ANY (ARRAY['Notional'::text, 'MarginWaiver'::text])),
  constraint credit_facility_ends_after_it_begins CHECK (expiry_date >= effective_from),
  constraint credit_facility_is_reviewed_later CHECK (review_date > effective_from)
);
CREATE TRIGGER credit_facilities_agreed_terms BEFORE INSERT OR UPDATE ON credit_facilities FOR EACH ROW EXECUTE FUNCTION keep_agreed_terms();

create table credit_margin_moves (
  entity_id uuid not null,
  move_id uuid not null,
  facility_id uuid not null,
  kind text not null,
  trade_id uuid not null,
  margin_call_id uuid,
  currency text not null,
  amount_minor bigint not null,
  account_id uuid not null,
  account_seq bigint not null,
  journal_id uuid not null,
  moved_at timestamp with time zone not null,
  constraint credit_margin_moves_pkey PRIMARY KEY (entity_id, move_id),
  constraint credit_margin_moves_entity_id_facility_id_kind_trade_id_fkey FOREIGN KEY (entity_id, facility_id, kind, trade_id) REFERENCES credit_margins(entity_id, facility_id, kind, trade_id),
  constraint credit_margin_moves_amount_minor_check CHECK (amount_minor <> 0)
);
CREATE INDEX credit_margin_moves_by_trade ON credit_margin_moves USING btree (entity_id, trade_id, move_id);
CREATE TRIGGER credit_margin_moves_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON credit_margin_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table credit_margins (
  entity_id uuid not null,
  facility_id uuid not null,
  kind text not null,
  trade_id uuid not null,
  currency text not null,
  required_minor bigint not null,
  percent numeric(7,4),
  side text,
  account_id uuid,
  received_minor bigint default 0 not null,
  held_minor bigint default 0 not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint credit_margins_pkey PRIMARY KEY (entity_id, facility_id, kind, trade_id),
  constraint credit_margins_entity_id_facility_id_fkey FOREIGN KEY (entity_id, facility_id) REFERENCES credit_facilities(entity_id, facility_id),
  constraint credit_margins_check CHECK (held_minor >= 0 AND held_minor <= received_minor),
  constraint credit_margins_kind_check CHECK (kind = ANY (ARRAY['Initial'::text, 'Variation'::text])),
  constraint credit_margins_received_minor_check CHECK (received_minor >= 0),
  constraint credit_margins_required_minor_check CHECK (required_minor >= 0),
  constraint credit_margins_side_check CHECK (side = ANY (ARRAY['Buy'::text, 'Sell'::text]))
);
CREATE INDEX credit_margins_awaited ON credit_margins USING btree (entity_id, account_id) WHERE kind = 'Initial'::text AND received_minor < required_minor;
CREATE INDEX credit_margins_by_trade ON credit_margins USING btree (entity_id, trade_id, kind);
CREATE INDEX credit_margins_held ON credit_margins USING btree (entity_id, facility_id) WHERE held_minor > 0;

create table credit_positions (
  entity_id uuid not null,
  facility_id uuid not null,
  term_id uuid not null,
  currency_pair text not null,
  base_side text not null,
  first_date date not null,
  value_date date not null,
  priced_at_date date,
  base_minor bigint not null,
  counter_minor bigint not null,
  waived_minor numeric not null,
  deals integer not null,
  constraint credit_positions_entity_id_facility_id_fkey FOREIGN KEY (entity_id, facility_id) REFERENCES credit_facilities(entity_id, facility_id),
  constraint credit_positions_base_minor_check CHECK (base_minor >= 0),
  constraint credit_positions_counter_minor_check CHECK (counter_minor >= 0),
  constraint credit_positions_deals_check CHECK (deals >= 0),
  constraint credit_positions_waived_minor_check CHECK (waived_minor >= 0::numeric)
);
CREATE UNIQUE INDEX credit_positions_key ON credit_positions USING btree (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date, priced_at_date) NULLS NOT DISTINCT;

create table credit_terms (
  entity_id uuid not null,
  facility_id uuid not null,
  term_id uuid not null,
  position smallint not null,
  name text not null,
  products text[] not null,
  forward_types text[] not null,
  currency_pairs text[],
  max_tenor text not null,
  limit_minor bigint not null,
  initial_margin_percent numeric(7,4) not null,
  initial_margin_schedule jsonb default '[]'::jsonb not null,
  initial_margin_minimum_minor bigint default 0 not null,
  initial_margin_waived boolean not null,
  margin_release text default 'ProRata'::text not null,
  threshold_percent numeric(7,4),
  call_percent numeric(7,4),
  status text not null,
  valid_from date not null,
  valid_to date,
  valid_from_version integer default 1 not null,
  constraint credit_terms_pkey PRIMARY KEY (entity_id, term_id),
  constraint credit_terms_entity_id_facility_id_position_key UNIQUE (entity_id, facility_id, "position"),
  constraint credit_terms_entity_id_facility_id_fkey FOREIGN KEY (entity_id, facility_id) REFERENCES credit_facilities(entity_id, facility_id),
  constraint credit_terms_call_percent_check CHECK (call_percent >= 0::numeric),
  constraint credit_terms_forward_types_check CHECK (forward_types <@ '{Fixed,Window,Open,Variable}'::text[]),
  constraint credit_terms_initial_margin_minimum_minor_check CHECK (initial_margin_minimum_minor >= 0),
  constraint credit_terms_initial_margin_percent_check CHECK (initial_margin_percent >= 0::numeric AND initial_margin_percent <= 100::numeric),
  constraint credit_terms_limit_minor_check CHECK (limit_minor >= 0),
  constraint credit_terms_margin_release_check CHECK (margin_release = ANY (ARRAY['ProRata'::text, 'AtEnd'::text])),
  constraint credit_terms_products_check CHECK (products <@ '{Forward,Spot}'::text[]),
  constraint credit_terms_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Suspended'::text])),
  constraint credit_terms_threshold_percent_check CHECK (threshold_percent >= 0::numeric)
);

create table daily_balances (
  entity_id uuid not null,
  account_id uuid not null,
  day date not null,
  balance_minor bigint not null,
  seq bigint not null,
  constraint daily_balances_pkey PRIMARY KEY (entity_id, account_id, day)
);
CREATE TRIGGER daily_balances_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON daily_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table daily_usage (
  entity_id uuid not null,
  day date not null,
  kind text not null,
  used_minor bigint not null,
  constraint daily_usage_pkey PRIMARY KEY (entity_id, day, kind),
  constraint daily_usage_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint daily_usage_kind_check CHECK (kind = ANY (ARRAY['trade'::text, 'payment'::text])),
  constraint daily_usage_used_minor_check CHECK (used_minor >= 0)
);

create table directory (
  kind text not null,
  key text not null,
  entity_id uuid not null,
  constraint directory_pkey PRIMARY KEY (kind, key),
  constraint directory_kind_check CHECK (kind = ANY (ARRAY['account'::text, 'iban'::text, 'client'::text, 'username'::text, 'passkey'::text, 'bankReference'::text]))
);

create table documents (
  entity_id uuid not null,
  document_id uuid not null,
  kind text not null,
  resource_id uuid not null,
  version integer not null,
  sha256 bytea not null,
  bytes bytea not null,
  issued_at timestamp with time zone not null,
  constraint documents_pkey PRIMARY KEY (entity_id, document_id),
  constraint documents_entity_id_kind_resource_id_version_key UNIQUE (entity_id, kind, resource_id, version),
  constraint documents_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint documents_hash_is_theirs CHECK (sha256 = sha256(bytes)),
  constraint documents_version_check CHECK (version > 0)
);
CREATE TRIGGER documents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table due_work (
  entity_id uuid not null,
  work_id uuid not null,
  kind text not null,
  resource_id uuid not null,
  due_at timestamp with time zone not null,
  lane smallint not null,
  attempts integer default 0 not null,
  retry_at timestamp with time zone,
  last_error text,
  continues boolean default false not null,
  constraint due_work_pkey PRIMARY KEY (entity_id, work_id),
  constraint due_work_entity_id_kind_resource_id_key UNIQUE (entity_id, kind, resource_id)
);
CREATE INDEX due_work_ready ON due_work USING btree (lane, continues, due_at, work_id) WHERE retry_at IS NULL;
CREATE INDEX due_work_retried ON due_work USING btree (lane, retry_at) WHERE retry_at IS NOT NULL;

create table entities (
  entity_id uuid not null,
  service_kind text not null,
  name text not null,
  legal_name text not null,
  trading_name text,
  entity_type text not null,
  registration_number text,
  lei text,
  country_of_incorporation text not null,
  jurisdiction text not null,
  status text not null,
  parent_entity_id uuid,
  addresses jsonb default '[]'::jsonb not null,
  base_currency text not null,
  time_zone text not null,
  relationship_contacts jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  related_parties jsonb default '[]'::jsonb not null,
  constraint entities_pkey PRIMARY KEY (entity_id),
  constraint entities_parent_entity_id_fkey FOREIGN KEY (parent_entity_id) REFERENCES entities(entity_id),
  constraint entities_base_currency_check CHECK (base_currency ~ '^[A-Z]{3}$'::text),
  constraint entities_country_of_incorporation_check CHECK (country_of_incorporation ~ '^[A-Z]{2}$'::text),
  constraint entities_entity_type_check CHECK (entity_type = ANY (ARRAY['Company'::text, 'Fund'::text, 'Spv'::text, 'Partnership'::text, 'Trust'::text, 'Individual'::text])),
  constraint entities_jurisdiction_check CHECK (jurisdiction ~ '^[A-Z]{2}$'::text),
  constraint entities_lei_check CHECK (lei ~ '^[A-Z0-9]{18}[0-9]{2}$'::text),
  constraint entities_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint entities_related_parties_check CHECK (jsonb_typeof(related_parties) = 'array'::text),
  constraint entities_service_kind_check CHECK (service_kind = ANY (ARRAY['RM'::text, 'ABS'::text, 'House'::text])),
  constraint entities_status_check CHECK (status = ANY (ARRAY['Onboarding'::text, 'Active'::text, 'Suspended'::text, 'Closed'::text]))
);
CREATE UNIQUE INDEX entities_one_house ON entities USING btree (service_kind) WHERE service_kind = 'House'::text;
CREATE TRIGGER entities_changed AFTER INSERT OR UPDATE ON entities FOR EACH ROW EXECUTE FUNCTION notify_entity_changed();

create table entity_settings (
  entity_id uuid not null,
  min_trade_minor bigint not null,
  max_trade_minor bigint not null,
  daily_trade_minor bigint not null,
  settlement_minor bigint not null,
  min_payment_minor bigint not null,
  single_payment_minor bigint not null,
  daily_payment_minor bigint not null,
  held_open_minor bigint not null,
  quote_life_spot_seconds smallint not null,
  quote_life_forward_seconds smallint not null,
  profile jsonb not null,
  constraint entity_settings_pkey PRIMARY KEY (entity_id),
  constraint entity_settings_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint entity_settings_check CHECK (max_trade_minor >= min_trade_minor),
  constraint entity_settings_check1 CHECK (single_payment_minor >= min_payment_minor),
  constraint entity_settings_daily_payment_minor_check CHECK (daily_payment_minor >= 0),
  constraint entity_settings_daily_trade_minor_check CHECK (daily_trade_minor >= 0),
  constraint entity_settings_held_open_minor_check CHECK (held_open_minor >= 0),
  constraint entity_settings_min_payment_minor_check CHECK (min_payment_minor > 0),
  constraint entity_settings_min_trade_minor_check CHECK (min_trade_minor > 0),
  constraint entity_settings_quote_life_forward_seconds_check CHECK (quote_life_forward_seconds >= 5 AND quote_life_forward_seconds <= 60),
  constraint entity_settings_quote_life_spot_seconds_check CHECK (quote_life_spot_seconds >= 5 AND quote_life_spot_seconds <= 60),
  constraint entity_settings_settlement_minor_check CHECK (settlement_minor >= 0)
);
CREATE TRIGGER entity_settings_changed AFTER INSERT OR UPDATE ON entity_settings FOR EACH ROW EXECUTE FUNCTION notify_entity_changed();

create table event_images (
  entity_id uuid not null,
  sequence bigint not null,
  wall_at timestamp with time zone not null,
  image text not null,
  constraint event_images_pkey PRIMARY KEY (entity_id, sequence)
) with (toast_tuple_target=4080);
CREATE INDEX event_images_by_time ON event_images USING brin (wall_at) WITH (pages_per_range='32');

create table events (
  entity_id uuid not null,
  sequence bigint not null,
  type text not null,
  resource_type text not null,
  resource_id uuid not null,
  resource_version integer default 1 not null,
  previous_status text,
  at timestamp with time zone not null,
  wall_at timestamp with time zone not null,
  actor_type text not null,
  actor_id uuid,
  request_id text,
  detail jsonb,
  recorded_at timestamp with time zone,
  address text,
  operation text,
  constraint events_pkey PRIMARY KEY (entity_id, sequence),
  constraint events_actor_type_check CHECK (actor_type = ANY (ARRAY['client'::text, 'operator'::text, 'psu'::text, 'system'::text])),
  constraint events_sequence_check CHECK (sequence > 0)
);
CREATE INDEX events_recorded_late ON events USING btree (entity_id, recorded_at) WHERE recorded_at > at;
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fx_amendments (
  entity_id uuid not null,
  amendment_id uuid not null,
  trade_id uuid not null,
  client_id uuid not null,
  type text not null,
  buy_minor bigint not null,
  sell_minor bigint not null,
  near_rate numeric,
  near_cost_rate numeric,
  near_mid_rate numeric,
  swap_points numeric not null,
  spot_rate numeric not null,
  new_value_date date,
  new_priced_at_date date,
  new_tenor text,
  new_rate numeric,
  new_cost_rate numeric,
  new_mid_rate numeric not null,
  new_buy_minor bigint,
  new_sell_minor bigint,
  new_revenue_minor bigint default 0 not null,
  settlement_minor bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  booked_at timestamp with time zone,
  close_out_id uuid,
  new_trade_id uuid,
  constraint fx_amendments_pkey PRIMARY KEY (entity_id, amendment_id),
  constraint fx_amendments_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_amendments_buy_minor_check CHECK (buy_minor > 0),
  constraint fx_amendments_check CHECK (expires_at > created_at),
  constraint fx_amendments_sell_minor_check CHECK (sell_minor > 0),
  constraint fx_amendments_type_check CHECK (type = ANY (ARRAY['Extend'::text, 'BringForward'::text, 'CloseOut'::text, 'Split'::text, 'Cancel'::text, 'Move'::text]))
);
CREATE INDEX fx_amendments_by_age ON fx_amendments USING brin (created_at);
CREATE INDEX fx_amendments_of_trade ON fx_amendments USING btree (entity_id, trade_id) WHERE booked_at IS NOT NULL;
CREATE INDEX fx_amendments_taken ON fx_amendments USING btree (entity_id, trade_id) WHERE close_out_id IS NOT NULL OR new_trade_id IS NOT NULL;

create table fx_calendar_coverage (
  calendar text not null,
  from_day date not null,
  to_day date not null,
  source text not null,
  announced_to date,
  constraint fx_calendar_coverage_pkey PRIMARY KEY (calendar),
  constraint fx_calendar_coverage_calendar_check CHECK (calendar ~ '^[A-Z]{3}$'::text),
  constraint fx_calendar_coverage_check CHECK (to_day >= from_day)
);

create table fx_close_outs (
  entity_id uuid not null,
  trade_id uuid not null,
  forward_id uuid not null,
  margin_applied_minor bigint not null,
  constraint fx_close_outs_pkey PRIMARY KEY (entity_id, trade_id),
  constraint fx_close_outs_entity_id_forward_id_fkey FOREIGN KEY (entity_id, forward_id) REFERENCES fx_forwards(entity_id, trade_id),
  constraint fx_close_outs_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_close_outs_margin_applied_minor_check CHECK (margin_applied_minor >= 0)
);
CREATE INDEX fx_close_outs_of_forward ON fx_close_outs USING btree (entity_id, forward_id, trade_id);

create table fx_drawdown_wires (
  entity_id uuid not null,
  inbound_payment_id uuid not null,
  trade_id uuid not null,
  amount_minor bigint not null,
  hold_id uuid,
  received_at timestamp with time zone not null,
  constraint fx_drawdown_wires_pkey PRIMARY KEY (entity_id, inbound_payment_id),
  constraint fx_drawdown_wires_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_drawdown_wires_amount_minor_check CHECK (amount_minor > 0)
);
CREATE INDEX fx_drawdown_wires_by_trade ON fx_drawdown_wires USING btree (entity_id, trade_id);

create table fx_drawdowns (
  entity_id uuid not null,
  trade_id uuid not null,
  forward_id uuid not null,
  funding_method text not null,
  margin_applied_minor bigint default 0 not null,
  constraint fx_drawdowns_pkey PRIMARY KEY (entity_id, trade_id),
  constraint fx_drawdowns_entity_id_forward_id_fkey FOREIGN KEY (entity_id, forward_id) REFERENCES fx_forwards(entity_id, trade_id),
  constraint fx_drawdowns_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_drawdowns_funding_method_check CHECK (funding_method = ANY (ARRAY['CurrencyAccount'::text, 'WireTransfer'::text, 'PreAuthorizedDebit'::text])),
  constraint fx_drawdowns_margin_applied_minor_check CHECK (margin_applied_minor >= 0)
);
CREATE INDEX fx_drawdowns_of_forward ON fx_drawdowns USING btree (entity_id, forward_id, trade_id);

create table fx_forward_quotes (
  entity_id uuid not null,
  quote_id uuid not null,
  forward_type text not null,
  access_date date not null,
  priced_at_date date not null,
  spot_rate numeric not null,
  reason text,
  facility_id uuid not null,
  term_id uuid not null,
  margin_side text not null,
  margin_percent numeric not null,
  margin_minor bigint not null,
  default_beneficiary_id uuid,
  constraint fx_forward_quotes_pkey PRIMARY KEY (entity_id, quote_id),
  constraint fx_forward_quotes_entity_id_quote_id_fkey FOREIGN KEY (entity_id, quote_id) REFERENCES fx_quotes(entity_id, quote_id) ON DELETE CASCADE,
  constraint fx_forward_quotes_forward_type_check CHECK (forward_type = ANY (ARRAY['Fixed'::text, 'Window'::text, 'Open'::text, 'Variable'::text])),
  constraint fx_forward_quotes_margin_minor_check CHECK (margin_minor >= 0),
  constraint fx_forward_quotes_margin_percent_check CHECK (margin_percent >= 0::numeric),
  constraint fx_forward_quotes_margin_side_check CHECK (margin_side = ANY (ARRAY['Buy'::text, 'Sell'::text])),
  constraint fx_forward_quotes_spot_rate_check CHECK (spot_rate > 0::numeric)
);

create table fx_forwards (
  entity_id uuid not null,
  trade_id uuid not null,
  forward_type text not null,
  access_date date not null,
  priced_at_date date not null,
  spot_rate numeric not null,
  reason text not null,
  funds_delivery text not null,
  facility_id uuid not null,
  term_id uuid not null,
  default_beneficiary_id uuid,
  contract_buy_minor bigint not null,
  contract_sell_minor bigint not null,
  drawn_buy_minor bigint default 0 not null,
  drawn_sell_minor bigint default 0 not null,
  amended_buy_minor bigint default 0 not null,
  amended_sell_minor bigint default 0 not null,
  open_revenue_minor bigint not null,
  open_margin_minor bigint default 0 not null,
  watched_until timestamp with time zone not null,
  constraint fx_forwards_pkey PRIMARY KEY (entity_id, trade_id),
  constraint fx_forwards_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_forwards_amended_buy_minor_check CHECK (amended_buy_minor >= 0),
  constraint fx_forwards_amended_sell_minor_check CHECK (amended_sell_minor >= 0),
  constraint fx_forwards_contract_buy_minor_check CHECK (contract_buy_minor > 0),
  constraint fx_forwards_contract_sell_minor_check CHECK (contract_sell_minor > 0),
  constraint fx_forwards_drawn_buy_minor_check CHECK (drawn_buy_minor >= 0),
  constraint fx_forwards_drawn_sell_minor_check CHECK (drawn_sell_minor >= 0),
  constraint fx_forwards_forward_type_check CHECK (forward_type = ANY (ARRAY['Fixed'::text, 'Window'::text, 'Open'::text, 'Variable'::text])),
  constraint fx_forwards_funds_delivery_check CHECK (funds_delivery = ANY (ARRAY['Deliverable'::text, 'NonDeliverable'::text])),
  constraint fx_forwards_legs_end_together CHECK (((drawn_buy_minor + amended_buy_minor) = contract_buy_minor) = ((drawn_sell_minor + amended_sell_minor) = contract_sell_minor)),
  constraint fx_forwards_open_margin_not_negative CHECK (open_margin_minor >= 0),
  constraint fx_forwards_spot_rate_check CHECK (spot_rate > 0::numeric),
  constraint fx_forwards_within_contract CHECK ((drawn_buy_minor + amended_buy_minor) <= contract_buy_minor AND (drawn_sell_minor + amended_sell_minor) <= contract_sell_minor)
);

create table fx_holidays (
  calendar text not null,
  day date not null,
  name text not null,
  source text not null,
  as_of date not null,
  expected boolean default false not null,
  constraint fx_holidays_pkey PRIMARY KEY (calendar, day),
  constraint fx_holidays_calendar_fkey FOREIGN KEY (calendar) REFERENCES fx_calendar_coverage(calendar)
);

create table fx_loss_covers (
  entity_id uuid not null,
  trade_id uuid not null,
  close_out_id uuid not null,
  facility_id uuid not null,
  margin_kind text not null,
  margin_trade_id uuid not null,
  sold_minor bigint not null,
  bought_minor bigint not null,
  proceeds_hold_id uuid,
  constraint fx_loss_covers_pkey PRIMARY KEY (entity_id, trade_id),
  constraint fx_loss_covers_entity_id_close_out_id_fkey FOREIGN KEY (entity_id, close_out_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_loss_covers_entity_id_facility_id_margin_kind_margin_tr_fkey FOREIGN KEY (entity_id, facility_id, margin_kind, margin_trade_id) REFERENCES credit_margins(entity_id, facility_id, kind, trade_id),
  constraint fx_loss_covers_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_loss_covers_bought_minor_check CHECK (bought_minor > 0),
  constraint fx_loss_covers_margin_kind_check CHECK (margin_kind = ANY (ARRAY['Initial'::text, 'Variation'::text])),
  constraint fx_loss_covers_sold_minor_check CHECK (sold_minor > 0)
);
CREATE INDEX fx_loss_covers_of_close_out ON fx_loss_covers USING btree (entity_id, close_out_id, trade_id);

create table fx_orders (
  entity_id uuid not null,
  order_id uuid not null,
  client_id uuid not null,
  client_reference text,
  type text not null,
  status text not null,
  version integer default 1 not null,
  currency_pair text not null,
  fixed_side text not null,
  buy_currency text not null,
  buy_account_id uuid not null,
  sell_currency text not null,
  sell_account_id uuid not null,
  amount_minor bigint not null,
  rate numeric not null,
  markup_bps numeric not null,
  limit_minor bigint not null,
  approvals_required smallint default 0 not null,
  approval_policy_id uuid,
  expires_at timestamp with time zone not null,
  triggered_at timestamp with time zone,
  trade_id uuid,
  filled_rate numeric,
  rejection_reason text,
  history jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint fx_orders_pkey PRIMARY KEY (entity_id, order_id),
  constraint fx_orders_entity_id_buy_account_id_fkey FOREIGN KEY (entity_id, buy_account_id) REFERENCES accounts(entity_id, account_id),
  constraint fx_orders_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint fx_orders_entity_id_sell_account_id_fkey FOREIGN KEY (entity_id, sell_account_id) REFERENCES accounts(entity_id, account_id),
  constraint fx_orders_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_orders_amount_minor_check CHECK (amount_minor > 0),
  constraint fx_orders_approvals_required_check CHECK (approvals_required >= 0 AND approvals_required <= 3),
  constraint fx_orders_expire_later CHECK (expires_at > created_at),
  constraint fx_orders_filled CHECK ((status = 'Filled'::text) = (trade_id IS NOT NULL) AND (status = 'Filled'::text) = (filled_rate IS NOT NULL) AND (status <> 'Filled'::text OR triggered_at IS NOT NULL)),
  constraint fx_orders_filled_in_time CHECK (triggered_at < expires_at),
  constraint fx_orders_filled_rate_check CHECK (filled_rate > 0::numeric),
  constraint fx_orders_filled_within_limit CHECK (type <> 'Limit'::text OR filled_rate IS NULL OR
CASE
    WHEN buy_currency = "left"(currency_pair, 3) THEN filled_rate <= rate
    ELSE filled_rate >= rate
END),
  constraint fx_orders_fixed_side_check CHECK (fixed_side = ANY (ARRAY['Buy'::text, 'Sell'::text])),
  constraint fx_orders_limit_minor_check CHECK (limit_minor >= 0),
  constraint fx_orders_markup_bps_check CHECK (markup_bps >= 0::numeric),
  constraint fx_orders_policy CHECK ((approvals_required > 0) = (approval_policy_id IS NOT NULL)),
  constraint fx_orders_rate_check CHECK (rate > 0::numeric),
  constraint fx_orders_rejected CHECK ((status = 'Rejected'::text) = (rejection_reason IS NOT NULL)),
  constraint fx_orders_status_check CHECK (status = ANY (ARRAY['PendingApproval'::text, 'Active'::text, 'Filled'::text, 'Cancelled'::text, 'Expired'::text, 'Rejected'::text])),
  constraint fx_orders_type_check CHECK (type = ANY (ARRAY['Limit'::text, 'Stop'::text]))
);
CREATE UNIQUE INDEX fx_orders_client_reference ON fx_orders USING btree (entity_id, client_reference) WHERE client_reference IS NOT NULL;
CREATE INDEX fx_orders_open ON fx_orders USING btree (entity_id, order_id) WHERE status = ANY (ARRAY['PendingApproval'::text, 'Active'::text]);
CREATE TRIGGER fx_orders_lawful BEFORE INSERT OR UPDATE ON fx_orders FOR EACH ROW EXECUTE FUNCTION keep_order_lawful();
CREATE TRIGGER fx_orders_stay BEFORE DELETE ON fx_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fx_quotes (
  entity_id uuid not null,
  quote_id uuid not null,
  kind text not null,
  client_id uuid not null,
  currency_pair text not null,
  fixed_side text not null,
  buy_currency text not null,
  buy_minor bigint not null,
  buy_account_id uuid not null,
  sell_currency text not null,
  sell_minor bigint not null,
  sell_account_id uuid not null,
  rate numeric not null,
  cost_rate numeric not null,
  mid_rate numeric not null,
  forward_points numeric not null,
  cost_minor bigint not null,
  revenue_minor bigint not null,
  limit_minor bigint not null,
  tenor text not null,
  trade_date date not null,
  value_date date not null,
  cut_off_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  trade_id uuid,
  announce_at timestamp with time zone,
  announced_at timestamp with time zone,
  constraint fx_quotes_pkey PRIMARY KEY (entity_id, quote_id),
  constraint fx_quotes_buy_minor_check CHECK (buy_minor > 0),
  constraint fx_quotes_check CHECK (expires_at > created_at),
  constraint fx_quotes_cost_rate_check CHECK (cost_rate > 0::numeric),
  constraint fx_quotes_fixed_side_check CHECK (fixed_side = ANY (ARRAY['Buy'::text, 'Sell'::text])),
  constraint fx_quotes_kind_check CHECK (kind = ANY (ARRAY['Spot'::text, 'Forward'::text, 'HeldRate'::text])),
  constraint fx_quotes_limit_minor_check CHECK (limit_minor > 0),
  constraint fx_quotes_mid_rate_check CHECK (mid_rate > 0::numeric),
  constraint fx_quotes_rate_check CHECK (rate > 0::numeric),
  constraint fx_quotes_sell_minor_check CHECK (sell_minor > 0)
);
CREATE INDEX fx_quotes_by_age ON fx_quotes USING brin (created_at);
CREATE INDEX fx_quotes_to_announce ON fx_quotes USING btree (announce_at) WHERE announce_at IS NOT NULL;

create table fx_trade_approvals (
  entity_id uuid not null,
  trade_id uuid not null,
  approvals_required smallint not null,
  approval_policy_id uuid not null,
  lapses_at timestamp with time zone not null,
  limit_minor bigint not null,
  margin_account_id uuid,
  reference_rate numeric,
  whole_buy_minor bigint,
  whole_sell_minor bigint,
  whole_base_minor bigint,
  constraint fx_trade_approvals_pkey PRIMARY KEY (entity_id, trade_id),
  constraint fx_trade_approvals_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_trade_approvals_approvals_required_check CHECK (approvals_required >= 1 AND approvals_required <= 3),
  constraint fx_trade_approvals_limit_minor_check CHECK (limit_minor >= 0),
  constraint fx_trade_approvals_reference_rate_check CHECK (reference_rate > 0::numeric),
  constraint fx_trade_approvals_whole_check CHECK ((whole_buy_minor IS NULL) = (whole_sell_minor IS NULL) AND (whole_buy_minor IS NOT NULL OR whole_base_minor IS NULL) AND COALESCE(whole_buy_minor, 1::bigint) > 0 AND COALESCE(whole_sell_minor, 1::bigint) > 0 AND COALESCE(whole_base_minor, 0::bigint) >= 0)
);
CREATE TRIGGER fx_trade_approvals_only_rise BEFORE UPDATE ON fx_trade_approvals FOR EACH ROW EXECUTE FUNCTION keep_trade_approvals();
CREATE TRIGGER fx_trade_approvals_stay BEFORE DELETE ON fx_trade_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fx_trades (
  entity_id uuid not null,
  trade_id uuid not null,
  kind text not null,
  subtype text,
  status text not null,
  version integer default 1 not null,
  parent_trade_id uuid,
  quote_id uuid,
  held_rate_id uuid,
  client_id uuid not null,
  client_reference text,
  dedupe_reference text,
  currency_pair text not null,
  fixed_side text not null,
  buy_currency text not null,
  buy_minor bigint not null,
  buy_account_id uuid not null,
  sell_currency text not null,
  sell_minor bigint not null,
  sell_account_id uuid not null,
  net_minor bigint,
  settlement_minor bigint,
  rate numeric not null,
  cost_rate numeric not null,
  mid_rate numeric not null,
  forward_points numeric not null,
  cost_minor bigint not null,
  revenue_minor bigint not null,
  tenor text,
  trade_date date not null,
  value_date date not null,
  cut_off_at timestamp with time zone not null,
  hold_id uuid,
  settlement_journal_id uuid,
  funded_at timestamp with time zone,
  settled_at timestamp with time zone,
  failure_reason text,
  payment_ids uuid[] default '{}'::uuid[] not null,
  confirmation_document_id uuid,
  history jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  order_id uuid,
  constraint fx_trades_pkey PRIMARY KEY (entity_id, trade_id),
  constraint fx_trades_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint fx_trades_entity_id_parent_trade_id_fkey FOREIGN KEY (entity_id, parent_trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint fx_trades_entity_id_quote_id_fkey FOREIGN KEY (entity_id, quote_id) REFERENCES fx_quotes(entity_id, quote_id),
  constraint fx_trades_held_rate FOREIGN KEY (entity_id, held_rate_id) REFERENCES held_rates(entity_id, quote_id),
  constraint fx_trades_order FOREIGN KEY (entity_id, order_id) REFERENCES fx_orders(entity_id, order_id) NOT VALID,
  constraint fx_trades_buy_minor_check CHECK (buy_minor > 0),
  constraint fx_trades_fixed_side_check CHECK (fixed_side = ANY (ARRAY['Buy'::text, 'Sell'::text])),
  constraint fx_trades_held_rate_kind CHECK (kind = 'HeldRate'::text OR held_rate_id IS NULL AND dedupe_reference IS NULL),
  constraint fx_trades_kind_check CHECK (kind = ANY (ARRAY['Spot'::text, 'Forward'::text, 'HeldRate'::text, 'Drawdown'::text, 'CloseOut'::text])),
  constraint fx_trades_net_is_of_close_outs CHECK ((net_minor IS NOT NULL) = (kind = 'CloseOut'::text)),
  constraint fx_trades_order_kind CHECK (kind = 'Spot'::text OR order_id IS NULL) NOT VALID,
  constraint fx_trades_sell_minor_check CHECK (sell_minor > 0),
  constraint fx_trades_settled_once CHECK ((settlement_journal_id IS NULL) = (settled_at IS NULL)),
  constraint fx_trades_settlement_minor_check CHECK (settlement_minor > 0)
);
CREATE UNIQUE INDEX fx_trades_client_reference ON fx_trades USING btree (entity_id, client_reference) WHERE client_reference IS NOT NULL;
CREATE INDEX fx_trades_dedupe_reference ON fx_trades USING btree (entity_id, dedupe_reference, created_at) WHERE dedupe_reference IS NOT NULL;
CREATE INDEX fx_trades_of_parent ON fx_trades USING btree (entity_id, parent_trade_id, trade_id) WHERE parent_trade_id IS NOT NULL;
CREATE UNIQUE INDEX fx_trades_one_per_order ON fx_trades USING btree (entity_id, order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX fx_trades_one_per_quote ON fx_trades USING btree (entity_id, quote_id) WHERE kind = ANY (ARRAY['Spot'::text, 'Forward'::text]);
CREATE INDEX fx_trades_open_drawdowns ON fx_trades USING btree (entity_id, sell_account_id, value_date, trade_id) WHERE kind = 'Drawdown'::text AND (status = ANY (ARRAY['PendingApproval'::text, 'Booked'::text, 'AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text]));
CREATE INDEX fx_trades_unfunded ON fx_trades USING btree (entity_id, sell_account_id, value_date, trade_id) WHERE status = ANY (ARRAY['AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text]);
CREATE INDEX fx_trades_unfunded_close_outs ON fx_trades USING btree (entity_id, value_date, trade_id) WHERE kind = 'CloseOut'::text AND (status = ANY (ARRAY['AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text]));
CREATE INDEX fx_trades_unpaid ON fx_trades USING btree (entity_id, trade_id) WHERE (status = ANY (ARRAY['AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text])) OR status = 'Executed'::text AND kind = 'CloseOut'::text;
CREATE INDEX fx_trades_unsettled_spot ON fx_trades USING btree (entity_id) INCLUDE (settlement_minor) WHERE settlement_minor IS NOT NULL AND (status = ANY (ARRAY['PendingApproval'::text, 'Executed'::text, 'AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text]));
CREATE INDEX fx_trades_updated ON fx_trades USING btree (entity_id, updated_at);
CREATE TRIGGER fx_trades_approved BEFORE UPDATE ON fx_trades FOR EACH ROW WHEN (old.status = 'PendingApproval'::text AND (new.status <> ALL (ARRAY['PendingApproval'::text, 'Cancelled'::text]))) EXECUTE FUNCTION keep_trade_approved();
CREATE TRIGGER fx_trades_final BEFORE UPDATE ON fx_trades FOR EACH ROW WHEN ((old.status = ANY (ARRAY['Settled'::text, 'Cancelled'::text, 'ClosedOut'::text, 'Extended'::text])) AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION keep_final_trades();
CREATE TRIGGER fx_trades_keep_accounts BEFORE UPDATE OF entity_id, buy_account_id, sell_account_id ON fx_trades FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER fx_trades_of_accounts AFTER INSERT ON fx_trades REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_trades_accounts();
CREATE TRIGGER fx_trades_rejected BEFORE UPDATE ON fx_trades FOR EACH ROW WHEN (old.status = 'Rejected'::text AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION keep_final_trades();
CREATE TRIGGER fx_trades_settlement_limit BEFORE INSERT ON fx_trades FOR EACH ROW WHEN (new.settlement_minor IS NOT NULL) EXECUTE FUNCTION check_settlement_limit();
CREATE TRIGGER fx_trades_settlement_limit_of_amended BEFORE UPDATE OF settlement_minor ON fx_trades FOR EACH ROW WHEN (new.settlement_minor IS NOT NULL AND new.settlement_minor IS DISTINCT FROM old.settlement_minor) EXECUTE FUNCTION check_settlement_limit();
CREATE TRIGGER fx_trades_spot_amended BEFORE UPDATE ON fx_trades FOR EACH ROW WHEN (old.status = 'PendingApproval'::text AND (new.status <> ALL (ARRAY['PendingApproval'::text, 'Cancelled'::text])) AND new.parent_trade_id IS NOT NULL AND (new.kind = 'Spot'::text OR new.kind = 'CloseOut'::text AND new.subtype = 'Spot'::text)) EXECUTE FUNCTION keep_spot_amended();

create table held_rate_bookings (
  entity_id uuid not null,
  trade_id uuid not null,
  quote_id uuid not null,
  used_quote_id uuid,
  mode text not null,
  amount_minor bigint not null,
  wanted_value_date date,
  value_date_adjusted boolean not null,
  created_at timestamp with time zone not null,
  constraint held_rate_bookings_pkey PRIMARY KEY (entity_id, trade_id),
  constraint held_rate_bookings_entity_id_quote_id_fkey FOREIGN KEY (entity_id, quote_id) REFERENCES held_rates(entity_id, quote_id),
  constraint held_rate_bookings_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint held_rate_bookings_entity_id_used_quote_id_fkey FOREIGN KEY (entity_id, used_quote_id) REFERENCES held_rates(entity_id, quote_id),
  constraint held_rate_bookings_amount_minor_check CHECK (amount_minor > 0),
  constraint held_rate_bookings_mode_check CHECK (mode = ANY (ARRAY['Held'::text, 'Spot'::text, 'NextQuote'::text, 'MarketOpenOrder'::text]))
);
CREATE INDEX held_rate_bookings_by_quote ON held_rate_bookings USING btree (entity_id, quote_id);
CREATE INDEX held_rate_bookings_by_used_quote ON held_rate_bookings USING btree (entity_id, used_quote_id) WHERE used_quote_id IS NOT NULL;

create table held_rates (
  entity_id uuid not null,
  quote_id uuid not null,
  client_id uuid not null,
  status text not null,
  version integer default 1 not null,
  currency_pair text not null,
  direction text not null,
  usage text not null,
  buy_currency text not null,
  sell_currency text not null,
  fixed_side text not null,
  estimated_minor bigint not null,
  max_minor bigint not null,
  utilised_minor bigint default 0 not null,
  limit_minor bigint not null,
  tenor text not null,
  post_expiry_action text not null,
  bid numeric,
  ask numeric,
  cost_bid numeric,
  cost_ask numeric,
  points_bid numeric,
  points_ask numeric,
  mid numeric not null,
  markup_bps numeric not null,
  premium_bps numeric not null,
  volatility_percent numeric not null,
  trade_date date not null,
  delivery_dates date[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint held_rates_pkey PRIMARY KEY (entity_id, quote_id),
  constraint held_rates_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint held_rates_ask_check CHECK (ask > 0::numeric),
  constraint held_rates_bid_check CHECK (bid > 0::numeric),
  constraint held_rates_check CHECK (max_minor >= estimated_minor),
  constraint held_rates_check1 CHECK (expires_at > created_at),
  constraint held_rates_cost_ask_check CHECK (cost_ask > 0::numeric),
  constraint held_rates_cost_bid_check CHECK (cost_bid > 0::numeric),
  constraint held_rates_costs CHECK ((bid IS NULL) = (cost_bid IS NULL) AND (ask IS NULL) = (cost_ask IS NULL) AND (bid IS NULL) = (points_bid IS NULL) AND (ask IS NULL) = (points_ask IS NULL)),
  constraint held_rates_delivery_dates_check CHECK (cardinality(delivery_dates) > 0),
  constraint held_rates_direction_check CHECK (direction = ANY (ARRAY['OneWay'::text, 'TwoWay'::text])),
  constraint held_rates_estimated_minor_check CHECK (estimated_minor > 0),
  constraint held_rates_fixed_side_check CHECK (fixed_side = ANY (ARRAY['Buy'::text, 'Sell'::text])),
  constraint held_rates_limit_minor_check CHECK (limit_minor > 0),
  constraint held_rates_markup_bps_check CHECK (markup_bps >= 0::numeric),
  constraint held_rates_mid_check CHECK (mid > 0::numeric),
  constraint held_rates_post_expiry_action_check CHECK (post_expiry_action = ANY (ARRAY['Reject'::text, 'AcceptAtSpot'::text, 'UtiliseNextAvailableQuote'::text, 'ExecuteAtMarketOpen'::text])),
  constraint held_rates_premium_bps_check CHECK (premium_bps >= 0::numeric),
  constraint held_rates_side CHECK (
CASE direction
    WHEN 'TwoWay'::text THEN bid IS NOT NULL AND ask IS NOT NULL
    ELSE (bid IS NULL) <> (ask IS NULL)
END),
  constraint held_rates_status_check CHECK (status = ANY (ARRAY['Active'::text, 'PartlyUsed'::text, 'Booked'::text, 'Exhausted'::text, 'Expired'::text, 'Cancelled'::text])),
  constraint held_rates_usage_check CHECK (usage = ANY (ARRAY['Single'::text, 'Multiple'::text])),
  constraint held_rates_used_within_maximum CHECK (utilised_minor <= max_minor),
  constraint held_rates_utilised_minor_check CHECK (utilised_minor >= 0),
  constraint held_rates_volatility_percent_check CHECK (volatility_percent > 0::numeric)
);
CREATE INDEX held_rates_by_expiry ON held_rates USING btree (entity_id, expires_at, quote_id);
CREATE TRIGGER held_rates_single_use BEFORE UPDATE ON held_rates FOR EACH ROW WHEN (old.usage = 'Single'::text AND old.utilised_minor > 0 AND new.utilised_minor > old.utilised_minor) EXECUTE FUNCTION check_single_use();

create table holds (
  entity_id uuid not null,
  hold_id uuid not null,
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  purpose text not null,
  related_type text not null,
  related_id uuid not null,
  description text,
  reference text,
  created_at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint holds_pkey PRIMARY KEY (entity_id, hold_id),
  constraint holds_amount_minor_check CHECK (amount_minor > 0),
  constraint holds_purpose_check CHECK (purpose = ANY (ARRAY['payment'::text, 'trade'::text, 'margin'::text]))
);
CREATE INDEX holds_by_account ON holds USING btree (entity_id, account_id, released_at, hold_id);
CREATE TRIGGER holds_release_once BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION check_hold_release();
CREATE TRIGGER holds_stay BEFORE DELETE OR TRUNCATE ON holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table idempotency_keys (
  entity_id uuid not null,
  client_id uuid not null,
  operation text not null,
  key text not null,
  request text not null,
  status smallint not null,
  body text,
  resource_id uuid,
  outcome smallint,
  detail_minor bigint,
  request_id text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (entity_id, key, client_id, operation)
) with (toast_tuple_target=4080);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at);

create table inbound_assignments (
  entity_id uuid not null,
  inbound_payment_id uuid not null,
  client_entity_id uuid not null,
  client_payment_id uuid not null,
  account_id uuid not null,
  actor_type text not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint inbound_assignments_pkey PRIMARY KEY (entity_id, inbound_payment_id),
  constraint inbound_assignments_entity_id_inbound_payment_id_fkey FOREIGN KEY (entity_id, inbound_payment_id) REFERENCES inbound_payments(entity_id, inbound_payment_id)
);
CREATE INDEX inbound_assignments_open ON inbound_assignments USING btree (entity_id, created_at) WHERE completed_at IS NULL;

create table inbound_payments (
  entity_id uuid not null,
  inbound_payment_id uuid not null,
  account_id uuid,
  currency text not null,
  amount_minor bigint not null,
  status text not null,
  debtor_name text,
  debtor_iban text,
  reference text,
  journal_id uuid not null,
  value_date date not null,
  received_at timestamp with time zone not null,
  credited_at timestamp with time zone,
  returned_at timestamp with time zone,
  assigned_from uuid,
  bank_reference text,
  virtual_account_id uuid,
  status_reason text,
  credited_sequence bigint,
  release_journal_id uuid,
  return_journal_id uuid,
  version integer default 1 not null,
  named_account text,
  named_ids text[],
  entry_reference text,
  entry_account text,
  has_details boolean,
  constraint inbound_payments_pkey PRIMARY KEY (entity_id, inbound_payment_id),
  constraint inbound_payments_entity_id_bank_reference_key UNIQUE (entity_id, bank_reference),
  constraint inbound_payments_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint inbound_payments_account_check CHECK (status = 'Returned'::text OR (account_id IS NULL) = (status = ANY (ARRAY['Unidentified'::text, 'Assigned'::text]))),
  constraint inbound_payments_amount_minor_check CHECK (amount_minor > 0),
  constraint inbound_payments_credited_check CHECK ((credited_at IS NOT NULL) = (status = 'Credited'::text)),
  constraint inbound_payments_returned_check CHECK ((returned_at IS NOT NULL) = (status = 'Returned'::text)),
  constraint inbound_payments_status_check CHECK (status = ANY (ARRAY['Credited'::text, 'Held'::text, 'Unidentified'::text, 'Assigned'::text, 'Returned'::text])),
  constraint inbound_payments_version_check CHECK (version > 0)
);
CREATE INDEX inbound_payments_by_account ON inbound_payments USING btree (entity_id, account_id, inbound_payment_id);
CREATE INDEX inbound_payments_by_virtual_account ON inbound_payments USING btree (entity_id, virtual_account_id, inbound_payment_id) WHERE virtual_account_id IS NOT NULL;
CREATE INDEX inbound_payments_naming_ids ON inbound_payments USING btree (entity_id, currency, amount_minor) WHERE named_ids IS NOT NULL;
CREATE INDEX inbound_payments_of_entries ON inbound_payments USING btree (entry_reference) WHERE entry_reference IS NOT NULL;
CREATE INDEX inbound_payments_pending ON inbound_payments USING btree (entity_id, received_at) WHERE (status = ANY (ARRAY['Held'::text, 'Returned'::text])) OR credited_at > received_at;
CREATE TRIGGER directory_bank_reference AFTER INSERT OR DELETE OR UPDATE OF bank_reference ON inbound_payments FOR EACH ROW EXECUTE FUNCTION keep_directory('bankReference', 'bank_reference');
CREATE TRIGGER inbound_payments_held AFTER INSERT ON inbound_payments FOR EACH ROW WHEN (new.status = 'Held'::text) EXECUTE FUNCTION notify_pending_credits_changed();
CREATE TRIGGER inbound_payments_released AFTER UPDATE ON inbound_payments FOR EACH ROW WHEN (old.status = 'Held'::text) EXECUTE FUNCTION notify_pending_credits_changed();

create table installation_mode (
  is_only boolean default true not null,
  mode text not null,
  constraint installation_mode_pkey PRIMARY KEY (is_only),
  constraint installation_mode_is_only_check CHECK (is_only),
  constraint installation_mode_mode_check CHECK (mode = ANY (ARRAY['Sandbox'::text, 'Production'::text]))
);

create table internal_transfer_orders (
  entity_id uuid not null,
  internal_transfer_id uuid not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  reference text,
  client_reference text,
  status text not null,
  status_reason text,
  hold_id uuid,
  approvals_required smallint not null,
  approval_policy_id uuid,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  lapses_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  version integer default 1 not null,
  constraint internal_transfer_orders_pkey PRIMARY KEY (entity_id, internal_transfer_id),
  constraint internal_transfer_orders_entity_id_credit_account_id_curre_fkey FOREIGN KEY (entity_id, credit_account_id, currency) REFERENCES accounts(entity_id, account_id, currency),
  constraint internal_transfer_orders_entity_id_debit_account_id_curren_fkey FOREIGN KEY (entity_id, debit_account_id, currency) REFERENCES accounts(entity_id, account_id, currency),
  constraint internal_transfer_orders_amount_minor_check CHECK (amount_minor > 0),
  constraint internal_transfer_orders_approvals_required_check CHECK (approvals_required >= 1 AND approvals_required <= 3),
  constraint internal_transfer_orders_status_check CHECK (status = ANY (ARRAY['PendingApproval'::text, 'Completed'::text, 'Cancelled'::text])),
  constraint transfer_order_accounts_differ CHECK (debit_account_id <> credit_account_id),
  constraint transfer_order_decided CHECK ((decided_at IS NULL) = (status = 'PendingApproval'::text)),
  constraint transfer_order_hold_while_pending CHECK ((hold_id IS NOT NULL) = (status = 'PendingApproval'::text))
);
CREATE TRIGGER internal_transfer_orders_claim_reference BEFORE INSERT ON internal_transfer_orders FOR EACH ROW WHEN (new.client_reference IS NOT NULL) EXECUTE FUNCTION claim_internal_transfer_reference();
CREATE TRIGGER transfer_orders_lawful BEFORE INSERT OR UPDATE ON internal_transfer_orders FOR EACH ROW EXECUTE FUNCTION keep_transfer_order_lawful();

create table internal_transfer_references (
  entity_id uuid not null,
  client_reference text not null,
  internal_transfer_id uuid not null,
  constraint internal_transfer_references_pkey PRIMARY KEY (entity_id, client_reference)
);

create table internal_transfers (
  entity_id uuid not null,
  internal_transfer_id uuid not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_minor bigint not null,
  debit_sequence bigint not null,
  credit_sequence bigint not null,
  created_at timestamp with time zone not null,
  currency text not null,
  reference text,
  client_reference text,
  constraint internal_transfers_pkey PRIMARY KEY (entity_id, internal_transfer_id),
  constraint internal_transfer_accounts_differ CHECK (debit_account_id <> credit_account_id),
  constraint internal_transfers_amount_minor_check CHECK (amount_minor > 0)
);
CREATE TRIGGER internal_transfers_claim_reference BEFORE INSERT ON internal_transfers FOR EACH ROW WHEN (new.client_reference IS NOT NULL) EXECUTE FUNCTION claim_internal_transfer_reference();

create table journal_reversals (
  entity_id uuid not null,
  journal_id uuid not null,
  reversed_by uuid not null,
  constraint journal_reversals_pkey PRIMARY KEY (entity_id, journal_id)
);
CREATE TRIGGER journal_reversals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journals (
  entity_id uuid not null,
  journal_id uuid not null,
  kind text not null,
  value_date date not null,
  posted_at timestamp with time zone not null,
  source_type text not null,
  source_id uuid not null,
  reversal_of uuid,
  constraint journals_pkey PRIMARY KEY (entity_id, journal_id)
);
CREATE TRIGGER journals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_accounts (
  entity_id uuid not null,
  account_id uuid not null,
  currency text not null,
  kind text not null,
  qualifier text default ''::text not null,
  floor_minor bigint,
  constraint ledger_accounts_pkey PRIMARY KEY (entity_id, account_id),
  constraint ledger_accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint ledger_accounts_kind_check CHECK (kind = ANY (ARRAY['client'::text, 'margin'::text, 'fx_position'::text, 'in_transit'::text, 'out_clearing'::text, 'suspense'::text, 'fees'::text, 'fx_revenue'::text, 'safeguarding'::text, 'nostro'::text, 'suspense_in'::text, 'own_funds'::text]))
);
CREATE UNIQUE INDEX ledger_accounts_internal ON ledger_accounts USING btree (entity_id, kind, currency, qualifier) WHERE kind <> 'client'::text;
CREATE TRIGGER ledger_accounts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table margin_calls (
  entity_id uuid not null,
  margin_call_id uuid not null,
  facility_id uuid not null,
  kind text not null,
  trade_id uuid not null,
  reason_trade_ids uuid[] not null,
  currency text not null,
  amount_minor bigint not null,
  outstanding_minor bigint not null,
  status text not null,
  issued_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  account_id uuid,
  snapshot_id uuid,
  explanation text not null,
  version integer default 1 not null,
  updated_at timestamp with time zone not null,
  constraint margin_calls_pkey PRIMARY KEY (entity_id, margin_call_id),
  constraint margin_calls_entity_id_facility_id_kind_trade_id_fkey FOREIGN KEY (entity_id, facility_id, kind, trade_id) REFERENCES credit_margins(entity_id, facility_id, kind, trade_id),
  constraint margin_calls_entity_id_snapshot_id_fkey FOREIGN KEY (entity_id, snapshot_id) REFERENCES market_snapshots(entity_id, snapshot_id),
  constraint margin_calls_amount_minor_check CHECK (amount_minor > 0),
  constraint margin_calls_check CHECK (outstanding_minor >= 0 AND outstanding_minor <= amount_minor),
  constraint margin_calls_kind_check CHECK (kind = ANY (ARRAY['Initial'::text, 'Variation'::text])),
  constraint margin_calls_open CHECK ((outstanding_minor > 0) = (status = ANY (ARRAY['Issued'::text, 'PartlyMet'::text, 'Overdue'::text]))),
  constraint margin_calls_status_check CHECK (status = ANY (ARRAY['Issued'::text, 'PartlyMet'::text, 'Met'::text, 'Overdue'::text, 'Released'::text, 'Cancelled'::text]))
);
CREATE INDEX margin_calls_collected ON margin_calls USING btree (entity_id, account_id, due_at, margin_call_id) WHERE kind = 'Variation'::text AND (status = ANY (ARRAY['Issued'::text, 'PartlyMet'::text, 'Overdue'::text]));
CREATE INDEX margin_calls_met ON margin_calls USING btree (entity_id, facility_id, trade_id) WHERE status = 'Met'::text;
CREATE INDEX margin_calls_open ON margin_calls USING btree (entity_id, facility_id, trade_id, margin_call_id) WHERE status = ANY (ARRAY['Issued'::text, 'PartlyMet'::text, 'Overdue'::text]);

create table market_snapshots (
  entity_id uuid not null,
  snapshot_id uuid not null,
  taken_at timestamp with time zone not null,
  digest text not null,
  content jsonb not null,
  constraint market_snapshots_pkey PRIMARY KEY (entity_id, snapshot_id),
  constraint market_snapshots_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id)
);
CREATE INDEX market_snapshots_by_time ON market_snapshots USING btree (entity_id, taken_at, snapshot_id);
CREATE TRIGGER market_snapshots_append_only BEFORE DELETE OR UPDATE ON market_snapshots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table notification_emails (
  entity_id uuid not null,
  email_id uuid not null,
  email text not null,
  event_type text not null,
  resource_type text not null,
  resource_id uuid not null,
  event_at timestamp with time zone not null,
  status text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  message_id uuid,
  constraint notification_emails_pkey PRIMARY KEY (entity_id, email_id),
  constraint notification_emails_check CHECK ((status = 'Pending'::text) = (ended_at IS NULL)),
  constraint notification_emails_status_check CHECK (status = ANY (ARRAY['Pending'::text, 'Sent'::text, 'Dropped'::text]))
);
CREATE INDEX notification_emails_by_message ON notification_emails USING btree (entity_id, COALESCE(message_id, email_id));
CREATE INDEX notification_emails_created ON notification_emails USING btree (created_at);

create table notification_recipients (
  entity_id uuid not null,
  recipient_id uuid not null,
  email text not null,
  topics text[] not null,
  created_at timestamp with time zone not null,
  constraint notification_recipients_pkey PRIMARY KEY (entity_id, recipient_id),
  constraint notification_recipients_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint notification_recipients_email_check CHECK (length(email) <= 254),
  constraint notification_recipients_topics_check CHECK (cardinality(topics) > 0 AND topics <@ ARRAY['MarginCalls'::text, 'OverdueTrades'::text, 'Approvals'::text, 'RateAlerts'::text, 'Orders'::text])
);
CREATE UNIQUE INDEX notification_recipients_email ON notification_recipients USING btree (entity_id, lower(email));

create table open_banking_answers (
  journey_hash bytea not null,
  claimed_at timestamp with time zone not null,
  answer bytea,
  answered_at timestamp with time zone,
  constraint open_banking_answers_pkey PRIMARY KEY (journey_hash),
  constraint open_banking_answers_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint open_banking_answers_journey_hash_check CHECK (length(journey_hash) = 32)
);
CREATE INDEX open_banking_answers_by_claim ON open_banking_answers USING btree (claimed_at);

create table open_banking_approvals (
  entity_id uuid not null,
  consent_id uuid not null,
  psu_id uuid not null,
  method text not null,
  statement text not null,
  statement_hash bytea not null,
  passkey_id text,
  public_key bytea,
  client_data bytea,
  authenticator_data bytea,
  signature bytea,
  code_step bigint,
  code_key bytea,
  code_proof bytea,
  approved_at timestamp with time zone not null,
  constraint open_banking_approvals_pkey PRIMARY KEY (entity_id, consent_id),
  constraint open_banking_approvals_entity_id_consent_id_fkey FOREIGN KEY (entity_id, consent_id) REFERENCES open_banking_consents(entity_id, consent_id),
  constraint open_banking_approval_code CHECK (num_nonnulls(code_step, code_key, code_proof) =
CASE method
    WHEN 'Code'::text THEN 3
    ELSE 0
END),
  constraint open_banking_approval_hash CHECK (statement_hash = sha256(convert_to(statement, 'UTF8'::name))),
  constraint open_banking_approval_passkey CHECK (num_nonnulls(passkey_id, public_key, client_data, authenticator_data, signature) =
CASE method
    WHEN 'Passkey'::text THEN 5
    ELSE 0
END),
  constraint open_banking_approvals_method_check CHECK (method = ANY (ARRAY['Passkey'::text, 'Code'::text, 'Scripted'::text]))
);
CREATE TRIGGER open_banking_approvals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON open_banking_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table open_banking_artifacts (
  kind text not null,
  id_hash bytea not null,
  payload text not null,
  client_id text,
  grant_hash bytea,
  consent_id text,
  entity_id uuid,
  psu_id uuid,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  consumed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint open_banking_artifacts_pkey PRIMARY KEY (kind, id_hash),
  constraint open_banking_artifacts_id_hash_check CHECK (length(id_hash) = 32)
);
CREATE INDEX open_banking_artifacts_by_expiry ON open_banking_artifacts USING btree (expires_at);
CREATE INDEX open_banking_artifacts_of_client ON open_banking_artifacts USING btree (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX open_banking_artifacts_of_consent ON open_banking_artifacts USING btree (consent_id) WHERE consent_id IS NOT NULL;
CREATE INDEX open_banking_artifacts_of_grant ON open_banking_artifacts USING btree (grant_hash) WHERE grant_hash IS NOT NULL;
CREATE TRIGGER open_banking_grants_revoked AFTER UPDATE ON open_banking_artifacts FOR EACH ROW WHEN (new.revoked_at IS NOT NULL AND new.kind = 'Grant'::text) EXECUTE FUNCTION notify_open_banking_grant_revoked();
CREATE TRIGGER open_banking_tokens_revoked AFTER UPDATE ON open_banking_artifacts FOR EACH ROW WHEN (new.revoked_at IS NOT NULL AND (new.kind = ANY (ARRAY['AccessToken'::text, 'ClientCredentials'::text]))) EXECUTE FUNCTION notify_open_banking_token_revoked();

create table open_banking_client_logos (
  client_id text not null,
  type text not null,
  content bytea not null,
  content_hash bytea not null,
  fetched_at timestamp with time zone not null,
  constraint open_banking_client_logos_pkey PRIMARY KEY (client_id),
  constraint open_banking_client_logos_client_id_fkey FOREIGN KEY (client_id) REFERENCES open_banking_clients(client_id) ON DELETE CASCADE,
  constraint open_banking_client_logos_content_check CHECK (length(content) >= 1 AND length(content) <= 65536),
  constraint open_banking_client_logos_content_hash_check CHECK (length(content_hash) = 32),
  constraint open_banking_client_logos_type_check CHECK (type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))
);

create table open_banking_clients (
  client_id text not null,
  software_id text not null,
  organisation_id text not null,
  organisation_name text not null,
  software_name text not null,
  jwks_uri text not null,
  redirect_uris text[] not null,
  scopes text[] not null,
  metadata jsonb not null,
  software_statement text not null,
  certificate_subject text not null,
  registered_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint open_banking_clients_pkey PRIMARY KEY (client_id),
  constraint open_banking_clients_client_id_check CHECK (length(client_id) = 36),
  constraint open_banking_clients_redirect_uris_check CHECK (cardinality(redirect_uris) > 0),
  constraint open_banking_clients_scopes_check CHECK (cardinality(scopes) > 0),
  constraint open_banking_clients_software_id_check CHECK (software_id ~ '^[0-9a-zA-Z]{1,22}$'::text)
);
CREATE TRIGGER open_banking_clients_changed AFTER DELETE OR UPDATE ON open_banking_clients FOR EACH ROW EXECUTE FUNCTION notify_open_banking_client_changed();

create table open_banking_consent_steps (
  consent_id uuid not null,
  step integer not null,
  status text not null,
  reasons jsonb not null,
  at timestamp with time zone not null,
  actor_type text not null,
  actor_id text,
  request_id text,
  constraint open_banking_consent_steps_pkey PRIMARY KEY (consent_id, step),
  constraint open_banking_consent_steps_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES open_banking_consents(consent_id),
  constraint open_banking_consent_steps_actor_type_check CHECK (actor_type = ANY (ARRAY['client'::text, 'operator'::text, 'psu'::text, 'system'::text])),
  constraint open_banking_consent_steps_step_check CHECK (step > 0)
);
CREATE TRIGGER open_banking_consent_steps_append_only BEFORE DELETE OR UPDATE ON open_banking_consent_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table open_banking_consent_uses (
  entity_id uuid not null,
  consent_id uuid not null,
  last_used_at timestamp with time zone not null,
  constraint open_banking_consent_uses_pkey PRIMARY KEY (entity_id, consent_id),
  constraint open_banking_consent_uses_entity_id_consent_id_fkey FOREIGN KEY (entity_id, consent_id) REFERENCES open_banking_consents(entity_id, consent_id)
);

create table open_banking_consents (
  consent_id uuid not null,
  client_id text not null,
  version text not null,
  kind text not null,
  status text not null,
  status_reasons jsonb default '[]'::jsonb not null,
  status_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  authorise_by timestamp with time zone not null,
  terms jsonb not null,
  offer jsonb,
  permissions text[],
  expires_at timestamp with time zone,
  transactions_from timestamp with time zone,
  transactions_to timestamp with time zone,
  currency text,
  amount_minor bigint,
  currency_of_transfer text,
  creditor_name text,
  creditor_scheme text,
  creditor_identification text,
  reference text,
  entity_id uuid,
  psu_id uuid,
  account_ids uuid[] default '{}'::uuid[] not null,
  authorised_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint open_banking_consents_pkey PRIMARY KEY (consent_id),
  constraint open_banking_consents_entity_id_consent_id_key UNIQUE (entity_id, consent_id),
  constraint open_banking_consents_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint open_banking_consent_approved CHECK ((entity_id IS NULL) = (psu_id IS NULL) AND (entity_id IS NULL) = (authorised_at IS NULL) AND (entity_id IS NOT NULL OR (status = ANY (ARRAY['AWAU'::text, 'RJCT'::text])) AND account_ids = '{}'::uuid[]) AND (entity_id IS NULL OR cardinality(account_ids) > 0)),
  constraint open_banking_consent_one_payer CHECK (kind = 'accountAccess'::text OR cardinality(account_ids) <= 1),
  constraint open_banking_consent_status CHECK (kind = 'accountAccess'::text AND (status = ANY (ARRAY['AWAU'::text, 'AUTH'::text, 'RJCT'::text, 'CANC'::text, 'EXPD'::text])) OR kind <> 'accountAccess'::text AND (status = ANY (ARRAY['AWAU'::text, 'AUTH'::text, 'RJCT'::text, 'COND'::text]))),
  constraint open_banking_consent_terms CHECK ((kind = 'accountAccess'::text) = (permissions IS NOT NULL) AND (kind <> 'accountAccess'::text) = (amount_minor IS NOT NULL) AND (amount_minor IS NULL) = (currency IS NULL) AND (kind = 'internationalPayment'::text) = (currency_of_transfer IS NOT NULL) AND (kind = 'accountAccess'::text OR expires_at IS NULL AND transactions_from IS NULL AND transactions_to IS NULL)),
  constraint open_banking_consents_amount_minor_check CHECK (amount_minor > 0),
  constraint open_banking_consents_client_id_check CHECK (length(client_id) >= 1 AND length(client_id) <= 64),
  constraint open_banking_consents_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint open_banking_consents_currency_of_transfer_check CHECK (currency_of_transfer ~ '^[A-Z]{3}$'::text),
  constraint open_banking_consents_kind_check CHECK (kind = ANY (ARRAY['accountAccess'::text, 'domesticPayment'::text, 'internationalPayment'::text])),
  constraint open_banking_consents_version_check CHECK (version = ANY (ARRAY['3.1'::text, '4.0'::text]))
);
CREATE INDEX open_banking_consents_of_client ON open_banking_consents USING btree (client_id, consent_id);
CREATE INDEX open_banking_consents_of_psu ON open_banking_consents USING btree (entity_id, psu_id, consent_id) WHERE entity_id IS NOT NULL;

create table open_banking_directory_readings (
  is_only boolean default true not null,
  source text not null,
  when_unknown text not null,
  asked_at timestamp with time zone not null,
  read_at timestamp with time zone,
  is_current boolean default false not null,
  constraint open_banking_directory_readings_pkey PRIMARY KEY (is_only),
  constraint open_banking_directory_readings_check CHECK (read_at IS NOT NULL OR NOT is_current),
  constraint open_banking_directory_readings_is_only_check CHECK (is_only),
  constraint open_banking_directory_readings_when_unknown_check CHECK (when_unknown = ANY (ARRAY['reject'::text, 'accept'::text]))
);
CREATE TRIGGER open_banking_directory_readings_begun AFTER INSERT OR DELETE ON open_banking_directory_readings FOR EACH ROW EXECUTE FUNCTION notify_open_banking_directory_changed();
CREATE TRIGGER open_banking_directory_readings_changed AFTER UPDATE ON open_banking_directory_readings FOR EACH ROW WHEN (old.is_current IS DISTINCT FROM new.is_current OR old.when_unknown <> new.when_unknown) EXECUTE FUNCTION notify_open_banking_directory_changed();

create table open_banking_directory_software (
  software_id text not null,
  organisation_id text not null,
  organisation_name text not null,
  software_name text not null,
  jwks jsonb not null,
  created_at timestamp with time zone not null,
  constraint open_banking_directory_software_pkey PRIMARY KEY (software_id),
  constraint open_banking_directory_software_software_id_check CHECK (software_id ~ '^[0-9a-zA-Z]{1,22}$'::text)
);

create table open_banking_directory_statuses (
  kind text not null,
  directory_id text not null,
  status text not null,
  changed_at timestamp with time zone not null,
  constraint open_banking_directory_statuses_pkey PRIMARY KEY (kind, directory_id),
  constraint open_banking_directory_statuses_directory_id_check CHECK (length(directory_id) >= 1 AND length(directory_id) <= 64),
  constraint open_banking_directory_statuses_kind_check CHECK (kind = ANY (ARRAY['Software'::text, 'Organisation'::text])),
  constraint open_banking_directory_statuses_status_check CHECK (length(status) >= 1 AND length(status) <= 40)
);
CREATE TRIGGER open_banking_directory_statuses_changed AFTER INSERT OR DELETE OR UPDATE ON open_banking_directory_statuses FOR EACH ROW EXECUTE FUNCTION notify_open_banking_directory_changed();

create table open_banking_idempotency_keys (
  client_id text not null,
  operation text not null,
  key text not null,
  request bytea not null,
  resource_id text not null,
  created_at timestamp with time zone not null,
  constraint open_banking_idempotency_keys_pkey PRIMARY KEY (client_id, operation, key),
  constraint open_banking_idempotency_keys_key_check CHECK (length(key) >= 1 AND length(key) <= 40),
  constraint open_banking_idempotency_keys_request_check CHECK (length(request) = 32)
);
CREATE INDEX open_banking_idempotency_keys_by_age ON open_banking_idempotency_keys USING btree (created_at);

create table open_banking_payments (
  entity_id uuid not null,
  payment_id uuid not null,
  consent_id uuid not null,
  client_id text not null,
  version text not null,
  kind text not null,
  trade_id uuid,
  exchange jsonb,
  created_at timestamp with time zone not null,
  expected_execution_at timestamp with time zone,
  expected_settlement_at timestamp with time zone,
  constraint open_banking_payments_pkey PRIMARY KEY (entity_id, payment_id),
  constraint open_banking_payments_entity_id_consent_id_key UNIQUE (entity_id, consent_id),
  constraint open_banking_payments_approved FOREIGN KEY (entity_id, consent_id) REFERENCES open_banking_approvals(entity_id, consent_id) NOT VALID,
  constraint open_banking_payments_entity_id_consent_id_fkey FOREIGN KEY (entity_id, consent_id) REFERENCES open_banking_consents(entity_id, consent_id),
  constraint open_banking_payments_entity_id_payment_id_fkey FOREIGN KEY (entity_id, payment_id) REFERENCES payments(entity_id, payment_id),
  constraint open_banking_payments_arrive_after_departure CHECK (expected_settlement_at >= expected_execution_at),
  constraint open_banking_payments_kind_check CHECK (kind = ANY (ARRAY['domesticPayment'::text, 'internationalPayment'::text])),
  constraint open_banking_payments_version_check CHECK (version = ANY (ARRAY['3.1'::text, '4.0'::text]))
);
CREATE INDEX open_banking_payments_by_id ON open_banking_payments USING btree (payment_id);

create table open_banking_psu_sessions (
  session_hash bytea not null,
  journey_hash bytea,
  entity_id uuid,
  user_id uuid,
  challenge text,
  created_at timestamp with time zone not null,
  authenticated_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  shown jsonb,
  constraint open_banking_psu_sessions_pkey PRIMARY KEY (session_hash),
  constraint open_banking_psu_sessions_entity_id_user_id_fkey FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, user_id),
  constraint open_banking_psu_sessions_authenticated CHECK ((entity_id IS NULL) = (user_id IS NULL) AND (entity_id IS NULL) = (authenticated_at IS NULL)),
  constraint open_banking_psu_sessions_journey_hash_check CHECK (length(journey_hash) = 32),
  constraint open_banking_psu_sessions_session_hash_check CHECK (length(session_hash) = 32)
);
CREATE INDEX open_banking_psu_sessions_by_expiry ON open_banking_psu_sessions USING btree (expires_at);
CREATE INDEX open_banking_psu_sessions_of_journey ON open_banking_psu_sessions USING btree (journey_hash) WHERE journey_hash IS NOT NULL;

create table open_banking_signing_keys (
  kid text not null,
  private_key bytea not null,
  certificate text not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint open_banking_signing_keys_pkey PRIMARY KEY (kid)
);
CREATE UNIQUE INDEX open_banking_signing_keys_one_current ON open_banking_signing_keys USING btree ((true)) WHERE retired_at IS NULL;
CREATE TRIGGER open_banking_signing_keys_changed AFTER INSERT OR UPDATE ON open_banking_signing_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_open_banking_keys_changed();

create table open_banking_suspensions (
  kind text not null,
  directory_id text not null,
  reason text not null,
  suspended_by text not null,
  suspended_at timestamp with time zone not null,
  reinstated_by text,
  reinstated_at timestamp with time zone,
  constraint open_banking_suspensions_pkey PRIMARY KEY (kind, directory_id, suspended_at),
  constraint open_banking_suspensions_check CHECK ((reinstated_at IS NULL) = (reinstated_by IS NULL)),
  constraint open_banking_suspensions_check1 CHECK (reinstated_at >= suspended_at),
  constraint open_banking_suspensions_directory_id_check CHECK (length(directory_id) >= 1 AND length(directory_id) <= 64),
  constraint open_banking_suspensions_kind_check CHECK (kind = ANY (ARRAY['Software'::text, 'Organisation'::text])),
  constraint open_banking_suspensions_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE UNIQUE INDEX open_banking_suspensions_in_force ON open_banking_suspensions USING btree (kind, directory_id) WHERE reinstated_at IS NULL;
CREATE TRIGGER open_banking_suspensions_changed AFTER INSERT OR UPDATE ON open_banking_suspensions FOR EACH ROW EXECUTE FUNCTION notify_open_banking_suspension_changed();

create table open_banking_used_jtis (
  issuer text not null,
  jti_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint open_banking_used_jtis_pkey PRIMARY KEY (issuer, jti_hash),
  constraint open_banking_used_jtis_jti_hash_check CHECK (length(jti_hash) = 32)
);
CREATE INDEX open_banking_used_jtis_by_expiry ON open_banking_used_jtis USING btree (expires_at);

create table own_bank_codes (
  code text not null,
  constraint own_bank_codes_pkey PRIMARY KEY (code),
  constraint own_bank_codes_code_check CHECK (code ~ '^[A-Z]{2}[A-Z0-9]{1,30}$'::text)
);
CREATE TRIGGER own_bank_codes_changed AFTER INSERT ON own_bank_codes FOR EACH ROW EXECUTE FUNCTION notify_own_bank_codes();

create table payee_verification_requests (
  entity_id uuid not null,
  asked_for text not null,
  request text not null,
  verification_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint payee_verification_requests_pkey PRIMARY KEY (entity_id, asked_for),
  constraint payee_verification_requests_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint payee_verification_requests_asked_for_check CHECK (length(asked_for) <= 200)
);
CREATE INDEX payee_verification_requests_by_age ON payee_verification_requests USING btree (asked_at);
CREATE INDEX payee_verification_requests_by_id ON payee_verification_requests USING btree (entity_id, verification_id);

create table payee_verifications (
  entity_id uuid not null,
  verification_id uuid not null,
  account_id uuid,
  account_key text not null,
  name text,
  identification jsonb,
  party_type text,
  scheme text not null,
  scheme_code text not null,
  status text not null,
  reason_code text,
  matched_name text,
  message text not null,
  checked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  created_by uuid not null,
  constraint payee_verifications_pkey PRIMARY KEY (entity_id, verification_id),
  constraint payee_verifications_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint payee_verifications_check CHECK (expires_at > checked_at),
  constraint payee_verifications_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint payee_verifications_party_type_check CHECK (party_type = ANY (ARRAY['Individual'::text, 'Company'::text])),
  constraint payee_verifications_scheme_check CHECK (scheme = ANY (ARRAY['SEPA_VOP'::text, 'UK_COP'::text, 'SIMULATED'::text])),
  constraint payee_verifications_status_check CHECK (status = ANY (ARRAY['Match'::text, 'NearMatch'::text, 'NoMatch'::text, 'NotAvailable'::text])),
  constraint verification_names_near_only CHECK (matched_name IS NULL OR status = 'NearMatch'::text),
  constraint verification_of_name_or_id CHECK ((name IS NULL) <> (identification IS NULL))
);
CREATE INDEX payee_verifications_by_account ON payee_verifications USING btree (entity_id, account_key, verification_id);
CREATE TRIGGER payee_verifications_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payee_verifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payment_advices (
  entity_id uuid not null,
  payment_id uuid not null,
  address text not null,
  message_id text not null,
  sent_at timestamp with time zone not null,
  constraint payment_advices_pkey PRIMARY KEY (entity_id, payment_id, address),
  constraint payment_advices_entity_id_payment_id_fkey FOREIGN KEY (entity_id, payment_id) REFERENCES payments(entity_id, payment_id)
);

create table payment_batch_items (
  entity_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  status text not null,
  body jsonb not null,
  errors jsonb default '[]'::jsonb not null,
  warnings jsonb default '[]'::jsonb not null,
  verification_id uuid,
  payment_id uuid,
  constraint payment_batch_items_pkey PRIMARY KEY (entity_id, batch_id, line),
  constraint payment_batch_items_entity_id_batch_id_fkey FOREIGN KEY (entity_id, batch_id) REFERENCES payment_batches(entity_id, batch_id),
  constraint payment_batch_items_entity_id_payment_id_fkey FOREIGN KEY (entity_id, payment_id) REFERENCES payments(entity_id, payment_id),
  constraint payment_batch_items_entity_id_verification_id_fkey FOREIGN KEY (entity_id, verification_id) REFERENCES payee_verifications(entity_id, verification_id),
  constraint payment_batch_item_made CHECK ((payment_id IS NOT NULL) = (status = ANY (ARRAY['Created'::text, 'Undone'::text]))),
  constraint payment_batch_items_line_check CHECK (line > 0),
  constraint payment_batch_items_status_check CHECK (status = ANY (ARRAY['Pending'::text, 'Checked'::text, 'Invalid'::text, 'Created'::text, 'Skipped'::text, 'Undone'::text]))
);
CREATE INDEX payment_batch_items_by_status ON payment_batch_items USING btree (entity_id, batch_id, status, line);

create table payment_batches (
  entity_id uuid not null,
  batch_id uuid not null,
  name text,
  format text not null,
  mode text not null,
  status text not null,
  item_count integer not null,
  client_reference text,
  created_by uuid not null,
  service_kind text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint payment_batches_pkey PRIMARY KEY (entity_id, batch_id),
  constraint payment_batch_finished CHECK ((finished_at IS NOT NULL) = (status = ANY (ARRAY['Completed'::text, 'Rejected'::text, 'Cancelled'::text]))),
  constraint payment_batches_format_check CHECK (format = ANY (ARRAY['Json'::text, 'Csv'::text, 'Pain001'::text])),
  constraint payment_batches_item_count_check CHECK (item_count >= 1 AND item_count <= 5000),
  constraint payment_batches_mode_check CHECK (mode = ANY (ARRAY['Strict'::text, 'Partial'::text])),
  constraint payment_batches_service_kind_check CHECK (service_kind = ANY (ARRAY['RM'::text, 'ABS'::text])),
  constraint payment_batches_status_check CHECK (status = ANY (ARRAY['Checking'::text, 'Processing'::text, 'Completed'::text, 'Undoing'::text, 'Rejected'::text, 'Cancelling'::text, 'Cancelled'::text]))
);
CREATE UNIQUE INDEX payment_batches_by_client_reference ON payment_batches USING btree (entity_id, client_reference) WHERE client_reference IS NOT NULL;

create table payment_history (
  entity_id uuid not null,
  payment_id uuid not null,
  version integer not null,
  status text not null,
  at timestamp with time zone not null,
  actor_type text not null,
  actor_id uuid,
  reason text,
  constraint payment_history_pkey PRIMARY KEY (entity_id, payment_id, version)
);
CREATE TRIGGER payment_history_append_only BEFORE DELETE OR UPDATE ON payment_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_history_of_payment AFTER INSERT ON payment_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_rows_of_payments();

create table payment_recalls (
  entity_id uuid not null,
  payment_id uuid not null,
  reason text not null,
  note text,
  status text not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  handed_over_at timestamp with time zone,
  answer_reason text,
  answered_at timestamp with time zone,
  constraint payment_recalls_pkey PRIMARY KEY (entity_id, payment_id),
  constraint payment_recalls_entity_id_payment_id_fkey FOREIGN KEY (entity_id, payment_id) REFERENCES payments(entity_id, payment_id),
  constraint payment_recalls_reason_check CHECK (reason ~ '^[A-Z0-9]{4}$'::text),
  constraint payment_recalls_status_check CHECK (status = ANY (ARRAY['Requested'::text, 'Accepted'::text, 'Refused'::text])),
  constraint recall_answered_in_full CHECK ((status = 'Requested'::text) = (answered_at IS NULL))
);

create table payment_returns (
  entity_id uuid not null,
  payment_id uuid not null,
  number integer not null,
  amount_minor bigint not null,
  reason text,
  journal_id uuid not null,
  returned_at timestamp with time zone not null,
  constraint payment_returns_pkey PRIMARY KEY (entity_id, payment_id, number),
  constraint payment_returns_entity_id_journal_id_key UNIQUE (entity_id, journal_id),
  constraint payment_returns_entity_id_payment_id_fkey FOREIGN KEY (entity_id, payment_id) REFERENCES payments(entity_id, payment_id),
  constraint payment_returns_amount_minor_check CHECK (amount_minor > 0),
  constraint payment_returns_number_check CHECK (number > 0)
);
CREATE TRIGGER payment_returns_append_only BEFORE DELETE OR UPDATE ON payment_returns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_returns_within_payment AFTER INSERT ON payment_returns FOR EACH ROW EXECUTE FUNCTION keep_returns_within_payment();

create table payments (
  entity_id uuid not null,
  payment_id uuid not null,
  version integer default 1 not null,
  status text not null,
  status_reason text,
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  base_minor bigint not null,
  limit_day date,
  payment_date date not null,
  beneficiary_id uuid,
  beneficiary_snapshot jsonb,
  payee_key text generated always as (payee_key(beneficiary_snapshot)) stored,
  payee_sum_key text generated always as (payee_sum_key(beneficiary_snapshot)) stored,
  trade_id uuid,
  batch_id uuid,
  verification_id text,
  reference text not null,
  reason text,
  purpose_code text,
  charge_bearer text not null,
  speed text not null,
  rail text not null,
  details jsonb default '{}'::jsonb not null,
  debtor jsonb not null,
  client_reference text,
  end_to_end_id text not null,
  uetr uuid not null,
  cut_off_at timestamp with time zone not null,
  scheduled_for timestamp with time zone,
  expected_arrival date not null,
  hold_id uuid,
  release_journal_id uuid,
  return_journal_id uuid,
  returned_minor bigint,
  returned_reason text,
  returned_at timestamp with time zone,
  suspense_minor bigint default 0 not null,
  submitted_at timestamp with time zone,
  sent_at timestamp with time zone,
  completed_at timestamp with time zone,
  approval_required boolean default false not null,
  approvals_required smallint default 0 not null,
  approval_policy_id uuid,
  approval_round smallint default 1 not null,
  approval_changes text[] default '{}'::text[] not null,
  fingerprint text,
  created_by uuid,
  decided_by uuid,
  reviewed_by text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  stage text generated always as (
CASE
    WHEN status = ANY (ARRAY['Submitted'::text, 'Sent'::text, 'Completed'::text, 'Failed'::text, 'Returned'::text]) THEN 'Released'::text
    ELSE status
END) stored,
  constraint payments_pkey PRIMARY KEY (entity_id, payment_id),
  constraint payments_uetr_entity_id_key UNIQUE (uetr, entity_id),
  constraint payments_entity_id_trade_id_fkey FOREIGN KEY (entity_id, trade_id) REFERENCES fx_trades(entity_id, trade_id),
  constraint payment_approvals_counted CHECK (approval_required = (approvals_required > 0)),
  constraint payment_has_payee CHECK (beneficiary_id IS NOT NULL OR beneficiary_snapshot IS NOT NULL),
  constraint payment_hold_while_held CHECK (
CASE
    WHEN hold_id IS NULL THEN status <> ALL (ARRAY['Screening'::text, 'Held'::text])
    ELSE status = ANY (ARRAY['Screening'::text, 'Held'::text, 'Scheduled'::text])
END),
  constraint payment_journal_once_released CHECK ((release_journal_id IS NOT NULL) = (status = ANY (ARRAY['Submitted'::text, 'Sent'::text, 'Completed'::text, 'Failed'::text, 'Returned'::text]))),
  constraint payment_maker_is_not_checker CHECK (decided_by IS NULL OR decided_by IS DISTINCT FROM created_by),
  constraint payment_payee_frozen_at_release CHECK (release_journal_id IS NULL OR beneficiary_snapshot IS NOT NULL),
  constraint payment_returned_in_full_record CHECK ((status = 'Returned'::text) = (returned_minor IS NOT NULL) AND (returned_minor IS NULL) = (returned_at IS NULL) AND (returned_minor IS NULL) = (return_journal_id IS NULL)),
  constraint payment_returns_at_most_its_amount CHECK (returned_minor >= 1 AND returned_minor <= amount_minor),
  constraint payment_reviewer_is_not_maker CHECK (reviewed_by IS NULL OR reviewed_by IS DISTINCT FROM created_by::text),
  constraint payment_submitted_with_approvals_given CHECK (approvals_required = 0 OR status <> 'Submitted'::text OR version > 1),
  constraint payments_amount_minor_check CHECK (amount_minor > 0),
  constraint payments_approvals_required_check CHECK (approvals_required >= 0 AND approvals_required <= 3),
  constraint payments_base_minor_check CHECK (base_minor >= 0),
  constraint payments_charge_bearer_check CHECK (charge_bearer = ANY (ARRAY['SHA'::text, 'OUR'::text, 'BEN'::text])),
  constraint payments_fee_minor_check CHECK (fee_minor >= 0),
  constraint payments_speed_check CHECK (speed = ANY (ARRAY['Normal'::text, 'Urgent'::text, 'Instant'::text])),
  constraint payments_suspense_minor_check CHECK (suspense_minor >= 0)
) with (fillfactor=60);
CREATE INDEX payments_before_release ON payments USING btree (entity_id, beneficiary_id) WHERE stage = ANY (ARRAY['PendingApproval'::text, 'ApprovalRecalled'::text, 'Scheduled'::text, 'AwaitingFunds'::text]);
CREATE INDEX payments_by_batch ON payments USING btree (entity_id, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX payments_by_beneficiary ON payments USING btree (entity_id, beneficiary_id, stage) WHERE beneficiary_id IS NOT NULL;
CREATE UNIQUE INDEX payments_by_client_reference ON payments USING btree (entity_id, client_reference) WHERE client_reference IS NOT NULL;
CREATE INDEX payments_by_end_to_end_id ON payments USING btree (end_to_end_id) WHERE release_journal_id IS NOT NULL;
CREATE INDEX payments_by_payee ON payments USING btree (entity_id, payee_key, payment_id) WHERE stage = 'Released'::text;
CREATE INDEX payments_by_payee_and_day ON payments USING btree (entity_id, payee_sum_key, payment_date) WHERE payee_sum_key IS NOT NULL;
CREATE INDEX payments_by_trade ON payments USING btree (entity_id, trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX payments_funding_queue ON payments USING btree (entity_id, account_id, payment_date, payment_id) WHERE stage = 'AwaitingFunds'::text;
CREATE TRIGGER payments_approved BEFORE UPDATE ON payments FOR EACH ROW WHEN (old.status = 'Held'::text AND new.status = 'Submitted'::text AND new.reviewed_by IS NULL OR old.status = 'PendingApproval'::text AND new.approvals_required > 0 AND (new.status = ANY (ARRAY['Scheduled'::text, 'AwaitingFunds'::text, 'Screening'::text]))) EXECUTE FUNCTION keep_payment_approved();
CREATE TRIGGER payments_approved_when_made BEFORE INSERT ON payments FOR EACH ROW WHEN (new.approvals_required > 0 AND (new.status = ANY (ARRAY['Scheduled'::text, 'AwaitingFunds'::text, 'Screening'::text]))) EXECUTE FUNCTION keep_payment_approved();
CREATE TRIGGER payments_lawful BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION keep_payment_lawful();
CREATE TRIGGER payments_of_account AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_payments_accounts();
CREATE TRIGGER payments_reviewed_before_date BEFORE UPDATE ON payments FOR EACH ROW WHEN (old.status = 'Held'::text AND new.status = 'Scheduled'::text AND new.reviewed_by IS NULL) EXECUTE FUNCTION refuse_unreviewed_date();
CREATE TRIGGER payments_reviewer_form BEFORE UPDATE ON payments FOR EACH ROW WHEN (new.reviewed_by IS DISTINCT FROM old.reviewed_by AND (new.reviewed_by ~* '^\s*cli_'::text OR new.reviewed_by ~ '^\s*[0-9a-fA-F-]{36}\s*$'::text AND new.reviewed_by !~ '^[0-9a-f-]{36}$'::text)) EXECUTE FUNCTION refuse_reviewer_form();
CREATE TRIGGER payments_stay BEFORE DELETE OR UPDATE OF entity_id, payment_id OR TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();

create table postings (
  entity_id uuid not null,
  account_id uuid not null,
  seq bigint not null,
  journal_id uuid not null,
  amount_minor bigint not null,
  balance_after_minor bigint not null,
  related_id uuid not null,
  posted_at timestamp with time zone not null,
  value_date date not null,
  currency text not null,
  type text not null,
  related_type text not null,
  description text,
  reference text,
  end_to_end_id text,
  counterparty_name text,
  counterparty_account text,
  detail jsonb,
  constraint postings_pkey PRIMARY KEY (entity_id, account_id, seq),
  constraint postings_amount_minor_check CHECK (amount_minor <> 0)
);
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_continue AFTER INSERT ON postings REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_postings();

create table rail_instructions (
  entity_id uuid not null,
  payment_id uuid not null,
  uetr uuid not null,
  rail text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  adapter text,
  constraint rail_instructions_pkey PRIMARY KEY (entity_id, payment_id),
  constraint rail_instructions_entity_id_uetr_key UNIQUE (entity_id, uetr)
);
CREATE TRIGGER rail_instruction_keeps_adapter BEFORE UPDATE OF adapter ON rail_instructions FOR EACH ROW EXECUTE FUNCTION keep_rail_adapter();
CREATE TRIGGER rail_instructions_approved BEFORE UPDATE OF body ON rail_instructions FOR EACH ROW EXECUTE FUNCTION keep_instruction_approved();
CREATE TRIGGER rail_instructions_approved_when_made AFTER INSERT ON rail_instructions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_instructions_approved();
CREATE TRIGGER rail_instructions_keep_payment BEFORE UPDATE OF entity_id, payment_id ON rail_instructions FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER rail_instructions_of_payment AFTER INSERT ON rail_instructions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_rows_of_payments();

create table rail_messages (
  entity_id uuid not null,
  message_id uuid not null,
  payment_id uuid not null,
  uetr uuid not null,
  rail_ref text not null,
  status text not null,
  reason text,
  amount_minor bigint,
  currency text,
  alters uuid,
  same_as uuid,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  outcome text,
  adapter text,
  is_reversal boolean default false not null,
  entry_reference text,
  value_date date,
  constraint rail_messages_pkey PRIMARY KEY (entity_id, message_id),
  constraint rail_messages_entity_id_payment_id_rail_ref_key UNIQUE (entity_id, payment_id, rail_ref),
  constraint rail_message_applied_with_outcome CHECK ((applied_at IS NULL) = (outcome IS NULL)),
  constraint rail_messages_amount_minor_check CHECK (amount_minor > 0),
  constraint rail_messages_outcome_check CHECK (outcome = ANY (ARRAY['Applied'::text, 'Ignored'::text, 'Contradictory'::text])),
  constraint rail_messages_status_check CHECK (status = ANY (ARRAY['Sent'::text, 'Completed'::text, 'Failed'::text, 'Returned'::text, 'RecallRefused'::text]))
);
CREATE INDEX rail_messages_of_entries ON rail_messages USING btree (entry_reference) WHERE entry_reference IS NOT NULL;
CREATE UNIQUE INDEX rail_messages_paired_once ON rail_messages USING btree (entity_id, same_as) WHERE same_as IS NOT NULL;
CREATE INDEX rail_messages_returns ON rail_messages USING btree (split_part(rail_ref, '/'::text, 2)) WHERE status = 'Returned'::text;
CREATE TRIGGER rail_message_of_adapter AFTER INSERT ON rail_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_reports_of_adapter();
CREATE TRIGGER rail_messages_keep_payment BEFORE UPDATE OF entity_id, payment_id ON rail_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_key_change();
CREATE TRIGGER rail_messages_of_payment AFTER INSERT ON rail_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_rows_of_payments();

create table rate_alerts (
  entity_id uuid not null,
  rate_alert_id uuid not null,
  client_id uuid not null,
  status text not null,
  version integer default 1 not null,
  currency_pair text not null,
  rate numeric not null,
  direction text not null,
  note text,
  client_reference text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  triggered_at timestamp with time zone,
  triggered_rate numeric,
  source text,
  constraint rate_alerts_pkey PRIMARY KEY (entity_id, rate_alert_id),
  constraint rate_alerts_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint rate_alerts_check CHECK (expires_at > created_at),
  constraint rate_alerts_check1 CHECK (triggered_at < expires_at),
  constraint rate_alerts_client_reference_check CHECK (length(client_reference) >= 1 AND length(client_reference) <= 64),
  constraint rate_alerts_direction_check CHECK (direction = ANY (ARRAY['AtOrAbove'::text, 'AtOrBelow'::text])),
  constraint rate_alerts_note_check CHECK (length(note) >= 1 AND length(note) <= 140),
  constraint rate_alerts_rate_check CHECK (rate > 0::numeric),
  constraint rate_alerts_reached CHECK (
CASE direction
    WHEN 'AtOrAbove'::text THEN triggered_rate >= rate
    ELSE triggered_rate <= rate
END),
  constraint rate_alerts_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Triggered'::text, 'Cancelled'::text, 'Expired'::text])),
  constraint rate_alerts_triggered CHECK ((status = 'Triggered'::text) = (triggered_at IS NOT NULL) AND (triggered_at IS NULL) = (triggered_rate IS NULL) AND (triggered_at IS NULL) = (source IS NULL))
);
CREATE INDEX rate_alerts_by_status ON rate_alerts USING btree (entity_id, status, rate_alert_id);
CREATE UNIQUE INDEX rate_alerts_client_reference ON rate_alerts USING btree (entity_id, client_reference) WHERE client_reference IS NOT NULL;
CREATE TRIGGER rate_alerts_end_once BEFORE UPDATE ON rate_alerts FOR EACH ROW WHEN (old.status <> 'Active'::text) EXECUTE FUNCTION check_rate_alert();

create table rate_levels (
  entity_id uuid not null,
  kind text not null,
  resource_id uuid not null,
  currency_pair text not null,
  price_side text not null,
  direction text not null,
  level numeric not null,
  constraint rate_levels_pkey PRIMARY KEY (entity_id, kind, resource_id),
  constraint rate_levels_direction_check CHECK (direction = ANY (ARRAY['AtOrAbove'::text, 'AtOrBelow'::text])),
  constraint rate_levels_level_check CHECK (level > 0::numeric),
  constraint rate_levels_price_side_check CHECK (price_side = ANY (ARRAY['Bid'::text, 'Mid'::text, 'Ask'::text]))
);
CREATE INDEX rate_levels_of_market ON rate_levels USING btree (currency_pair, price_side, direction, level);

create table rate_limit_buckets (
  client text not null,
  limit_group text not null,
  tokens double precision not null,
  granted integer not null,
  filled_ms bigint not null,
  constraint rate_limit_buckets_pkey PRIMARY KEY (client, limit_group),
  constraint rate_limit_buckets_client_check CHECK (length(client) <= 128),
  constraint rate_limit_buckets_granted_check CHECK (granted >= 0),
  constraint rate_limit_buckets_limit_group_check CHECK (limit_group = ANY (ARRAY['token'::text, 'quotes'::text, 'writes'::text, 'reads'::text])),
  constraint rate_limit_buckets_tokens_check CHECK (tokens >= 0::double precision)
);
CREATE INDEX rate_limit_buckets_by_age ON rate_limit_buckets USING btree (filled_ms);

create table reconciliations (
  entity_id uuid not null,
  reconciliation_id uuid not null,
  day date not null,
  as_at timestamp with time zone not null,
  difference_count integer not null,
  report jsonb not null,
  version integer default 1 not null,
  constraint reconciliations_pkey PRIMARY KEY (entity_id, reconciliation_id),
  constraint reconciliations_entity_id_day_key UNIQUE (entity_id, day),
  constraint reconciliations_difference_count_check CHECK (difference_count >= 0),
  constraint reconciliations_version_check CHECK (version > 0)
);

create table reference_rates (
  rate_id bigint generated always as identity not null,
  currency text not null,
  day date not null,
  rate numeric not null,
  source text not null,
  set_by text not null,
  set_at timestamp with time zone not null,
  constraint reference_rates_pkey PRIMARY KEY (rate_id),
  constraint reference_rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text AND currency <> 'USD'::text),
  constraint reference_rates_rate_check CHECK (rate > 0::numeric),
  constraint reference_rates_set_by_check CHECK (set_by <> ''::text),
  constraint reference_rates_source_check CHECK (source <> ''::text)
);
CREATE INDEX reference_rates_latest ON reference_rates USING btree (currency, day DESC, rate_id DESC);
CREATE TRIGGER reference_rates_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reference_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table sandbox_clock (
  is_only boolean default true not null,
  version bigint not null,
  offset_ms bigint not null,
  frozen_at timestamp with time zone,
  epoch integer default 0 not null,
  constraint sandbox_clock_pkey PRIMARY KEY (is_only),
  constraint sandbox_clock_is_only_check CHECK (is_only)
);
CREATE TRIGGER sandbox_clock_changed AFTER INSERT OR UPDATE ON sandbox_clock FOR EACH STATEMENT EXECUTE FUNCTION notify_sandbox_clock_changed();

create table screening_cases (
  entity_id uuid not null,
  case_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  stage text not null,
  status text not null,
  parties jsonb not null,
  hits jsonb not null,
  fingerprint text not null,
  maker text,
  opened_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  constraint screening_cases_pkey PRIMARY KEY (entity_id, case_id),
  constraint screening_cases_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint screening_case_decided CHECK ((status = 'Open'::text) = (decided_by IS NULL) AND (status = 'Open'::text) = (decided_at IS NULL)),
  constraint screening_cases_hits_check CHECK (jsonb_array_length(hits) > 0),
  constraint screening_cases_resource_type_check CHECK (resource_type = ANY (ARRAY['beneficiary'::text, 'payment'::text, 'inboundPayment'::text, 'entity'::text])),
  constraint screening_cases_stage_check CHECK (stage = ANY (ARRAY['Create'::text, 'Update'::text, 'Release'::text, 'Receipt'::text, 'ListChange'::text])),
  constraint screening_cases_status_check CHECK (status = ANY (ARRAY['Open'::text, 'Released'::text, 'Rejected'::text])),
  constraint screening_reviewer_is_not_maker CHECK (decided_by IS NULL OR maker IS NULL OR decided_by <> maker)
);
CREATE INDEX screening_cases_by_resource ON screening_cases USING btree (entity_id, resource_type, resource_id, case_id);
CREATE UNIQUE INDEX screening_cases_one_open ON screening_cases USING btree (entity_id, resource_type, resource_id) WHERE status = 'Open'::text;
CREATE INDEX screening_cases_open ON screening_cases USING btree (case_id) WHERE status = 'Open'::text;
CREATE TRIGGER screening_cases_reviewer_form BEFORE UPDATE ON screening_cases FOR EACH ROW WHEN (new.decided_by IS DISTINCT FROM old.decided_by AND (new.decided_by ~* '^\s*cli_'::text OR new.decided_by ~ '^\s*[0-9a-fA-F-]{36}\s*$'::text AND new.decided_by !~ '^[0-9a-f-]{36}$'::text)) EXECUTE FUNCTION refuse_reviewer_form();

create table screening_lists (
  list text not null,
  format text not null,
  published text,
  sha256 text not null,
  entries integer not null,
  names integer not null,
  version bigint generated always as identity not null,
  loaded_at timestamp with time zone not null,
  changed_version bigint,
  constraint screening_lists_pkey PRIMARY KEY (list),
  constraint screening_lists_check CHECK (names >= entries),
  constraint screening_lists_entries_check CHECK (entries > 0),
  constraint screening_lists_list_check CHECK (list ~ '^[A-Z0-9_]{2,40}$'::text)
);

create table screening_names (
  list text not null,
  entry_id text not null,
  seq integer not null,
  name text not null,
  kind text not null,
  programs text default ''::text not null,
  bics text[] default '{}'::text[] not null,
  since bigint,
  constraint screening_names_pkey PRIMARY KEY (list, entry_id, seq),
  constraint screening_names_list_fkey FOREIGN KEY (list) REFERENCES screening_lists(list) ON DELETE CASCADE,
  constraint screening_names_kind_check CHECK (kind = ANY (ARRAY['Individual'::text, 'Company'::text, 'Vessel'::text, 'Unknown'::text]))
);

create table screening_progress (
  entity_id uuid not null,
  version bigint default 0 not null,
  target bigint,
  after_id uuid,
  screened bigint default 0 not null,
  found bigint default 0 not null,
  finished_at timestamp with time zone,
  entity_version bigint default 0 not null,
  constraint screening_progress_pkey PRIMARY KEY (entity_id),
  constraint screening_progress_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint screening_progress_pass CHECK (target > version AND (after_id IS NULL OR target IS NOT NULL))
);

create table service_keys (
  purpose text not null,
  secret bytea not null,
  constraint service_keys_pkey PRIMARY KEY (purpose),
  constraint service_keys_purpose_check CHECK (purpose = 'cursors'::text),
  constraint service_keys_secret_check CHECK (octet_length(secret) = 32)
);

create table sim_market_overrides (
  override_id bigint generated always as identity not null,
  currency text not null,
  at timestamp with time zone not null,
  factor numeric not null,
  constraint sim_market_overrides_pkey PRIMARY KEY (override_id),
  constraint sim_market_overrides_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text AND currency <> 'USD'::text),
  constraint sim_market_overrides_factor_check CHECK (factor > 0::numeric)
);

create table sim_payees (
  account_key text not null,
  holders text[] not null,
  type text,
  identification jsonb default '{}'::jsonb not null,
  state text not null,
  updated_at timestamp with time zone not null,
  constraint sim_payees_pkey PRIMARY KEY (account_key),
  constraint sim_payees_holders_check CHECK (cardinality(holders) >= 1 AND cardinality(holders) <= 10),
  constraint sim_payees_state_check CHECK (state = ANY (ARRAY['Open'::text, 'Closed'::text, 'Switched'::text, 'OptedOut'::text, 'Unresponsive'::text])),
  constraint sim_payees_type_check CHECK (type = ANY (ARRAY['Individual'::text, 'Company'::text]))
);

create table statement_files (
  entity_id uuid not null,
  statement_id uuid not null,
  position integer not null,
  bytes bytea not null,
  constraint statement_files_pkey PRIMARY KEY (entity_id, statement_id, "position"),
  constraint statement_files_entity_id_statement_id_fkey FOREIGN KEY (entity_id, statement_id) REFERENCES statements(entity_id, statement_id),
  constraint statement_files_position_check CHECK ("position" >= 0)
);
CREATE TRIGGER statement_files_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON statement_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table statements (
  entity_id uuid not null,
  statement_id uuid not null,
  account_id uuid not null,
  currency text not null,
  period text not null,
  year integer not null,
  sequence_number integer not null,
  from_date date not null,
  to_date date not null,
  time_zone text not null,
  after_sequence bigint not null,
  last_sequence bigint not null,
  opening_minor bigint not null,
  credits_minor bigint not null,
  credit_count integer not null,
  debits_minor bigint not null,
  debit_count integer not null,
  closing_minor bigint not null,
  available_minor bigint not null,
  fees_minor bigint not null,
  parties jsonb not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  constraint statements_pkey PRIMARY KEY (entity_id, statement_id),
  constraint statements_entity_id_account_id_period_to_date_key UNIQUE (entity_id, account_id, period, to_date),
  constraint statements_entity_id_account_id_period_year_sequence_number_key UNIQUE (entity_id, account_id, period, year, sequence_number),
  constraint statements_entity_id_account_id_currency_fkey FOREIGN KEY (entity_id, account_id, currency) REFERENCES accounts(entity_id, account_id, currency),
  constraint statement_adds_up CHECK (closing_minor = (opening_minor + credits_minor - debits_minor)),
  constraint statement_counts_its_lines CHECK ((credit_count + debit_count) = (last_sequence - after_sequence)),
  constraint statements_check CHECK (to_date >= from_date),
  constraint statements_credit_count_check CHECK (credit_count >= 0),
  constraint statements_credits_minor_check CHECK (credits_minor >= 0),
  constraint statements_debit_count_check CHECK (debit_count >= 0),
  constraint statements_debits_minor_check CHECK (debits_minor >= 0),
  constraint statements_digest_check CHECK (length(digest) = 32),
  constraint statements_period_check CHECK (period = ANY (ARRAY['Month'::text, 'Day'::text])),
  constraint statements_sequence_number_check CHECK (sequence_number > 0)
);
CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_chain BEFORE INSERT ON statements FOR EACH ROW EXECUTE FUNCTION check_statement_chain();

create table unsealed_acts (
  entity_id uuid not null,
  act_id uuid not null,
  chain text not null,
  constraint unsealed_acts_pkey PRIMARY KEY (entity_id, act_id)
);

create table used_assertions (
  client_id uuid not null,
  jti_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_assertions_pkey PRIMARY KEY (client_id, jti_hash)
);
CREATE INDEX used_assertions_by_expiry ON used_assertions USING btree (expires_at);

create table user_failures (
  name_key text not null,
  failures integer not null,
  last_failure_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint user_failures_pkey PRIMARY KEY (name_key)
);

create table user_passkeys (
  entity_id uuid not null,
  user_id uuid not null,
  passkey_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint user_passkeys_pkey PRIMARY KEY (entity_id, user_id, passkey_id),
  constraint user_passkeys_entity_id_user_id_fkey FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, user_id),
  constraint user_passkeys_counter_check CHECK (counter >= 0),
  constraint user_passkeys_passkey_id_check CHECK (length(passkey_id) >= 16 AND length(passkey_id) <= 1366)
);
CREATE TRIGGER directory_passkey_id AFTER INSERT OR DELETE OR UPDATE OF passkey_id ON user_passkeys FOR EACH ROW EXECUTE FUNCTION keep_directory('passkey', 'passkey_id');

create table user_retired_secrets (
  entity_id uuid not null,
  user_id uuid not null,
  totp_secret bytea not null,
  retired_at timestamp with time zone not null,
  constraint user_retired_secrets_pkey PRIMARY KEY (entity_id, user_id, totp_secret),
  constraint user_retired_secrets_entity_id_user_id_fkey FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, user_id)
);

create table users (
  entity_id uuid not null,
  user_id uuid not null,
  username text not null,
  password_hash text not null,
  totp_secret bytea not null,
  totp_used_step bigint,
  status text not null,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (entity_id, user_id),
  constraint users_entity_id_username_key UNIQUE (entity_id, username),
  constraint users_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(entity_id),
  constraint users_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Blocked'::text])),
  constraint users_username_check CHECK (username ~ '^[a-z0-9][a-z0-9._@+-]{2,63}$'::text)
);
CREATE TRIGGER directory_username AFTER INSERT OR DELETE OR UPDATE OF username ON users FOR EACH ROW EXECUTE FUNCTION keep_directory('username', 'username');
CREATE TRIGGER users_changed AFTER UPDATE OF status ON users FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION notify_user_changed();

create table virtual_accounts (
  entity_id uuid not null,
  virtual_account_id uuid not null,
  account_id uuid not null,
  name text not null,
  client_reference text,
  iban text not null,
  bic text not null,
  account_number text,
  sort_code text,
  routing_codes jsonb default '[]'::jsonb not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint virtual_accounts_pkey PRIMARY KEY (entity_id, virtual_account_id),
  constraint virtual_accounts_entity_id_client_reference_key UNIQUE (entity_id, client_reference),
  constraint virtual_accounts_entity_id_iban_key UNIQUE (entity_id, iban),
  constraint virtual_accounts_entity_id_account_id_fkey FOREIGN KEY (entity_id, account_id) REFERENCES accounts(entity_id, account_id),
  constraint virtual_accounts_client_reference_check CHECK (length(client_reference) >= 1 AND length(client_reference) <= 64),
  constraint virtual_accounts_name_check CHECK (length(name) >= 1 AND length(name) <= 140)
);
CREATE INDEX virtual_accounts_by_account ON virtual_accounts USING btree (entity_id, account_id, virtual_account_id);
CREATE TRIGGER directory_iban AFTER INSERT OR DELETE OR UPDATE OF iban ON virtual_accounts FOR EACH ROW EXECUTE FUNCTION keep_directory('iban', 'iban');

create table webhook_deliveries (
  entity_id uuid not null,
  delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  sequence bigint,
  event_id text not null,
  event_type text not null,
  reason text not null,
  body text,
  rights_version integer,
  status text not null,
  attempts integer default 0 not null,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  response_status integer,
  failure text,
  duration_ms integer,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (entity_id, delivery_id),
  constraint webhook_deliveries_entity_id_webhook_endpoint_id_fkey FOREIGN KEY (entity_id, webhook_endpoint_id) REFERENCES webhook_endpoints(entity_id, webhook_endpoint_id),
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0),
  constraint webhook_deliveries_check CHECK ((reason = 'Test'::text) = (sequence IS NULL)),
  constraint webhook_deliveries_check1 CHECK ((body IS NULL) = (rights_version IS NULL)),
  constraint webhook_deliveries_check2 CHECK ((status = 'Pending'::text) = (next_attempt_at IS NOT NULL)),
  constraint webhook_deliveries_check3 CHECK (leased_until IS NULL OR status = 'Pending'::text),
  constraint webhook_deliveries_duration_ms_check CHECK (duration_ms >= 0),
  constraint webhook_deliveries_reason_check CHECK (reason = ANY (ARRAY['Event'::text, 'Test'::text, 'Redelivery'::text])),
  constraint webhook_deliveries_response_status_check CHECK (response_status >= 100 AND response_status <= 999),
  constraint webhook_deliveries_rights_version_check CHECK (rights_version > 0),
  constraint webhook_deliveries_sequence_check CHECK (sequence > 0),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['Pending'::text, 'Delivered'::text, 'Failed'::text]))
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries USING btree (entity_id, webhook_endpoint_id, delivery_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (entity_id, webhook_endpoint_id, next_attempt_at) WHERE status = 'Pending'::text;
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries USING btree (entity_id, webhook_endpoint_id) WHERE leased_until IS NOT NULL;

create table webhook_endpoints (
  entity_id uuid not null,
  webhook_endpoint_id uuid not null,
  url text not null,
  description text,
  event_types text[],
  status text not null,
  disabled_reason text,
  version integer not null,
  secret bytea,
  previous_secret bytea,
  previous_expires_at timestamp with time zone,
  client_id uuid not null,
  scopes text[] not null,
  rights_version integer default 1 not null,
  position bigint not null,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_failed_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (entity_id, webhook_endpoint_id),
  constraint webhook_endpoints_check CHECK ((status = 'Disabled'::text) = (disabled_reason IS NOT NULL)),
  constraint webhook_endpoints_check1 CHECK ((status = 'Deleted'::text) = (secret IS NULL)),
  constraint webhook_endpoints_check2 CHECK ((previous_secret IS NULL) = (previous_expires_at IS NULL)),
  constraint webhook_endpoints_check3 CHECK ((failures = 0) = (failing_since IS NULL)),
  constraint webhook_endpoints_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint webhook_endpoints_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['Client'::text, 'Failures'::text, 'Rights'::text, 'Gone'::text])),
  constraint webhook_endpoints_event_types_check CHECK (cardinality(event_types) > 0),
  constraint webhook_endpoints_failures_check CHECK (failures >= 0),
  constraint webhook_endpoints_position_check CHECK ("position" >= 0),
  constraint webhook_endpoints_rights_version_check CHECK (rights_version > 0),
  constraint webhook_endpoints_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Failing'::text, 'Disabled'::text, 'Deleted'::text])),
  constraint webhook_endpoints_url_check CHECK (length(url) >= 1 AND length(url) <= 2048),
  constraint webhook_endpoints_version_check CHECK (version > 0)
);

create view audit_log as
 SELECT entity_id,
    wall_at AS at,
    actor_type,
    actor_id,
    type AS action,
    resource_type,
    resource_id,
    request_id,
    detail,
    address,
    operation
   FROM events
UNION ALL
 SELECT entity_id,
    at,
    actor_type,
    actor_id,
    action,
    resource_type,
    resource_id,
    request_id,
    detail,
    address,
    operation
   FROM audited_acts;

create view drawable_forwards as
 SELECT t.entity_id,
    t.trade_id
   FROM fx_trades t
     JOIN fx_forwards f ON f.entity_id = t.entity_id AND f.trade_id = t.trade_id
  WHERE t.kind = 'Forward'::text AND (t.status = ANY (ARRAY['Open'::text, 'PartiallyDrawn'::text])) AND f.funds_delivery = 'Deliverable'::text;

create view unpaid_trades as
 SELECT t.entity_id,
    t.trade_id,
    t.kind,
    t.status,
    COALESCE(f.facility_id, ( SELECT c.facility_id
           FROM credit_facilities c
          WHERE c.entity_id = t.entity_id
          ORDER BY c.facility_id
         LIMIT 1)) AS facility_id,
        CASE
            WHEN t.kind = 'CloseOut'::text THEN split_part(t.currency_pair, '/'::text, 2)
            ELSE t.sell_currency
        END AS currency,
        CASE t.kind
            WHEN 'CloseOut'::text THEN - t.net_minor
            WHEN 'Forward'::text THEN f.contract_sell_minor - f.drawn_sell_minor - f.amended_sell_minor
            ELSE t.sell_minor
        END AS amount_minor,
    t.cut_off_at AS due_at,
    t.kind = ANY (ARRAY['Forward'::text, 'Drawdown'::text]) AS is_exposure
   FROM fx_trades t
     LEFT JOIN fx_forwards f ON f.entity_id = t.entity_id AND f.trade_id =
        CASE t.kind
            WHEN 'Forward'::text THEN t.trade_id
            ELSE t.parent_trade_id
        END
  WHERE ((t.status = ANY (ARRAY['AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text])) OR t.status = 'Executed'::text AND t.kind = 'CloseOut'::text) AND t.hold_id IS NULL AND
        CASE t.kind
            WHEN 'CloseOut'::text THEN t.net_minor < 0
            WHEN 'Forward'::text THEN t.status = 'Overdue'::text
            ELSE true
        END;

create view unsettled_spot as
 SELECT entity_id,
    trade_id,
    settlement_minor
   FROM fx_trades
  WHERE settlement_minor IS NOT NULL AND (status = ANY (ARRAY['PendingApproval'::text, 'Executed'::text, 'AwaitingFunds'::text, 'Overdue'::text, 'SettlementFailed'::text]));

create sequence account_serials as bigint start 10000001 increment 1;

create function audit_chain_of(p_entity_id uuid, p_actor_type text, p_resource_type text) returns text
  language sql immutable as $$
  select case when p_actor_type = 'operator' or p_resource_type in ('screeningCase', 'screeningList')
    or p_entity_id = '00000000-0000-7000-8000-000000000001' then 'institution' else 'entity' end
$$;

create function beneficiary_sum_key(iban text, account_number text, bic text, bank_country_code text, routing_codes jsonb) returns text
  language plpgsql immutable parallel safe as $$
begin
  return public.payee_sum_key(jsonb_build_object('iban', iban, 'accountNumber', account_number, 'bic', bic,
    'bankCountryCode', bank_country_code, 'routingCodes', routing_codes));
end $$;

create function busy_lanes(p_lanes integer[], p_until timestamp with time zone, p_wall timestamp with time zone) returns SETOF integer
  language plpgsql volatile rows 4 set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off as $$
begin
  return query select l.lane from unnest(p_lanes) l (lane), lateral (
      (select from due_work w where w.lane = l.lane and not w.continues and w.due_at <= p_until and w.retry_at is null order by w.due_at limit 1)
      union all
      (select from due_work w where w.lane = l.lane and w.continues and w.due_at <= p_until and w.retry_at is null order by w.due_at limit 1)
      union all
      (select from due_work w where w.lane = l.lane and w.retry_at <= p_wall and w.due_at <= p_until order by w.retry_at limit 1)
      limit 1) w;
end $$;

create function cancel_jobs(p_entity_ids uuid[], p_kinds text[], p_resource_ids uuid[]) returns void
  language plpgsql volatile set enable_seqscan=off set enable_bitmapscan=off set jit=off as $$
declare
  locked tid[];
  entities text[] := p_entity_ids::text[];
begin
  select array_agg(w.place) into locked from (
      select * from unnest(p_entity_ids, p_kinds, p_resource_ids) g (entity_id, kind, resource_id)
        order by entity_id, kind collate "C", resource_id) f, lateral (
      select d.ctid as place from due_work d
        where d.entity_id = f.entity_id and d.kind = f.kind and d.resource_id = f.resource_id for update) w;
  delete from due_work where ctid = any (locked) and entity_id::text = any (entities);
end $$;

create function changed_late(p_entity_id uuid, p_resource_type text, p_since timestamp with time zone) returns SETOF uuid
  language sql stable rows 1000 as $$
  select resource_id from events
    where entity_id = p_entity_id and recorded_at >= p_since and recorded_at > at and at < p_since and resource_type = p_resource_type
$$;

create function check_hold_release() returns trigger
  language plpgsql volatile as $$
begin
  if old.released_at is not null or new.released_at is null
    or (new.entity_id, new.hold_id, new.account_id, new.amount_minor, new.currency)
      is distinct from (old.entity_id, old.hold_id, old.account_id, old.amount_minor, old.currency) then
    raise exception 'a hold can only be released, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function check_instructions_approved() returns trigger
  language plpgsql volatile as $$
begin
  if exists (select from added i where case when (select p.approvals_required from payments p
        where p.entity_id = i.entity_id and p.payment_id = i.payment_id) > 0
      then not is_instruction_approved(i.entity_id, i.payment_id, i.body) else false end) then
    raise exception 'the instruction differs from the approved one' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return null;
end $$;

create function check_payments_accounts() returns trigger
  language plpgsql volatile as $$
begin
  if exists (select from added p where (select a.currency from accounts a
      where a.entity_id = p.entity_id and a.account_id = p.account_id) is distinct from p.currency) then
    raise exception 'a payment has no account in its currency'
      using errcode = 'foreign_key_violation', constraint = 'payment_of_account', table = 'payments';
  end if;
  return null;
end $$;

create function check_postings() returns trigger
  language plpgsql volatile as $$
begin
  if exists (
    select 1 from posted n
    where n.balance_after_minor - n.amount_minor is distinct from case when n.seq = 1 then 0 else
      (select p.balance_after_minor from postings p
        where p.entity_id = n.entity_id and p.account_id = n.account_id and p.seq = n.seq - 1 and p.posted_at <= n.posted_at) end
  ) then
    raise exception 'a posting does not continue the balance of its account' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select 1 from posted n group by n.journal_id, n.currency having sum(n.amount_minor) <> 0) then
    raise exception 'a journal does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create function check_rate_alert() returns trigger
  language plpgsql volatile as $$
begin
  raise exception 'rate alert % has ended', old.rate_alert_id using errcode = 'restrict_violation';
end $$;

create function check_reports_of_adapter() returns trigger
  language plpgsql volatile as $$
begin
  if exists (
    select from added m
    where m.adapter is not null and (select i.adapter from rail_instructions i
      where i.entity_id = m.entity_id and i.payment_id = m.payment_id) <> m.adapter
  ) then
    raise exception 'another adapter submitted the payment' using errcode = 'check_violation',
      constraint = 'rail_message_of_adapter';
  end if;
  return null;
end $$;

create function check_rows_of_payments() returns trigger
  language plpgsql volatile as $$
begin
  if exists (select from added a where (select p.payment_id from payments p
      where p.entity_id = a.entity_id and p.payment_id = a.payment_id) is null) then
    raise exception 'a row of % has no payment', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_of_payment', table = tg_table_name;
  end if;
  return null;
end $$;

create function check_settlement_limit() returns trigger
  language plpgsql volatile as $$
declare
  settlement_limit bigint;
begin
  select settlement_minor into settlement_limit from entity_settings where entity_id = new.entity_id for no key update;
  if (select coalesce(sum(settlement_minor), 0) from unsettled_spot where entity_id = new.entity_id)
    + new.settlement_minor <= settlement_limit then
    return new;
  end if;
  if exists (select from fx_trades where entity_id = new.entity_id and trade_id = new.parent_trade_id and kind = 'Spot'
      and status in ('Cancelled', 'ClosedOut') and settlement_minor >= new.settlement_minor and value_date >= new.value_date)
    and not exists (select from fx_trades where entity_id = new.entity_id and parent_trade_id = new.parent_trade_id
      and trade_id <> new.trade_id and settlement_minor is not null) then
    return new;
  end if;
  raise exception 'trade % exceeds the settlement limit of its entity', new.trade_id
    using errcode = 'check_violation', constraint = 'fx_trades_settlement_limit';
end $$;

create function check_single_use() returns trigger
  language plpgsql volatile as $$
begin
  raise exception 'held rate % is single-use and already used', new.quote_id using errcode = 'restrict_violation';
end $$;

create function check_statement_chain() returns trigger
  language plpgsql volatile as $$
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

create function check_trades_accounts() returns trigger
  language plpgsql volatile as $$
begin
  if exists (select from added t
      where t.buy_account_id is not null and (select a.account_id from ledger_accounts a
          where a.entity_id = t.entity_id and a.account_id = t.buy_account_id) is null
        or t.sell_account_id is not null and (select a.account_id from ledger_accounts a
          where a.entity_id = t.entity_id and a.account_id = t.sell_account_id) is null) then
    raise exception 'a deal has an account that its entity has not'
      using errcode = 'foreign_key_violation', constraint = 'trade_of_accounts', table = 'fx_trades';
  end if;
  return null;
end $$;

create function claim_idempotency_key(p_entity_id uuid, p_client_id uuid, p_operation text, p_key text) returns SETOF idempotency_keys
  language plpgsql volatile rows 1000 as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_client_id::text || ' ' || p_operation || ' ' || p_key, 0));
  return query select * from idempotency_keys k
    where k.entity_id = p_entity_id and k.client_id = p_client_id and k.operation = p_operation and k.key = p_key;
end $$;

create function claim_idempotency_keys(p_entity_id uuid, p_client_ids uuid[], p_operations text[], p_keys text[]) returns SETOF integer
  language plpgsql volatile rows 1 set plan_cache_mode=force_generic_plan set enable_seqscan=off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_client_ids[n]::text || ' ' || p_operations[n] || ' ' || p_keys[n], 0))
    from generate_series(1, cardinality(p_keys)) n;
  return query select n from generate_series(1, cardinality(p_keys)) n cross join lateral (select from idempotency_keys k
    where k.entity_id = p_entity_id and k.client_id = p_client_ids[n] and k.operation = p_operations[n] and k.key = p_keys[n] limit 1) k;
end $$;

create function claim_internal_transfer_reference() returns trigger
  language plpgsql volatile as $$
begin
  insert into internal_transfer_references as f (entity_id, client_reference, internal_transfer_id)
    values (new.entity_id, new.client_reference, new.internal_transfer_id)
    on conflict (entity_id, client_reference) do update set internal_transfer_id = f.internal_transfer_id
      where f.internal_transfer_id = new.internal_transfer_id;
  if not found then
    raise exception 'the client reference is already used' using errcode = 'unique_violation', constraint = 'internal_transfer_references_pkey';
  end if;
  return new;
end $$;

create function credit_version(p_entity_id uuid) returns text
  language plpgsql stable as $$
begin
  return (select md5(jsonb_build_array(
    (select string_agg(f::text, ';') from credit_facilities f where f.entity_id = p_entity_id),
    (select string_agg(f::text, ';') from credit_terms f where f.entity_id = p_entity_id),
    (select string_agg(f::text, ';') from credit_positions f where f.entity_id = p_entity_id and f.deals > 0),
    (select string_agg(f::text, ';') from credit_cash_margins f where f.entity_id = p_entity_id and f.amount_minor > 0),
    (select string_agg(f::text, ';') from unpaid_trades f where f.entity_id = p_entity_id),
    (select string_agg(f::text, ';') from margin_calls f where f.entity_id = p_entity_id and f.status = 'Overdue')
  )::text));
end $$;

create function enter_epoch(p_epoch integer, p_moves boolean) returns void
  language plpgsql volatile as $$
begin
  if p_moves then
    perform 1 from sandbox_clock for update;
  else
    perform pg_advisory_xact_lock_shared(7305);
  end if;
  if (select epoch from sandbox_clock) is distinct from p_epoch then
    raise exception 'the sandbox was reset' using errcode = 'CR001';
  end if;
end $$;

create function finish_jobs(p_entity_ids uuid[], p_work_ids uuid[]) returns void
  language plpgsql volatile set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off as $$
declare
  places tid[];
  entities text[] := p_entity_ids::text[];
  works text[] := p_work_ids::text[];
  finished int;
begin
  select array_agg(w.place) into places from unnest(p_entity_ids, p_work_ids) f (entity_id, work_id), lateral (
      select d.ctid as place, d.work_id from due_work d
        where d.entity_id = f.entity_id and d.work_id >= f.work_id order by d.work_id limit 1) w
    where w.work_id = f.work_id;
  delete from due_work where ctid = any (places) and entity_id::text = any (entities) and work_id::text = any (works);
  get diagnostics finished = row_count;
  perform must_be_unchanged(finished = cardinality(p_work_ids));
end $$;

create function is_approver(p_entity_id uuid, p_client_id uuid) returns boolean
  language sql stable as $$
  select exists (select from api_client_entities g join api_clients c on c.entity_id = g.home_entity_id and c.client_id = g.client_id
    where g.entity_id = p_entity_id and g.client_id = p_client_id and c.status = 'Active'
      and 'approver' = any(g.roles) and 'payments:approve' = any(g.grants))
$$;

create function is_instruction_approved(p_entity_id uuid, p_payment_id uuid, p_body jsonb) returns boolean
  language sql stable as $$
  select p.approvals_required = 0 or (select count(*) from approvals a where a.entity_id = p.entity_id and a.resource_type = 'payment'
      and a.resource_id = p.payment_id and a.round = p.approval_round and a.decision = 'Approved'
      and a.bound = p_body - 'paymentDate') >= p.approvals_required
    from payments p where p.entity_id = p_entity_id and p.payment_id = p_payment_id
$$;

create function jobs_of_set(p_lane integer, p_continues boolean, p_until timestamp with time zone, p_entity_id uuid, p_kind text, p_scanned integer, p_most integer) returns TABLE(entity_id uuid, work_id uuid, kind text, resource_id uuid, due_at timestamp with time zone, attempts integer, continues boolean)
  language plpgsql volatile rows 64 set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off as $$
begin
  return query select w.entity_id, w.work_id, w.kind, w.resource_id, w.due_at, w.attempts, w.continues
    from (select d.* from due_work d where d.lane = p_lane and d.continues = p_continues and d.due_at <= p_until and d.retry_at is null
      order by d.due_at, d.work_id limit p_scanned) w
    where w.entity_id = p_entity_id and w.kind = p_kind order by w.due_at, w.work_id limit p_most;
end $$;

create function join_directory(p_kind text, p_table regclass, p_column text) returns void
  language plpgsql volatile as $$
begin
  execute format('insert into directory (kind, key, entity_id) select %L, %I::text, entity_id from %s where %2$I is not null',
    p_kind, p_column, p_table);
  execute format('create trigger %I after insert or update of %I or delete on %s for each row execute function keep_directory(%L, %2$I)',
    'directory_' || p_column, p_column, p_table, p_kind);
end $$;

create function keep_agreed_terms() returns trigger
  language plpgsql volatile as $$
begin
  if tg_op = 'INSERT' or (new.letter_signed_at is not null
      and (new.letter_signed_at, new.letter_version) is distinct from (old.letter_signed_at, old.letter_version)) then
    new.agreed_overdue_action := new.overdue_action;
    new.agreed_overdue_grace_hours := new.overdue_grace_hours;
    new.agreed_call_collection := new.call_collection;
  else
    new.agreed_overdue_action := old.agreed_overdue_action;
    new.agreed_overdue_grace_hours := old.agreed_overdue_grace_hours;
    new.agreed_call_collection := old.agreed_call_collection;
  end if;
  return new;
end $$;

create function keep_contradiction() returns trigger
  language plpgsql volatile as $$
begin
  if old.status = 'Cleared' or (old.kind, old.report_key, old.direction, old.currency, old.amount_minor, old.journal_id)
      is distinct from (new.kind, new.report_key, new.direction, new.currency, new.amount_minor, new.journal_id) then
    raise exception 'a contradictory report is cleared once and not changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function keep_directory() returns trigger
  language plpgsql volatile as $$
declare
  v_old text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[1] end;
  v_new text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[1] end;
begin
  if v_old is not distinct from v_new then
    return null;
  end if;
  if v_old is not null then
    delete from directory where kind = tg_argv[0] and key = v_old;
  end if;
  if v_new is not null then
    insert into directory (kind, key, entity_id) values (tg_argv[0], v_new, new.entity_id);
  end if;
  return null;
end $$;

create function keep_final_trades() returns trigger
  language plpgsql volatile as $$
begin
  raise exception 'trade % is %, which is final', old.trade_id, old.status using errcode = 'restrict_violation';
end $$;

create function keep_four_eyes() returns trigger
  language plpgsql volatile as $$
declare
  v_maker uuid;
begin
  if new.resource_type = 'payment' then
    select created_by into v_maker from payments where entity_id = new.entity_id and payment_id = new.resource_id;
  elsif new.resource_type = 'trade' then
    select client_id into v_maker from fx_trades where entity_id = new.entity_id and trade_id = new.resource_id;
  elsif new.resource_type = 'order' then
    select client_id into v_maker from fx_orders where entity_id = new.entity_id and order_id = new.resource_id;
  else
    select created_by into v_maker from internal_transfer_orders
      where entity_id = new.entity_id and internal_transfer_id = new.resource_id;
  end if;
  if v_maker = new.client_id then
    raise exception 'the maker cannot decide its own request' using errcode = 'check_violation', constraint = 'approval_maker_is_not_checker';
  end if;
  return new;
end $$;

create function keep_instruction_approved() returns trigger
  language plpgsql volatile as $$
begin
  if not is_instruction_approved(new.entity_id, new.payment_id, new.body) then
    raise exception 'the instruction differs from the approved one' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return new;
end $$;

create function keep_order_lawful() returns trigger
  language plpgsql volatile as $$
declare
  v_given bigint;
  v_counted bigint;
begin
  if tg_op = 'INSERT' then
    if new.status not in ('PendingApproval', 'Active') or (new.status = 'PendingApproval') <> (new.approvals_required > 0) then
      raise exception 'an order begins as PendingApproval where it requires approvals, else as Active' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.status is distinct from old.status
      and not (old.status = 'Active' and new.status in ('Filled', 'Cancelled', 'Expired', 'Rejected')
        or old.status = 'PendingApproval' and new.status in ('Active', 'Cancelled', 'Expired')) then
    raise exception 'an order that is % cannot become %', old.status, new.status using errcode = 'check_violation',
      constraint = 'fx_orders_life';
  end if;
  if (new.entity_id, new.order_id, new.client_id, new.client_reference, new.type, new.currency_pair, new.fixed_side, new.buy_currency,
        new.buy_account_id, new.sell_currency, new.sell_account_id, new.amount_minor, new.rate, new.markup_bps, new.limit_minor,
        new.expires_at, new.created_at)
      is distinct from (old.entity_id, old.order_id, old.client_id, old.client_reference, old.type, old.currency_pair, old.fixed_side,
        old.buy_currency, old.buy_account_id, old.sell_currency, old.sell_account_id, old.amount_minor, old.rate, old.markup_bps,
        old.limit_minor, old.expires_at, old.created_at)
      or new.approvals_required < old.approvals_required then
    raise exception 'the terms of an order cannot change' using errcode = 'restrict_violation', constraint = 'fx_orders_terms_stay';
  end if;
  if old.status = 'PendingApproval' and new.status = 'Active' then
    select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
      from approvals a where a.entity_id = new.entity_id and a.resource_type = 'order'
        and a.resource_id = new.order_id and a.decision = 'Approved';
    if v_counted < new.approvals_required then
      raise exception 'the order lacks approvals'
        using errcode = missing_approvals_error(v_given, new.approvals_required), constraint = 'order_has_its_approvals';
    end if;
  end if;
  return new;
end $$;

create function keep_payment_approved() returns trigger
  language plpgsql volatile as $$
declare
  v_given bigint;
  v_counted bigint;
begin
  if tg_op = 'UPDATE' and old.status = 'Held' and new.status = 'Submitted' and new.reviewed_by is null then
    raise exception 'the screening case of the payment is not decided' using errcode = 'check_violation', constraint = 'payment_held_is_reviewed';
  end if;
  if new.approvals_required = 0 or new.status not in ('Scheduled', 'AwaitingFunds', 'Screening') then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.status <> 'PendingApproval' then
    return new;
  end if;
  select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
    from approvals a where a.entity_id = new.entity_id and a.resource_type = 'payment'
      and a.resource_id = new.payment_id and a.round = new.approval_round and a.decision = 'Approved';
  if v_counted < new.approvals_required then
    raise exception 'the payment lacks approvals'
      using errcode = missing_approvals_error(v_given, new.approvals_required), constraint = 'payment_has_its_approvals';
  end if;
  return new;
end $$;

create function keep_payment_lawful() returns trigger
  language plpgsql volatile as $$
declare
  v_from text := case when tg_op = 'INSERT' then '' else old.status end;
begin
  if new.status <> v_from and not payment_may_go(v_from, new.status) then
    raise exception 'a payment does not go from % to %', v_from, new.status
      using errcode = 'check_violation', constraint = 'payment_follows_life_cycle';
  end if;
  if tg_op = 'UPDATE' and (new.account_id, new.currency, new.amount_minor, new.fee_minor, new.uetr)
      is distinct from (old.account_id, old.currency, old.amount_minor, old.fee_minor, old.uetr) then
    raise exception 'the account, amount and currency of a payment cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function keep_rail_adapter() returns trigger
  language plpgsql volatile as $$
begin
  if old.adapter is not null and new.adapter is distinct from old.adapter then
    raise exception 'the adapter of an instruction does not change' using errcode = 'check_violation',
      constraint = 'rail_instruction_keeps_adapter';
  end if;
  if old.adapter is null and new.adapter is not null and not exists (select 1 from payments p
      where p.entity_id = new.entity_id and p.payment_id = new.payment_id and p.status = 'Submitted') then
    raise exception 'a payment that is not Submitted is not handed over' using errcode = 'check_violation',
      constraint = 'rail_instruction_of_submitted_payment';
  end if;
  return new;
end $$;

create function keep_returns_within_payment() returns trigger
  language plpgsql volatile as $$
declare
  v_amount bigint;
begin
  select amount_minor into v_amount from payments
    where entity_id = new.entity_id and payment_id = new.payment_id for no key update;
  if v_amount < (select sum(r.amount_minor) from payment_returns r
      where r.entity_id = new.entity_id and r.payment_id = new.payment_id) then
    raise exception 'the returns would exceed the amount paid' using errcode = 'check_violation',
      constraint = 'payment_returns_at_most_its_amount';
  end if;
  return null;
end $$;

create function keep_spot_amended() returns trigger
  language plpgsql volatile as $$
begin
  if not exists (select from fx_trades where entity_id = new.entity_id and trade_id = new.parent_trade_id
      and status in ('Cancelled', 'ClosedOut')) then
    raise exception 'trade % cannot be made while the trade that it amends is open', new.trade_id
      using errcode = 'check_violation', constraint = 'spot_trade_is_amended';
  end if;
  return new;
end $$;

create function keep_trade_approvals() returns trigger
  language plpgsql volatile as $$
begin
  if (new.entity_id, new.trade_id, new.lapses_at, new.limit_minor, new.margin_account_id, new.reference_rate,
        new.whole_buy_minor, new.whole_sell_minor, new.whole_base_minor)
      is distinct from (old.entity_id, old.trade_id, old.lapses_at, old.limit_minor, old.margin_account_id, old.reference_rate,
        old.whole_buy_minor, old.whole_sell_minor, old.whole_base_minor)
      or new.approvals_required <= old.approvals_required then
    raise exception 'the approvals of a trade only become more' using errcode = 'restrict_violation',
      constraint = 'trade_approvals_only_rise';
  end if;
  return new;
end $$;

create function keep_trade_approved() returns trigger
  language plpgsql volatile as $$
declare
  v_given bigint;
  v_counted bigint;
  v_required integer := coalesce((select t.approvals_required from fx_trade_approvals t
    where t.entity_id = new.entity_id and t.trade_id = new.trade_id), 1);
begin
  select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
    from approvals a where a.entity_id = new.entity_id and a.resource_type = 'trade'
      and a.resource_id = new.trade_id and a.decision = 'Approved';
  if v_counted < v_required then
    raise exception 'the trade lacks approvals'
      using errcode = missing_approvals_error(v_given, v_required), constraint = 'trade_has_its_approvals';
  end if;
  return new;
end $$;

create function keep_transfer_order_lawful() returns trigger
  language plpgsql volatile as $$
declare
  v_given bigint;
  v_counted bigint;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'PendingApproval' then
      raise exception 'a transfer order begins as PendingApproval' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.status <> 'PendingApproval' then
    raise exception 'a transfer that is % cannot change its status', old.status using errcode = 'check_violation';
  end if;
  if (new.debit_account_id, new.credit_account_id, new.currency, new.amount_minor, new.created_by,
        new.reference, new.client_reference, new.lapses_at)
      is distinct from (old.debit_account_id, old.credit_account_id, old.currency, old.amount_minor,
        old.created_by, old.reference, old.client_reference, old.lapses_at) or new.approvals_required < old.approvals_required then
    raise exception 'the accounts, amount and currency of a transfer cannot change' using errcode = 'restrict_violation';
  end if;
  if new.status = 'Completed' then
    select count(*), count(*) filter (where is_approver(a.entity_id, a.client_id)) into v_given, v_counted
      from approvals a where a.entity_id = new.entity_id and a.resource_type = 'internalTransfer'
        and a.resource_id = new.internal_transfer_id and a.decision = 'Approved';
    if v_counted < new.approvals_required then
      raise exception 'the transfer lacks approvals'
        using errcode = missing_approvals_error(v_given, new.approvals_required), constraint = 'transfer_has_its_approvals';
    end if;
  end if;
  return new;
end $$;

create function ledger_balance_image(p_entity_id uuid, p_account_id uuid) returns text
  language plpgsql volatile as $$
begin
  return (select '{"balanceMinor":{"$n":"' || balance_minor || '"},"heldMinor":{"$n":"' || held_minor || '"},"sequence":{"$n":"' || seq || '"}}'
    from balances where entity_id = p_entity_id and account_id = p_account_id);
end $$;

create function ledger_balance_images(p_entity_ids uuid[], p_account_ids uuid[]) returns TABLE(entity_id uuid, account_id uuid, balance text)
  language plpgsql volatile rows 20 as $$
begin
  return query select b.entity_id, b.account_id, '{"balanceMinor":{"$n":"' || b.balance_minor || '"},"heldMinor":{"$n":"' || b.held_minor
      || '"},"sequence":{"$n":"' || b.seq || '"}}'
    from unnest(p_entity_ids, p_account_ids) as g (entity_id, account_id)
      join balances b on b.entity_id = g.entity_id and b.account_id = g.account_id;
end $$;

create function ledger_batch_holds(holds boolean) returns boolean
  language plpgsql volatile as $$
begin
  if holds is not true then
    raise exception 'a batch breaks a limit' using errcode = 'check_violation';
  end if;
  return true;
end $$;

create function ledger_places(n integer) returns SETOF integer
  language plpgsql volatile rows 1 as $$
begin
  return query select generate_series(1, n);
end $$;

create function ledger_post(p_at timestamp with time zone, p_wall timestamp with time zone, e_id uuid[], a_entity integer[], a_id uuid[], a_kind text[], a_qualifier text[], a_unit text[], c_id uuid[], c_entity integer[], c_kind text[], c_value_date date[], c_source_type text[], c_source_id uuid[], c_reversal_of uuid[], c_type text[], c_description text[], c_reference text[], c_end_to_end_id text[], c_detail text[], c_hold uuid[], c_hold_account integer[], c_hold_amount bigint[], c_hold_currency text[], c_hold_purpose text[], c_release uuid[], c_release_account integer[], c_client uuid[], c_operation text[], c_key text[], c_request text[], c_request_id text[], c_event text[], c_previous_status text[], c_actor_type text[], c_actor_id uuid[], c_address text[], c_called text[], c_first_leg integer[], c_last_leg integer[], l_command integer[], l_account integer[], l_currency text[], l_amount bigint[], l_type text[], l_description text[], l_counterparty_name text[], l_counterparty_account text[], l_detail text[], c_refused uuid[]) returns TABLE(outcome smallint, detail_minor bigint, account_id uuid, posted_at timestamp with time zone, sequences bigint[], resource_id uuid, stored_outcome smallint, stored_request text, stored_request_id text)
  language plpgsql volatile rows 1000 set plan_cache_mode=force_generic_plan set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off as $$
#variable_conflict use_column
declare
  n int := cardinality(c_id);
  m int := coalesce(cardinality(l_account), 0);
  a_balance bigint[]; a_held bigint[]; a_floor bigint[]; a_seq bigint[]; a_currency text[]; a_blocked boolean[]; a_closed boolean[]; a_day date[]; a_row tid[];
  a_balance0 bigint[]; a_seq0 bigint[];
  a_trade bigint[]; a_margin bigint[]; -- changes of what is held for trades and as margin
  c_outcome smallint[] := array_fill(0::smallint, array[n]);
  c_missing bigint[] := array_fill(null::bigint, array[n]);
  c_short int[] := array_fill(null::int, array[n]);
  c_stored smallint[]; c_stored_request text[]; c_stored_request_id text[]; c_resource uuid[] := c_source_id;
  c_release_amount bigint[]; c_release_purpose text[];
  c_event_no bigint[] := array_fill(0::bigint, array[n]);
  l_seq bigint[] := array_fill(0::bigint, array[m]);
  l_after bigint[] := array_fill(0::bigint, array[m]);
  e_count bigint[] := array_fill(0::bigint, array[cardinality(e_id)]);
  e_base bigint[] := e_count;
  v_at timestamptz; v_day date; v_oldest date;
  v_first int; v_last int; v_done int; v_released uuid[]; v_entity int; v_outcome smallint; v_suspect boolean;
  v_events boolean := false; v_opened boolean := false; v_changed boolean := false;
  a int; k int; r record;
begin
  -- 1. Lock the balances. The planner does not flatten the subquery, so rows are read and locked in the order of the array.
  loop
    select array_agg(b.balance_minor), array_agg(b.held_minor), array_agg(b.floor_minor), array_agg(b.seq),
        array_agg(b.currency), array_agg(b.blocked), array_agg(b.closed), array_agg(b.last_day), array_agg(b.at_row),
        min(b.last_day), greatest(p_at, max(b.last_posted_at))
      into a_balance, a_held, a_floor, a_seq, a_currency, a_blocked, a_closed, a_day, a_row, v_oldest, v_at
      from generate_series(1, cardinality(a_id)) g left join lateral (
        select *, b.ctid as at_row from balances b where b.entity_id = e_id[a_entity[g]] and b.account_id = a_id[g]
        for no key update) b on true;
    exit when v_opened or a_kind is null or array_position(a_seq, null) is null;
    perform open_ledger_account(e_id[a_entity[g]], a_id[g], a_unit[g], a_kind[g], coalesce(a_qualifier[g], ''), case a_kind[g] when 'margin' then 0 end)
      from generate_series(1, cardinality(a_id)) g where a_seq[g] is null and a_kind[g] is not null;
    v_opened := true;
  end loop;
  v_day := (v_at at time zone 'UTC')::date;
  a_balance0 := a_balance; a_seq0 := a_seq;

  -- 2. Find known keys: a statement after the lock sees everything that was committed before the lock was granted.
  if c_key is not null then
    for r in select g as i, k.request, k.request_id, k.outcome, k.detail_minor, k.resource_id
      from generate_series(1, n) g cross join lateral (select * from idempotency_keys k
        where k.entity_id = e_id[c_entity[g]] and k.client_id = c_client[g] and k.operation = c_operation[g] and k.key = c_key[g] limit 1) k
    loop
      c_stored[r.i] := r.outcome;
      c_resource[r.i] := r.resource_id;
      c_stored_request_id[r.i] := r.request_id;
      if r.request = c_request[r.i] then
        c_outcome[r.i] := 10;
        c_missing[r.i] := r.detail_minor;
      else
        c_outcome[r.i] := 11;
        c_stored_request[r.i] := r.request;
      end if;
    end loop;
  end if;
  if c_release is not null then
    for r in select g as i, h.account_id, h.amount_minor, h.purpose
      from generate_series(1, n) g cross join lateral (select * from holds h
        where h.entity_id = e_id[c_entity[g]] and h.hold_id = c_release[g] and h.released_at is null limit 1) h
    loop
      if a_id[c_release_account[r.i]] = r.account_id then
        c_release_amount[r.i] := r.amount_minor;
        c_release_purpose[r.i] := r.purpose;
      end if;
    end loop;
  end if;

  -- 3. Decide, in command order: a later command sees an earlier one's effect.
  for i in 1..n loop
    continue when c_outcome[i] <> 0;
    v_first := c_first_leg[i];
    v_last := c_last_leg[i];
    v_outcome := 0;
    v_suspect := false;
    v_done := v_first - 1;
    v_entity := c_entity[i];
    if c_refused[i] is not null then
      c_outcome[i] := 3;
      c_resource[i] := c_refused[i];
      continue;
    end if;
    if c_release[i] is not null then
      a := c_release_account[i];
      k := array_position(c_hold, c_release[i]); -- placed earlier in this batch?
      if k < i and c_outcome[k] = 0 and c_hold_account[k] = a then
        c_release_amount[i] := c_hold_amount[k];
        c_release_purpose[i] := c_hold_purpose[k];
      end if;
      if c_release_amount[i] is null or c_release[i] = any(v_released) then
        c_outcome[i] := 23;
        continue;
      end if;
      a_held[a] := a_held[a] - c_release_amount[i];
    end if;
    for j in v_first..v_last loop
      a := l_account[j];
      if a_seq[a] is null or a_entity[a] <> v_entity or a_currency[a] <> l_currency[j] then
        v_outcome := case when a_seq[a] is null then 20 when a_entity[a] <> v_entity then 21 else 22 end;
        c_short[i] := a;
        exit;
      end if;
      a_balance[a] := a_balance[a] + l_amount[j];
      a_seq[a] := a_seq[a] + 1;
      l_after[j] := a_balance[a];
      l_seq[j] := a_seq[a];
      v_done := j;
      if a_blocked[a] or (l_amount[j] < 0 and a_balance[a] - a_held[a] < a_floor[a]) then v_suspect := true; end if;
    end loop;
    if v_outcome = 0 and c_hold[i] is not null then
      a := c_hold_account[i];
      if a_seq[a] is null or a_entity[a] <> v_entity or a_currency[a] <> c_hold_currency[i] then
        v_outcome := case when a_seq[a] is null then 20 when a_entity[a] <> v_entity then 21 else 22 end;
        c_short[i] := a;
      else
        a_held[a] := a_held[a] + c_hold_amount[i];
        if a_blocked[a] then
          v_outcome := 2;
          c_short[i] := a;
        elsif a_balance[a] - a_held[a] < a_floor[a] then
          v_outcome := 1;
          c_short[i] := a;
          c_missing[i] := a_floor[a] - a_balance[a] + a_held[a];
        end if;
      end if;
    end if;
    if v_suspect and v_outcome < 20 then -- judge the command as a whole: a later leg may cover an earlier one
      for j in v_first..v_last loop
        a := l_account[j];
        if l_amount[j] > 0 and a_closed[a] then
          v_outcome := 4;
          c_short[i] := a;
          c_missing[i] := null;
          exit;
        elsif l_amount[j] < 0 and a_blocked[a] then
          v_outcome := 2;
          c_short[i] := a;
          c_missing[i] := null;
          exit;
        elsif l_amount[j] < 0 and v_outcome = 0 and a_balance[a] - a_held[a] < a_floor[a] then
          v_outcome := 1;
          c_short[i] := a;
          c_missing[i] := a_floor[a] - a_balance[a] + a_held[a];
        end if;
      end loop;
    end if;
    if v_outcome = 0 then
      v_changed := true;
      if c_release[i] is not null then v_released := v_released || c_release[i]; end if;
      if c_event[i] is not null then
        v_events := true;
        e_count[v_entity] := e_count[v_entity] + 1;
        c_event_no[i] := e_count[v_entity];
      end if;
    else -- undo
      c_outcome[i] := v_outcome;
      for j in v_first..v_done loop
        a := l_account[j];
        a_balance[a] := a_balance[a] - l_amount[j];
        a_seq[a] := a_seq[a] - 1;
        l_seq[j] := 0;
      end loop;
      if c_release[i] is not null then
        a := c_release_account[i];
        a_held[a] := a_held[a] + c_release_amount[i];
      end if;
      if c_hold[i] is not null and v_outcome < 20 then
        a := c_hold_account[i];
        a_held[a] := a_held[a] - c_hold_amount[i];
      end if;
    end if;
  end loop;

  -- 4. Write, one statement per table. Subscripts are cheaper than unnest here: PL/pgSQL keeps the arrays deconstructed.
  if m > 0 then
    insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id, reversal_of)
      select e_id[c_entity[g]], c_id[g], c_kind[g], c_value_date[g], v_at, c_source_type[g], c_source_id[g], c_reversal_of[g]
      from generate_series(1, n) g where c_outcome[g] = 0 and c_last_leg[g] >= c_first_leg[g];
    insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at, value_date,
        currency, type, related_type, description, reference, end_to_end_id, counterparty_name, counterparty_account, detail)
      select e_id[c_entity[c]], a_id[l_account[j]], l_seq[j], c_id[c], l_amount[j], l_after[j], c_source_id[c], v_at, c_value_date[c],
        l_currency[j], coalesce(l_type[j], c_type[c]), c_source_type[c], coalesce(l_description[j], c_description[c]), c_reference[c],
        c_end_to_end_id[c], l_counterparty_name[j], l_counterparty_account[j], coalesce(l_detail[j], c_detail[c])::jsonb
      from (select j, l_command[j] as c from generate_series(1, m) j where l_seq[j] > 0) l;
    if v_oldest < v_day then
      insert into daily_balances (entity_id, account_id, day, balance_minor, seq)
        select e_id[a_entity[g]], a_id[g], a_day[g], a_balance0[g], a_seq0[g]
        from generate_series(1, cardinality(a_id)) g where a_day[g] < v_day and a_seq[g] > a_seq0[g];
    end if;
    if c_reversal_of is not null then
      insert into journal_reversals (entity_id, journal_id, reversed_by)
        select e_id[c_entity[g]], c_reversal_of[g], c_id[g]
        from generate_series(1, n) g where c_outcome[g] = 0 and c_reversal_of[g] is not null;
    end if;
  end if;
  if c_hold is not null then
    insert into holds (entity_id, hold_id, account_id, currency, amount_minor, purpose, related_type, related_id, description, reference, created_at)
      select e_id[c_entity[g]], c_hold[g], a_id[c_hold_account[g]], c_hold_currency[g], c_hold_amount[g], c_hold_purpose[g],
        c_source_type[g], c_source_id[g], c_description[g], c_reference[g], v_at
      from generate_series(1, n) g where c_outcome[g] = 0 and c_hold[g] is not null;
  end if;
  if c_release is not null then
    update holds h set released_at = v_at from generate_series(1, n) g
      where c_outcome[g] = 0 and h.entity_id = e_id[c_entity[g]] and h.hold_id = c_release[g];
  end if;
  if c_key is not null then
    insert into idempotency_keys (entity_id, client_id, operation, key, request, status, resource_id, outcome, detail_minor, request_id, created_at)
      select e_id[c_entity[g]], c_client[g], c_operation[g], c_key[g], c_request[g],
        case c_outcome[g] when 0 then 201 when 3 then 409 else 422 end, c_resource[g], c_outcome[g], c_missing[g], c_request_id[g], p_wall
      from generate_series(1, n) g where c_outcome[g] < 10 and c_key[g] is not null;
  end if;
  if c_hold is not null or c_release is not null then
    a_trade := array_fill(0::bigint, array[cardinality(a_id)]);
    a_margin := a_trade;
    for i in 1..n loop
      continue when c_outcome[i] <> 0;
      if c_hold[i] is not null then
        a := c_hold_account[i];
        case c_hold_purpose[i]
          when 'trade' then a_trade[a] := a_trade[a] + c_hold_amount[i];
          when 'margin' then a_margin[a] := a_margin[a] + c_hold_amount[i];
          else null;
        end case;
      end if;
      if c_release[i] is not null then
        a := c_release_account[i];
        case c_release_purpose[i]
          when 'trade' then a_trade[a] := a_trade[a] - c_release_amount[i];
          when 'margin' then a_margin[a] := a_margin[a] - c_release_amount[i];
          else null;
        end case;
      end if;
    end loop;
  end if;
  -- By row address, which is valid as long as the rows are locked; the count asserts that.
  if v_changed then
    update balances b set balance_minor = a_balance[g], held_minor = a_held[g], seq = a_seq[g],
        held_trade_minor = b.held_trade_minor + coalesce(a_trade[g], 0), held_margin_minor = b.held_margin_minor + coalesce(a_margin[g], 0),
        last_posted_at = case when a_seq[g] > a_seq0[g] then v_at else b.last_posted_at end,
        last_day = case when a_seq[g] > a_seq0[g] then v_day else b.last_day end
      from generate_series(1, cardinality(a_id)) g
      where b.ctid = a_row[g] and b.account_id = a_id[g];
    get diagnostics k = row_count;
    if k <> cardinality(array_remove(a_seq, null)) then
      raise exception 'the address of a locked row changed' using errcode = 'serialization_failure';
    end if;
  end if;
  if v_events then -- the rows of books are locked last, in order: they number the events
    for r in update books b set event_sequence = b.event_sequence + e_count[g]
        from generate_series(1, cardinality(e_id)) g where b.entity_id = e_id[g] and e_count[g] > 0
        returning g as i, b.event_sequence - e_count[g] as base
    loop
      e_base[r.i] := r.base;
    end loop;
    insert into events (entity_id, sequence, type, resource_type, resource_id, previous_status, at, wall_at, actor_type, actor_id, request_id, address, operation)
      select e_id[c_entity[g]], e_base[c_entity[g]] + c_event_no[g], c_event[g], c_source_type[g], c_source_id[g],
        c_previous_status[g], v_at, p_wall, c_actor_type[g], c_actor_id[g], c_request_id[g], c_address[g], c_called[g]
      from generate_series(1, n) g where c_event_no[g] > 0;
  end if;

  -- 5. Return the results.
  return query select c_outcome[g], c_missing[g], a_id[c_short[g]], v_at, l_seq[c_first_leg[g]:c_last_leg[g]], c_resource[g],
    c_stored[g], c_stored_request[g], c_stored_request_id[g] from generate_series(1, n) g;
end $$;

create function ledger_post_foreseen(p_at timestamp with time zone, p_wall timestamp with time zone, e_id uuid[], e_events integer[], a_entity integer[], a_id uuid[], a_seq bigint[], a_balance bigint[], a_lowest bigint[], a_postings integer[], a_change bigint[], c_id uuid[], c_entity integer[], c_kind text[], c_value_date date[], c_source_type text[], c_source_id uuid[], c_type text[], c_description text[], c_reference text[], c_end_to_end_id text[], c_detail text[], c_client uuid[], c_operation text[], c_key text[], c_request text[], c_request_id text[], c_event text[], c_previous_status text[], c_actor_type text[], c_actor_id uuid[], c_address text[], c_called text[], c_event_no integer[], l_command integer[], l_account integer[], l_currency text[], l_amount bigint[], l_type text[], l_description text[], l_counterparty_name text[], l_counterparty_account text[], l_detail text[], l_seq bigint[], l_after bigint[], p_refused uuid[]) returns void
  language plpgsql volatile as $$
declare
  n int := cardinality(c_id);
  v_day date := (p_at at time zone 'UTC')::date;
  e_base bigint[];
  k int;
begin
  update balances b set balance_minor = a_balance[g] + a_change[g], seq = a_seq[g] + a_postings[g], last_posted_at = p_at, last_day = v_day
    from ledger_places(cardinality(a_id)) g
    where b.entity_id = e_id[a_entity[g]] and b.account_id = a_id[g] and b.seq = a_seq[g] and b.balance_minor = a_balance[g]
      and (b.floor_minor is null or a_lowest[g] is null or a_lowest[g] - b.held_minor >= b.floor_minor)
      and not b.blocked and (b.seq = 0 or b.last_day = v_day and b.last_posted_at <= p_at);
  get diagnostics k = row_count;
  if k <> cardinality(a_id) or array_remove(p_refused, null) <> '{}' then
    raise exception 'the balances differ from the prediction' using errcode = 'serialization_failure';
  end if;
  insert into journals (entity_id, journal_id, kind, value_date, posted_at, source_type, source_id)
    select e_id[c_entity[g]], c_id[g], c_kind[g], c_value_date[g], p_at, c_source_type[g], c_source_id[g] from generate_series(1, n) g;
  insert into postings (entity_id, account_id, seq, journal_id, amount_minor, balance_after_minor, related_id, posted_at, value_date,
      currency, type, related_type, description, reference, end_to_end_id, counterparty_name, counterparty_account, detail)
    select e_id[c_entity[c]], a_id[l_account[j]], l_seq[j], c_id[c], l_amount[j], l_after[j], c_source_id[c], p_at, c_value_date[c],
      l_currency[j], coalesce(l_type[j], c_type[c]), c_source_type[c], coalesce(l_description[j], c_description[c]), c_reference[c],
      c_end_to_end_id[c], l_counterparty_name[j], l_counterparty_account[j], coalesce(l_detail[j], c_detail[c])::jsonb
    from (select j, l_command[j] as c from generate_series(1, cardinality(l_account)) j) l;
  if c_key is not null then
    insert into idempotency_keys (entity_id, client_id, operation, key, request, status, resource_id, outcome, request_id, created_at)
      select e_id[c_entity[g]], c_client[g], c_operation[g], c_key[g], c_request[g], 201, c_source_id[g], 0, c_request_id[g], p_wall
      from generate_series(1, n) g where c_key[g] is not null;
  end if;
  if c_event is not null then -- the rows of books are locked last, in order: they number the events
    with numbered as (
      update books b set event_sequence = b.event_sequence + e_events[g] from ledger_places(cardinality(e_id)) g
        where b.entity_id = e_id[g] returning g, b.event_sequence - e_events[g] as base)
    select array_agg(base order by g) into e_base from numbered;
    if cardinality(e_base) is distinct from cardinality(e_id) then
      raise exception 'an entity has no book' using errcode = 'serialization_failure';
    end if;
    insert into events (entity_id, sequence, type, resource_type, resource_id, previous_status, at, wall_at, actor_type, actor_id, request_id, address, operation)
      select e_id[c_entity[g]], e_base[c_entity[g]] + c_event_no[g], c_event[g], c_source_type[g], c_source_id[g],
        c_previous_status[g], p_at, p_wall, c_actor_type[g], c_actor_id[g], c_request_id[g], c_address[g], c_called[g]
      from generate_series(1, n) g where c_event_no[g] > 0;
  end if;
end $$;

create function ledger_sequence_at(p_entity_id uuid, p_account_id uuid, p_at timestamp with time zone) returns bigint
  language plpgsql stable as $$
declare
  v_low    bigint := 0;
  v_high   bigint;
  v_middle bigint;
  v_last   timestamptz;
begin
  select b.seq, b.last_posted_at into v_high, v_last from balances b
    where b.entity_id = p_entity_id and b.account_id = p_account_id;
  if v_high is null then return 0; end if;
  if v_last <= p_at then return v_high; end if;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select p.posted_at into strict v_last from postings p
      where p.entity_id = p_entity_id and p.account_id = p_account_id and p.seq = v_middle;
    if v_last <= p_at then v_low := v_middle; else v_high := v_middle - 1; end if;
  end loop;
  return v_low;
end $$;

create function lock_trade(p_entity_id uuid, p_trade_id uuid) returns SETOF fx_trades
  language plpgsql volatile rows 1000 as $$
declare
  v_forward_id uuid;
begin
  select f.trade_id into v_forward_id
    from fx_trades t join fx_forwards f on f.entity_id = t.entity_id and f.trade_id in (t.trade_id, t.parent_trade_id)
    where t.entity_id = p_entity_id and t.trade_id = p_trade_id
    order by f.trade_id = t.trade_id desc limit 1;
  if found then
    perform 1 from credit_facilities where entity_id = p_entity_id order by facility_id for no key update;
    if v_forward_id <> p_trade_id then
      perform 1 from fx_trades where entity_id = p_entity_id and trade_id = v_forward_id for no key update;
    end if;
  end if;
  return query select * from fx_trades where entity_id = p_entity_id and trade_id = p_trade_id for no key update;
end $$;

create function missing_approvals_error(p_given bigint, p_required integer) returns text
  language sql immutable as $$
  select case when p_given < p_required then 'check_violation' else 'serialization_failure' end
$$;

create function must(p_holds boolean, p_what text) returns void
  language plpgsql volatile as $$
begin
  if p_holds is not true then
    raise exception '% did not take effect', p_what using errcode = 'triggered_action_exception';
  end if;
end $$;

create function must_be_unchanged(p_holds boolean) returns void
  language plpgsql volatile as $$
begin
  if p_holds is not true then
    raise exception 'the job was changed while it ran' using errcode = 'CJ001';
  end if;
end $$;

create function next_job(p_lane integer, p_until timestamp with time zone, p_wall timestamp with time zone, p_late timestamp with time zone, p_continued_until timestamp with time zone) returns TABLE(entity_id uuid, work_id uuid, kind text, resource_id uuid, due_at timestamp with time zone, attempts integer, continues boolean)
  language plpgsql volatile rows 1 set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set jit=off set plan_cache_mode=force_generic_plan as $$
begin
  return query select w.entity_id, w.work_id, w.kind, w.resource_id, w.due_at, w.attempts, w.continues
    from (
      (select d.* from due_work d where d.lane = p_lane and d.continues and d.due_at <= p_continued_until and d.retry_at is null
        order by d.due_at, d.work_id limit 1)
      union all
      (select d.* from due_work d where d.lane = p_lane and not d.continues and d.due_at <= p_until and d.retry_at is null
        order by d.due_at, d.work_id limit 1)
      union all
      (select d.* from due_work d where d.lane = p_lane and d.due_at <= p_until and d.retry_at <= p_wall
        order by d.due_at, d.work_id limit 1)
    ) w order by (w.continues and w.retry_at is null and w.due_at <= p_late) desc, w.due_at, w.work_id limit 1;
end $$;

create function note_unsealed_acts() returns trigger
  language plpgsql volatile as $$
begin
  insert into unsealed_acts (entity_id, act_id, chain)
    select entity_id, act_id, audit_chain_of(entity_id, actor_type, resource_type) from added;
  return null;
end $$;

create function notify_account_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('account_changed', new.entity_id::text);
  return null;
end $$;

create function notify_client_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('client_changed', new.client_id::text);
  return null;
end $$;

create function notify_client_grants_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('client_changed', coalesce(new.client_id, old.client_id)::text);
  return null;
end $$;

create function notify_entity_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('entity_changed', coalesce(new.entity_id, old.entity_id)::text);
  return null;
end $$;

create function notify_open_banking_client_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('open_banking_client_changed', old.client_id);
  return null;
end $$;

create function notify_open_banking_directory_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('open_banking_directory_changed', '');
  return null;
end $$;

create function notify_open_banking_grant_revoked() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('open_banking_grant_revoked', encode(new.id_hash, 'hex'));
  return null;
end $$;

create function notify_open_banking_keys_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('open_banking_keys_changed', '');
  return null;
end $$;

create function notify_open_banking_suspension_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('open_banking_client_changed', c.client_id) from open_banking_clients c
    where new.directory_id = case new.kind when 'Software' then c.software_id else c.organisation_id end;
  return null;
end $$;

create function notify_open_banking_token_revoked() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('token_revoked', encode(new.id_hash, 'hex'));
  return null;
end $$;

create function notify_own_bank_codes() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('own_bank_codes', '');
  return null;
end $$;

create function notify_pending_credits_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('pending_credits_changed', new.entity_id::text);
  return null;
end $$;

create function notify_sandbox_clock_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('sandbox_clock', '');
  return null;
end $$;

create function notify_token_revoked() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('token_revoked', encode(new.token_hash, 'hex'));
  return null;
end $$;

create function notify_user_changed() returns trigger
  language plpgsql volatile as $$
begin
  perform pg_notify('user_changed', new.user_id::text);
  return null;
end $$;

create function open_ledger_account(p_entity_id uuid, p_account_id uuid, p_currency text, p_kind text, p_qualifier text, p_floor_minor bigint) returns void
  language sql volatile as $$
  insert into ledger_accounts (entity_id, account_id, currency, kind, qualifier, floor_minor)
    values (p_entity_id, p_account_id, p_currency, p_kind, p_qualifier, p_floor_minor) on conflict do nothing;
  insert into balances (entity_id, account_id, currency, kind, floor_minor)
    values (p_entity_id, p_account_id, p_currency, p_kind, p_floor_minor) on conflict do nothing;
$$;

create function payee_bank(payee jsonb) returns text
  language sql immutable parallel safe as $$
  select coalesce(
    (select string_agg((code->>'type') || '=' || (code->>'value'), ',' order by code->>'type', code->>'value')
      from jsonb_array_elements(
        case jsonb_typeof(payee->'routingCodes') when 'array' then payee->'routingCodes' else '[]' end) code),
    left(payee->>'bic', 8), '')
$$;

create function payee_iban_account(payee jsonb) returns text
  language sql immutable parallel safe as $$
  select case
    when payee->>'iban' like 'GB%' then 'UK:' || substr(payee->>'iban', 9, 6) || ':' || substr(payee->>'iban', 15, 8)
    when payee->>'iban' is not null then payee->>'iban'
    when payee->>'accountNumber' is not null then 'UK:' || public.payee_sort_code(payee) || ':' || (payee->>'accountNumber')
  end
$$;

create function payee_key(payee jsonb) returns text
  language plpgsql immutable parallel safe as $$
begin
  return coalesce(public.payee_iban_account(payee),
      (payee->>'bankCountryCode') || ':' || public.payee_bank(payee) || ':' || coalesce(payee->>'accountNumber', ''))
    || coalesce('/' || nullif(regexp_replace(upper(payee->>'secondaryReference'), '[^A-Z0-9]', '', 'g'), ''), '');
end $$;

create function payee_sort_code(payee jsonb) returns text
  language sql immutable parallel safe as $$
  select code->>'value' from jsonb_array_elements(
      case jsonb_typeof(payee->'routingCodes') when 'array' then payee->'routingCodes' else '[]' end) code
    where code->>'type' = 'SortCode' limit 1
$$;

create function payee_sum_key(payee jsonb) returns text
  language plpgsql immutable parallel safe as $$
begin
  return coalesce(public.payee_iban_account(payee),
    (payee->>'bankCountryCode') || ':' || coalesce(payee->>'accountNumber', public.payee_bank(payee)));
end $$;

create function payment_facts_unchanged(p_entity_ids uuid[], p_account_ids uuid[], p_beneficiary_ids uuid[], p_versions text[]) returns boolean
  language plpgsql volatile as $$
begin
  if exists (select from rows from (payment_facts_versions(p_entity_ids, p_account_ids, p_beneficiary_ids), unnest(p_versions))
      as f (version, checked) where version is distinct from checked) then
    raise exception 'a fact of a payment changed' using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

create function payment_facts_versions(p_entity_ids uuid[], p_account_ids uuid[], p_beneficiary_ids uuid[]) returns SETOF text
  language plpgsql volatile rows 1000 as $$
declare
  v_lists text := (select string_agg(l.list || ':' || l.version, ',' order by l.list) from screening_lists l);
begin
  return query select
      coalesce((select e.xmin::text from entities e where e.entity_id = g.entity_id), '-')
      || ' ' || coalesce((select s.xmin::text from entity_settings s where s.entity_id = g.entity_id), '-')
      || ' ' || coalesce((select a.xmin::text from accounts a where a.entity_id = g.entity_id and a.account_id = g.account_id), '-')
      || ' ' || coalesce((select b.xmin::text from beneficiaries b where b.entity_id = g.entity_id
        and b.beneficiary_id = g.beneficiary_id), '-')
      || ' ' || coalesce((select b.xmin::text from beneficiary_policies b where b.entity_id = g.entity_id), '-')
      || ' ' || coalesce((select string_agg(p.policy_id::text || p.xmin::text, ',' order by p.policy_id)
        from approval_policies p where p.entity_id = g.entity_id), '-')
      || ' ' || coalesce(v_lists, '-')
    from unnest(p_entity_ids, p_account_ids, p_beneficiary_ids) with ordinality as g (entity_id, account_id, beneficiary_id, n)
    order by g.n;
end $$;

create function payment_may_go(p_from text, p_to text) returns boolean
  language sql immutable parallel safe as $$
  select p_to = any (case p_from
    when '' then array['PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Submitted', 'Rejected']
    when 'PendingApproval' then array['Scheduled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled']
    when 'ApprovalRecalled' then array['PendingApproval', 'Rejected', 'Cancelled']
    when 'Scheduled' then array['PendingApproval', 'ApprovalRecalled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled']
    when 'AwaitingFunds' then array['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'Screening', 'Rejected', 'Cancelled']
    when 'Screening' then array['PendingApproval', 'Scheduled', 'Held', 'Submitted', 'Rejected', 'Cancelled']
    when 'Held' then array['PendingApproval', 'Scheduled', 'Submitted', 'Rejected', 'Cancelled']
    when 'Submitted' then array['Sent', 'Completed', 'Failed']
    when 'Sent' then array['Completed', 'Failed', 'Returned']
    when 'Completed' then array['Returned']
    else '{}' end)
$$;

create function refuse_change() returns trigger
  language plpgsql volatile as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_key_change() returns trigger
  language plpgsql volatile as $$
begin
  raise exception 'rows of % stay, and keep their keys', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_reviewer_form() returns trigger
  language plpgsql volatile as $$
begin
  raise exception 'a reviewer that is a client is stored by its uuid: not in the stored form'
    using errcode = 'check_violation', constraint = 'reviewer_in_stored_form';
end $$;

create function refuse_unreviewed_date() returns trigger
  language plpgsql volatile as $$
begin
  raise exception 'the screening case of the payment is not decided' using errcode = 'check_violation', constraint = 'payment_held_is_reviewed';
end $$;

create function schedule_distribution() returns trigger
  language plpgsql volatile as $$
begin
  if exists (select 1 from due_work
      where entity_id = new.entity_id and kind = 'account.distributeFunds' and resource_id = new.account_id) then
    return null;
  end if;
  insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
    values (new.entity_id,
      -- a uuid v7: jobs that are due at the same instant run in the order in which they were scheduled
      (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
      'account.distributeFunds', new.account_id,
      greatest(new.last_posted_at, new.awaited_at,
        case when new.held_minor < old.held_minor then
          (select max(h.released_at) from holds h where h.entity_id = new.entity_id and h.account_id = new.account_id)
        end, timestamptz '1970-01-01 00:00+00'),
      work_lane(new.entity_id))
    on conflict (entity_id, kind, resource_id) do nothing;
  return null;
end $$;

create function work_lane(p_entity_id uuid) returns smallint
  language sql immutable as $$
  select ((('x' || right(p_entity_id::text, 4))::bit(16)::int) % 4)::smallint
$$;
