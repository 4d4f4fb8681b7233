-- The PDF of a stored statement, set when it is first asked for and kept as it was: a later release may set its pages differently.
-- In parts, since a statement has no longest length.
create table statement_files (
  entity_id    uuid    not null,
  statement_id uuid    not null,
  position     integer not null check (position >= 0), -- parts are joined in this order
  bytes        bytea   not null,
  primary key (entity_id, statement_id, position),
  foreign key (entity_id, statement_id) references statements
);
create trigger statement_files_append_only before update or delete or truncate on statement_files
  for each statement execute function refuse_change();
