-- Kernel: idempotency keys, scheduled jobs, the service's own keys, and functions that later modules share.
--
-- Conventions of all migrations:
-- * Every client table has entity_id as the first column of its primary key, and in every unique constraint and foreign key.
--   Exceptions are listed, each with its reason, in server/test/schema/entity-keys.test.ts.
-- * Amounts are bigint minor units. Instants are business time unless a comment names wall time.
-- * Ids are uuid v7, stored without the prefix that they have in the API ("pay_").
-- * A rule that guards money is also a constraint or a trigger, so that it binds every writer.

-- Refuses any change of an append-only table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Idempotency keys ---------------------------------------------------------------------------------------------------

-- One row per key for the life of a key (7 days). `request` is the canonical body: equal text means the same
-- request. `body` is the stored response; where it is null, the operation rebuilds the response from the resource or
-- from outcome and detail.
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
  -- The most selective column first: every posted command probes and extends this index.
  primary key (entity_id, key, client_id, operation)
);
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

-- Waits for a running call with the same key, as long as lock_timeout allows, then returns the stored row, if any.
create function claim_idempotency_key(p_entity_id uuid, p_client_id uuid, p_operation text, p_key text)
returns setof idempotency_keys language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_client_id::text || ' ' || p_operation || ' ' || p_key, 0));
  return query select * from idempotency_keys k
    where k.entity_id = p_entity_id and k.client_id = p_client_id and k.operation = p_operation and k.key = p_key;
end $$;

-- Jobs ---------------------------------------------------------------------------------------------------------------

-- Jobs that are due at a business time: settlements, releases, rail messages, journals of the house. The transaction that
-- does a job deletes its row, so after a crash the job is either done or still here.
create table due_work (
  entity_id   uuid        not null,
  work_id     uuid        not null,
  kind        text        not null,
  resource_id uuid        not null,
  due_at      timestamptz not null,
  lane        smallint    not null, -- ordering partition: the jobs of one entity run in order, in one lane
  attempts    integer     not null default 0,
  retry_at    timestamptz,          -- wall time; set after a failure
  last_error  text,
  primary key (entity_id, work_id),
  unique (entity_id, kind, resource_id)
);
-- Jobs under a lease wait for an external call, thousands of them if a bank is slow: a look for the next job skips them.
create index due_work_ready on due_work (lane, due_at, work_id) where retry_at is null;
create index due_work_retried on due_work (lane, retry_at) where retry_at is not null;

-- The lane of an entity's jobs, as kernel/jobs/job-rows.ts computes it.
create function work_lane(p_entity_id uuid) returns smallint language sql immutable as $$
  select ((('x' || right(p_entity_id::text, 4))::bit(16)::int) % 4)::smallint
$$;

-- Keys of the service ------------------------------------------------------------------------------------------------

-- Keys that all processes share and that protect no secret of a client. The first start generates each of them.
create table service_keys (
  purpose text  primary key check (purpose in ('cursors')),
  secret  bytea not null check (octet_length(secret) = 32)
);
