-- In a transaction of its own: reads continue while the rows are scanned, of which none has an entry yet.
create index rail_messages_of_entries on rail_messages (entry_reference) where entry_reference is not null;
create index inbound_payments_of_entries on inbound_payments (entry_reference) where entry_reference is not null;
