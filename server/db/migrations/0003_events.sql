-- Events and audit: each change of state stores a row in the transaction that makes it.

-- One row per change of state: the outbox of business events, numbered per entity from 1 without gaps, and the audit trail in
-- one. The row also has actor, time and request. The body of an event is built at delivery from the resource. The
-- feed reaches back 90 days; rows remain.
create table events (
  entity_id        uuid        not null,
  sequence         bigint      not null check (sequence > 0),
  type             text        not null,
  resource_type    text        not null,
  resource_id      uuid        not null,
  resource_version integer     not null default 1,
  previous_status  text,
  at               timestamptz not null,
  wall_at          timestamptz not null,
  actor_type       text        not null check (actor_type in ('client', 'operator', 'psu', 'system')),
  actor_id         uuid,
  request_id       text,
  detail           jsonb,
  -- Lists with `updatedSince` must not miss a change that commits after a change with a later time was read. The events of an
  -- entity are stored in the order of their commits, since their counter stays locked until then: recorded_at never
  -- decreases in that order, and is never before the time of any change that was visible when the event was stored.
  recorded_at      timestamptz,
  primary key (entity_id, sequence)
);
-- Few rows: changes that were stored after a change with a later business time.
create index events_recorded_late on events (entity_id, recorded_at) where recorded_at > at;
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();

-- Returns the resources whose changes happened before an instant and were stored after a change at or after it.
create function changed_late(p_entity_id uuid, p_resource_type text, p_since timestamptz) returns setof uuid
language sql stable as $$
  select resource_id from events
    where entity_id = p_entity_id and recorded_at >= p_since and recorded_at > at and at < p_since and resource_type = p_resource_type
$$;

-- Acts without an event for clients: an act of an operator, a rotated secret, a document that was read.
create table audited_acts (
  entity_id     uuid        not null,
  act_id        uuid        not null,
  at            timestamptz not null, -- wall time
  actor_type    text        not null check (actor_type in ('client', 'operator', 'psu', 'system')),
  actor_id      uuid,
  action        text        not null,
  resource_type text        not null,
  resource_id   uuid,
  request_id    text,
  detail        jsonb,
  primary key (entity_id, act_id)
);
create trigger audited_acts_append_only before update or delete or truncate on audited_acts
  for each statement execute function refuse_change();

-- The whole audit trail in one place.
create view audit_log as
  select entity_id, wall_at as at, actor_type, actor_id, type as action, resource_type, resource_id, request_id, detail from events
  union all
  select entity_id, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail from audited_acts;
