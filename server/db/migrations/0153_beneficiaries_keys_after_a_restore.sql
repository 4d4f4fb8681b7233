-- pg_restore computes generated columns with an empty search_path. The functions behind the keys of payees therefore name the functions
-- that they call with their schema. The keys are the same as before.
do $migration$
declare
  qualified text := quote_ident(current_schema());
begin
  execute format($sql$
    create or replace function payee_iban_account(payee jsonb) returns text language sql immutable parallel safe as $$
  select case
    when payee->>'iban' like 'GB%%' then 'UK:' || substr(payee->>'iban', 9, 6) || ':' || substr(payee->>'iban', 15, 8)
    when payee->>'iban' is not null then payee->>'iban'
    when payee->>'accountNumber' is not null then 'UK:' || %1$s.payee_sort_code(payee) || ':' || (payee->>'accountNumber')
  end
$$;

    create or replace function payee_key(payee jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(%1$s.payee_iban_account(payee),
      (payee->>'bankCountryCode') || ':' || %1$s.payee_bank(payee) || ':' || coalesce(payee->>'accountNumber', ''))
    || coalesce('/' || nullif(regexp_replace(upper(payee->>'secondaryReference'), '[^A-Z0-9]', '', 'g'), ''), '');
end $$;

    create or replace function payee_sum_key(payee jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(%1$s.payee_iban_account(payee),
    (payee->>'bankCountryCode') || ':' || coalesce(payee->>'accountNumber', %1$s.payee_bank(payee)));
end $$;

    create or replace function beneficiary_sum_key(iban text, account_number text, bic text, bank_country_code text, routing_codes jsonb)
      returns text language plpgsql immutable parallel safe as $$
begin
  return %1$s.payee_sum_key(jsonb_build_object('iban', iban, 'accountNumber', account_number, 'bic', bic,
    'bankCountryCode', bank_country_code, 'routingCodes', routing_codes));
end $$;
  $sql$, qualified);
end $migration$;
