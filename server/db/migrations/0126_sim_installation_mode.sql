-- Records whether a database is a sandbox or in production, so that wrong settings of a start cannot turn one into the other. The first start of a
-- server writes the row. A database without it, of a previous release, is recognised by its entities.
create table installation_mode (
  is_only boolean primary key default true check (is_only),
  mode    text    not null check (mode in ('Sandbox', 'Production'))
);
