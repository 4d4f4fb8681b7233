-- Work that falls due at a business time: settlements, releases, rail messages, the house's second journals. A row is
-- deleted in the transaction that does its work, so after a crash it is either done or still here.
create table due_work (
  entity_id   uuid        not null,
  work_id     uuid        not null,
  kind        text        not null,
  resource_id uuid        not null,
  due_at      timestamptz not null, -- business time
  lane        smallint    not null, -- work of one entity is done in order, in one lane
  attempts    integer     not null default 0,
  retry_at    timestamptz,          -- wall time; set after a failure
  last_error  text,
  primary key (entity_id, work_id),
  unique (entity_id, kind, resource_id)
);
create index due_work_by_lane on due_work (lane, due_at, work_id);
