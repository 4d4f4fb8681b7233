-- Images of events and stored responses are texts of about two kilobytes, just above the size from which PostgreSQL compresses a row.
-- Each payment writes four of them, and few are read. Rows up to half a page now stay as they are.
alter table event_images set (toast_tuple_target = 4080);
alter table idempotency_keys set (toast_tuple_target = 4080);
