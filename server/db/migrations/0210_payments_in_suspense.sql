-- What of a refused or returned payment went to suspense, because its account was closed meanwhile. Minor units.
alter table payments add column suspense_minor bigint not null default 0 check (suspense_minor >= 0);
