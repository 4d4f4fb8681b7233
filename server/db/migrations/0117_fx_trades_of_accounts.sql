-- Accounts of the ledger stay, and a deal keeps its accounts: one check for all deals of a statement takes the place of two foreign keys
-- (decision 128).
lock table fx_trades, ledger_accounts in access exclusive mode;

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
  for each statement execute function refuse_key_change();
