-- Beneficiaries: payees that an entity has saved.

-- Payee keys ---------------------------------------------------------------------------------------------------------

-- An account has one spelling here in every payee record: a British IBAN is its sort code and number.
create function payee_sort_code(payee jsonb) returns text language sql immutable parallel safe as $$
  select code->>'value' from jsonb_array_elements(
      case jsonb_typeof(payee->'routingCodes') when 'array' then payee->'routingCodes' else '[]' end) code
    where code->>'type' = 'SortCode' limit 1
$$;
create function payee_bank(payee jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(
    (select string_agg((code->>'type') || '=' || (code->>'value'), ',' order by code->>'type', code->>'value')
      from jsonb_array_elements(
        case jsonb_typeof(payee->'routingCodes') when 'array' then payee->'routingCodes' else '[]' end) code),
    left(payee->>'bic', 8), '')
$$;
create function payee_iban_account(payee jsonb) returns text language sql immutable parallel safe as $$
  select case
    when payee->>'iban' like 'GB%' then 'UK:' || substr(payee->>'iban', 9, 6) || ':' || substr(payee->>'iban', 15, 8)
    when payee->>'iban' is not null then payee->>'iban'
    when payee->>'accountNumber' is not null then 'UK:' || payee_sort_code(payee) || ':' || (payee->>'accountNumber')
  end
$$;
-- Returns the account with its bank and, at a building society, the roll number: a payee is known under it after a payment.
create function payee_key(payee jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(payee_iban_account(payee),
      (payee->>'bankCountryCode') || ':' || payee_bank(payee) || ':' || coalesce(payee->>'accountNumber', ''))
    || coalesce('/' || nullif(regexp_replace(upper(payee->>'secondaryReference'), '[^A-Z0-9]', '', 'g'), ''), '');
end $$;
-- Returns the account alone: another name of the bank or an added roll number still pays the same account.
create function payee_sum_key(payee jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(payee_iban_account(payee),
    (payee->>'bankCountryCode') || ':' || coalesce(payee->>'accountNumber', payee_bank(payee)));
end $$;
create function beneficiary_sum_key(iban text, account_number text, bic text, bank_country_code text, routing_codes jsonb)
  returns text language plpgsql immutable parallel safe as $$
begin
  return payee_sum_key(jsonb_build_object('iban', iban, 'accountNumber', account_number, 'bic', bic,
    'bankCountryCode', bank_country_code, 'routingCodes', routing_codes));
end $$;

-- Beneficiaries ------------------------------------------------------------------------------------------------------

-- A deleted beneficiary remains: payments to it still name it.
create table beneficiaries (
  entity_id               uuid        not null references entities,
  beneficiary_id          uuid        not null,
  status                  text        not null check (status in ('PendingApproval', 'Active', 'Blocked', 'Deleted')),
  waits_for               text[]      not null default '{}' check (waits_for <@ array['Approval', 'Screening']),
  payable_from            timestamptz, -- end of the cooling-off period; null: none
  version                 integer     not null default 1 check (version > 0),
  name                    text        not null check (length(name) between 1 and 140),
  nickname                text,
  type                    text        not null check (type in ('Individual', 'Company')),
  first_party             boolean     not null default false, -- the entity's own account elsewhere
  address                 jsonb       not null check (address ? 'city' and address ? 'countryCode'), -- banks require both
  country_code            text        not null check (country_code ~ '^[A-Z]{2}$'),
  bank_country_code       text        not null check (bank_country_code ~ '^[A-Z]{2}$'),
  currency                text        not null check (currency ~ '^[A-Z]{3}$'),
  iban                    text        check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  account_number          text        check (account_number ~ '^[A-Z0-9]{1,34}$'),
  bic                     text        check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  routing_codes           jsonb       not null default '[]', -- [{ type, value }]
  payee_sum_key           text        generated always as
    (beneficiary_sum_key(iban, account_number, bic, bank_country_code, routing_codes)) stored,
  account_type            text,
  tax_id                  text,
  rails                   text[]      not null check (cardinality(rails) > 0), -- usable rails, the preferred first
  details                 jsonb       not null default '{}', -- fields that no rule here depends on
  is_default_for_currency boolean     not null default false,
  external_reference      text,
  client_reference        text,
  verification_status     text        not null default 'NotChecked',
  verification_id         text,
  verified_at             timestamptz,
  created_by              uuid,        -- API client; null: the system
  maker                   uuid,        -- API client that created it or last changed its account
  decided_by              text,        -- approved or rejected it, or reviewed a screening hit
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  primary key (entity_id, beneficiary_id),
  constraint beneficiary_has_account
    check (iban is not null or account_number is not null or jsonb_array_length(routing_codes) > 0),
  constraint beneficiary_deleted_is_no_default check (status <> 'Deleted' or not is_default_for_currency),
  constraint beneficiary_pending_waits check (cardinality(waits_for) = 0 or status <> 'Active'),
  constraint beneficiary_approver_is_not_maker
    check (decided_by is null or maker is null or decided_by <> maker::text)
);
create unique index beneficiaries_by_client_reference on beneficiaries (entity_id, client_reference)
  where client_reference is not null;
create unique index beneficiaries_by_external_reference on beneficiaries (entity_id, external_reference)
  where external_reference is not null and status <> 'Deleted';
create unique index beneficiaries_one_default on beneficiaries (entity_id, currency) where is_default_for_currency;
-- The list: newest first, by status.
create index beneficiaries_by_status on beneficiaries (entity_id, status, beneficiary_id);
-- The payees of a name, for the result of a verification.
create index beneficiaries_by_name on beneficiaries (entity_id, name);
create index beneficiaries_by_account on beneficiaries (entity_id, payee_sum_key);

create trigger beneficiaries_reviewer_form before update on beneficiaries for each row
  when (new.decided_by is distinct from old.decided_by
    and (new.decided_by ~* '^\s*cli_' or new.decided_by ~ '^\s*[0-9a-fA-F-]{36}\s*$' and new.decided_by !~ '^[0-9a-f-]{36}$'))
  execute function refuse_reviewer_form();

-- Four eyes and cooling-off for payees, which an operator requires entity by entity.
create table beneficiary_policies (
  entity_id         uuid     primary key references entities,
  needs_approval    boolean  not null, -- of a new payee, and of a changed account
  cooling_off_hours smallint not null check (cooling_off_hours between 0 and 720) -- from then until it can be paid
);
