-- The account that the bank's entry named, whether it was one of ours or not: an entry that comes again is the same money only for the same account.
-- The ids of payments that it named: a return that the bank reports later is the same money, if the entry named its payment. Rows of previous
-- releases have neither.
alter table inbound_payments add column named_account text, add column named_ids text[];
