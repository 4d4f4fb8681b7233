-- In a transaction of its own: reads continue while the rows are scanned, of which none has ids yet.
create index inbound_payments_naming_ids on inbound_payments (entity_id, currency, amount_minor) where named_ids is not null;
