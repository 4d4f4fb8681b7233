-- The value date of money received: the bank's, or the local day of its holder. What was received before kept the UTC day.
alter table inbound_payments add column value_date date;
update inbound_payments set value_date = (received_at at time zone 'UTC')::date;
alter table inbound_payments alter column value_date set not null;
