-- What every state change leaves behind, in the transaction that makes it: an event, which is its audit row too, and,
-- where the caller sent a key, an idempotency record.

-- One row an entity. Its lock orders the entity's events; it is always taken after the locks on balances.
create table books (
  entity_id      uuid primary key,
  event_sequence bigint not null default 0 check (event_sequence >= 0)
);

-- One row for every change of state: the outbox of business events, gap-free per entity from 1, and the audit trail in
-- one. Who did it, when and from which request stands beside what was done. The body that a receiver of the event gets is
-- built at delivery from the resource; the feed goes back 90 days, the rows stay.
create table events (
  entity_id        uuid        not null,
  sequence         bigint      not null check (sequence > 0),
  type             text        not null,
  resource_type    text        not null,
  resource_id      uuid        not null,
  resource_version integer     not null default 1,
  previous_status  text,
  at               timestamptz not null, -- business time
  wall_at          timestamptz not null,
  actor_type       text        not null check (actor_type in ('client', 'operator', 'psu', 'system')),
  actor_id         uuid,
  request_id       text,
  detail           jsonb,
  primary key (entity_id, sequence)
);

-- Acts that clients get no event of: an operator's, a rotated secret, a read document.
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

-- Everything an auditor reads, in one place.
create view audit_log as
  select entity_id, wall_at as at, actor_type, actor_id, type as action, resource_type, resource_id, request_id, detail from events
  union all
  select entity_id, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail from audited_acts;

-- One row per key for as long as keys are kept (7 days). `request` is the canonical body: equal text means the same
-- request. `body` is the answer; where it is null the operation rebuilds it from the resource or from outcome and detail.
create table idempotency_keys (
  entity_id    uuid        not null,
  client_id    uuid        not null,
  operation    text        not null,
  key          text        not null,
  request      text        not null,
  status       smallint    not null,
  body         text,
  resource_id  uuid,
  outcome      smallint,
  detail_minor bigint,
  request_id   text,
  created_at   timestamptz not null, -- wall time
  primary key (entity_id, client_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger audited_acts_append_only before update or delete or truncate on audited_acts
  for each statement execute function refuse_change();

-- Numbers and stores one event; the caller holds whatever locks on balances it needs already.
create function record_event(
  p_entity_id uuid, p_type text, p_resource_type text, p_resource_id uuid, p_resource_version integer, p_previous_status text,
  p_at timestamptz, p_wall_at timestamptz, p_actor_type text, p_actor_id uuid, p_request_id text, p_detail jsonb
) returns bigint language plpgsql as $$
declare
  v_sequence bigint;
begin
  update books set event_sequence = event_sequence + 1 where entity_id = p_entity_id
    returning event_sequence into strict v_sequence;
  insert into events (entity_id, sequence, type, resource_type, resource_id, resource_version, previous_status, at,
      wall_at, actor_type, actor_id, request_id, detail)
    values (p_entity_id, v_sequence, p_type, p_resource_type, p_resource_id, p_resource_version, p_previous_status, p_at,
      p_wall_at, p_actor_type, p_actor_id, p_request_id, p_detail);
  return v_sequence;
end $$;

-- Waits for a running call with the same key (as long as lock_timeout allows), then answers what it stored, if anything.
create function claim_idempotency_key(p_entity_id uuid, p_client_id uuid, p_operation text, p_key text)
returns setof idempotency_keys language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_client_id::text || ' ' || p_operation || ' ' || p_key, 0));
  return query select * from idempotency_keys k
    where k.entity_id = p_entity_id and k.client_id = p_client_id and k.operation = p_operation and k.key = p_key;
end $$;
