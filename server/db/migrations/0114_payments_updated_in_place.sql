-- A payment that was released changes its status two or three times more. No index shows that: its row is then changed in place, without
-- an entry in each of its indexes (decision 128). The stage is its status until then.
alter table payments add column stage text generated always as (
  case when status in ('Submitted', 'Sent', 'Completed', 'Failed', 'Returned') then 'Released' else status end) stored;

drop index payments_before_release;
create index payments_before_release on payments (entity_id, beneficiary_id)
  where stage in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds');
drop index payments_by_beneficiary;
create index payments_by_beneficiary on payments (entity_id, beneficiary_id, stage) where beneficiary_id is not null;
drop index payments_by_payee;
create index payments_by_payee on payments (entity_id, payee_key) where stage = 'Released';
drop index payments_funding_queue;
create index payments_funding_queue on payments (entity_id, account_id, payment_date, payment_id) where stage = 'AwaitingFunds';

-- Room for the new versions of the rows of a page.
alter table payments set (fillfactor = 60);

-- Accounts stay, and keep their ids and currency: one check for all payments of a statement takes the place of a foreign key.
create trigger accounts_stay before delete or truncate or update of entity_id, account_id, currency on accounts
  for each statement execute function refuse_change();

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

-- Accounts of the ledger stay too, and a deal keeps its accounts.
create function check_trades_accounts() returns trigger language plpgsql volatile as $$
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

alter table fx_trades drop constraint fx_trades_entity_id_buy_account_id_fkey;
alter table fx_trades drop constraint fx_trades_entity_id_sell_account_id_fkey;
create trigger fx_trades_of_accounts after insert on fx_trades
  referencing new table as added for each statement execute function check_trades_accounts();
create trigger fx_trades_keep_accounts before update of entity_id, buy_account_id, sell_account_id on fx_trades
  for each statement execute function refuse_change();

-- Nothing searches these columns any more.
alter table payments alter column currency set statistics 0;
alter table fx_trades alter column buy_account_id set statistics 0;
