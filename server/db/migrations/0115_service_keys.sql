-- Keys that all processes of the service share and that guard no secret of a client: each is drawn on the first start.
create table service_keys (
  purpose text  primary key check (purpose in ('cursors')),
  secret  bytea not null check (octet_length(secret) = 32)
);
