-- Versions of accounts, inbound payments and reconciliations, so that the versions of a resource rise in its events. Rows from before have no
-- event that names a higher one.
alter table accounts add column version integer not null default 1 check (version > 0);
alter table reconciliations add column version integer not null default 1 check (version > 0);
alter table inbound_payments add column version integer not null default 1 check (version > 0);
