-- Lists with `updatedSince` must not miss a change that commits after one with a later time was read. Events of an entity are
-- stored in the order of their commits, since their counter stays locked until then: `recorded_at` never decreases in that
-- order, and is never before the time of any change that was visible when the event was stored.
alter table books add column recorded_at timestamptz;
alter table events add column recorded_at timestamptz;

-- Few: changes that were stored after one with a later business time.
create index events_recorded_late on events (entity_id, recorded_at) where recorded_at > at;

-- The resources whose changes were made before an instant and stored after a change at or after it.
create function changed_late(p_entity_id uuid, p_resource_type text, p_since timestamptz) returns setof uuid
language sql stable as $$
  select resource_id from events
    where entity_id = p_entity_id and recorded_at >= p_since and recorded_at > at and at < p_since and resource_type = p_resource_type
$$;
