-- What was approved is what is paid. An approval keeps every detail that it binds; one without details approves nothing.
-- Of a payment that is the instruction to its rail without the date, which moves by itself when a payment cannot leave.
alter table approvals add column bound jsonb,
  add constraint approval_binds_details check (decision <> 'Approved' or bound is not null) not valid; -- older ones do not count

-- 0 approvals means that none are needed; before, one approval was kept as a flag alone.
update payments set approvals_required = 1 where approval_required and approvals_required = 0;
alter table payments add constraint payment_approvals_counted check (approval_required = (approvals_required > 0));

-- The details for which the policies were last asked; null: not known, so they are asked again before release.
alter table payments add column fingerprint text,
  add column approval_changes text[] not null default '{}'; -- what changed when approvals last became void

insert into payment_transitions (from_status, to_status) values
  ('Scheduled', 'PendingApproval'), ('AwaitingFunds', 'PendingApproval'),
  ('Screening', 'PendingApproval'), ('Held', 'PendingApproval');

create function keep_instruction_approved() returns trigger language plpgsql as $$
declare
  v_required smallint;
  v_round smallint;
begin
  select approvals_required, approval_round into v_required, v_round
    from payments where entity_id = new.entity_id and payment_id = new.payment_id;
  if v_required > 0 and (select count(*) from approvals a where a.entity_id = new.entity_id and a.resource_type = 'payment'
        and a.resource_id = new.payment_id and a.round = v_round and a.decision = 'Approved'
        and a.bound = new.body - 'paymentDate') < v_required then
    raise exception 'the instruction is not what was approved' using errcode = 'check_violation',
      constraint = 'instruction_is_what_was_approved';
  end if;
  return new;
end $$;
create trigger rail_instructions_approved before insert or update of body on rail_instructions
  for each row execute function keep_instruction_approved();

-- One account has one spelling here, whichever payee record names it: a British IBAN is its sort code and number.
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
-- The account with its bank and, at a building society, the roll number: what makes a payee known once it was paid.
create function payee_key(payee jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(payee_iban_account(payee),
      (payee->>'bankCountryCode') || ':' || payee_bank(payee) || ':' || coalesce(payee->>'accountNumber', ''))
    || coalesce('/' || nullif(regexp_replace(upper(payee->>'secondaryReference'), '[^A-Z0-9]', '', 'g'), ''), '');
end $$;
-- The account alone: a bank can be named in several ways, and a roll number added, without paying another account.
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

alter table payments
  add column payee_key text generated always as (payee_key(beneficiary_snapshot)) stored,
  add column payee_sum_key text generated always as (payee_sum_key(beneficiary_snapshot)) stored;
alter table beneficiaries add column payee_sum_key text generated always as
  (beneficiary_sum_key(iban, account_number, bic, bank_country_code, routing_codes)) stored;
create index payments_by_payee on payments (entity_id, payee_key) where status in ('Sent', 'Completed');
create index payments_by_payee_and_day on payments (entity_id, payee_sum_key, payment_date) where payee_sum_key is not null;
create index beneficiaries_by_account on beneficiaries (entity_id, payee_sum_key);

-- A policy may count all payments of a day to one account together: splitting one payment does not get below its band.
alter table approval_policies add column daily_sum boolean not null default false,
  add constraint approval_policy_sums_payments check (resource = 'Payment' or not daily_sum);
