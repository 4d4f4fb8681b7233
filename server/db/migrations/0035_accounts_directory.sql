-- Accounts are found by the directory; their keys contain the entity.

select join_directory('account', 'accounts', 'account_id');

select join_directory('iban', 'accounts', 'iban');

alter table accounts
  drop constraint accounts_account_id_key,
  drop constraint accounts_iban_key,
  add unique (entity_id, iban);
