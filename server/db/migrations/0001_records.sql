-- What every state change leaves behind, in the transaction that makes it: an event, an audit row, and, where the
-- caller sent a key, an idempotency record.

-- One row an entity. Its lock orders the entity's events; it is always taken after the locks on balances.
create table books (
  entity_id      uuid primary key,
  event_sequence bigint not null default 0 check (event_sequence >= 0)
);

-- The outbox of business events: gap-free per entity from 1. The body is built at delivery from the resource.
create table events (
  entity_id        uuid        not null,
  sequence         bigint      not null check (sequence > 0),
  type             text        not null,
  resource_type    text        not null,
  resource_id      uuid        not null,
  resource_version integer     not null default 1,
  previous_status  text,
  at               timestamptz not null, -- business time
  primary key (entity_id, sequence)
);

-- Who did what, when and from which request. Kept longer than events and never changed.
create table audit_log (
  entity_id     uuid        not null,
  audit_id      uuid        not null,
  at            timestamptz not null, -- wall time
  actor_type    text        not null check (actor_type in ('client', 'operator', 'psu', 'system')),
  actor_id      uuid,
  action        text        not null,
  resource_type text        not null,
  resource_id   uuid,
  request_id    text,
  detail        jsonb,
  primary key (entity_id, audit_id)
);

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

create trigger events_append_only before update on events for each statement execute function refuse_change();
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Numbers and stores one event; the caller holds whatever locks on balances it needs already.
create function record_event(
  p_entity_id uuid, p_type text, p_resource_type text, p_resource_id uuid, p_resource_version integer,
  p_previous_status text, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_sequence bigint;
begin
  update books set event_sequence = event_sequence + 1 where entity_id = p_entity_id
    returning event_sequence into strict v_sequence;
  insert into events (entity_id, sequence, type, resource_type, resource_id, resource_version, previous_status, at)
    values (p_entity_id, v_sequence, p_type, p_resource_type, p_resource_id, p_resource_version, p_previous_status, p_at);
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
