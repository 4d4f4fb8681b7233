-- Accounts stay, and keep their ids and currency: one check for all payments of a statement takes the place of a foreign key
-- (decision 128).
lock table accounts, payments in access exclusive mode;

create trigger accounts_stay before delete or truncate or update of entity_id, account_id, currency on accounts
  for each statement execute function refuse_key_change();

create function check_payments_accounts() returns trigger language plpgsql volatile as $$
begin
  if exists (select from added p where (select a.currency from accounts a
      where a.entity_id = p.entity_id and a.account_id = p.account_id) is distinct from p.currency) then
    raise exception 'a payment has no account in its currency'
      using errcode = 'foreign_key_violation', constraint = 'payment_of_account', table = 'payments';
  end if;
  return null;
end $$;

alter table payments drop constraint payments_entity_id_account_id_currency_fkey;
create trigger payments_of_account after insert on payments
  referencing new table as added for each statement execute function check_payments_accounts();
