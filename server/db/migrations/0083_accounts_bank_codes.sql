-- Bank codes of all accounts, so that numbers stay ours when the configured branches change, and numbers of the operator's
-- bank become ours: country, bank and branch as the IBAN contains them, for example GBCMBT049901.

create table own_bank_codes (
  code text primary key check (code ~ '^[A-Z]{2}[A-Z0-9]{1,30}$')
);

create function notify_own_bank_codes() returns trigger language plpgsql as $$
begin
  perform pg_notify('own_bank_codes', '');
  return null;
end $$;
create trigger own_bank_codes_changed after insert on own_bank_codes
  for each row execute function notify_own_bank_codes();

-- Numbers that were formed so far: bank and branch are at the beginning of the national part.
insert into own_bank_codes (code)
select distinct substr(iban, 1, 2) || substr(iban, 5, case substr(iban, 1, 2)
    when 'GB' then 10 when 'IE' then 10 when 'FR' then 10 when 'DE' then 8 when 'ES' then 8 when 'NL' then 4 else 3 end)
  from (select iban from accounts union all select iban from virtual_accounts) numbers;
