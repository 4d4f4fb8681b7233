-- Variation margin calls are collected from the money of an account, after initial margin and before payments, unless the
-- facility says that the client pays them itself. Calls that are open already name no account and stay as they are.
alter table credit_facilities add column call_collection text not null default 'Automatic'
  check (call_collection in ('Automatic', 'OnRequest'));
alter table margin_calls add column account_id uuid; -- from which it is collected; null: the client pays it itself
create index margin_calls_collected on margin_calls (entity_id, account_id, due_at, margin_call_id)
  where kind = 'Variation' and status in ('Issued', 'PartlyMet', 'Overdue');
