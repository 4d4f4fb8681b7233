-- Audit: a chain of hashes over the audit trail of each entity, and where each record came from.

-- Where a change came from: the client's address, or the account and host of an operator; and the operation that was called.
alter table events add column address text, add column operation text;
alter table audited_acts add column address text, add column operation text;

-- An entity has two chains. `entity` holds its events and the acts of its clients and users, who can read it. `institution`
-- holds the acts of operators and of screening, which clients must not see.
create function audit_chain_of(p_entity_id uuid, p_actor_type text, p_resource_type text) returns text language sql immutable as $$
  select case when p_actor_type = 'operator' or p_resource_type in ('screeningCase', 'screeningList')
    or p_entity_id = '00000000-0000-7000-8000-000000000001' then 'institution' else 'entity' end
$$;

-- Sealed records, many a row: first events by their sequence, then acts. `digests` has 32 bytes a record: the SHA-256 of the
-- digest before it and the canonical text of the record.
create table audit_blocks (
  entity_id   uuid        not null,
  chain       text        not null check (chain in ('entity', 'institution')),
  first       bigint      not null check (first > 0), -- position of the first record in its chain
  first_event bigint      not null,                   -- sequence of the first event, if there are any
  events      integer     not null check (events >= 0),
  act_ids     uuid[]      not null,
  digests     bytea       not null,
  oldest_at   timestamptz not null,                   -- wall time of the oldest record
  sealed_at   timestamptz not null,                   -- wall time
  primary key (entity_id, chain, first),
  check (octet_length(digests) = 32 * (events + cardinality(act_ids)) and digests <> '')
);
create index audit_blocks_by_time on audit_blocks (entity_id, chain, oldest_at);
create trigger audit_blocks_append_only before update or delete or truncate on audit_blocks
  for each statement execute function refuse_change();

-- The end of each chain. Its row is locked while records are sealed.
create table audit_heads (
  entity_id uuid   not null,
  chain     text   not null check (chain in ('entity', 'institution')),
  records   bigint not null default 0,
  events    bigint not null default 0, -- sequence of the last sealed event
  digest    bytea  not null default '',
  primary key (entity_id, chain)
);

-- Acts that are committed and not yet sealed. Events need none: their sequence has no gap.
create table unsealed_acts (
  entity_id uuid not null,
  act_id    uuid not null,
  chain     text not null,
  primary key (entity_id, act_id)
);
insert into unsealed_acts select entity_id, act_id, audit_chain_of(entity_id, actor_type, resource_type) from audited_acts;

create function note_unsealed_acts() returns trigger language plpgsql as $$
begin
  insert into unsealed_acts (entity_id, act_id, chain)
    select entity_id, act_id, audit_chain_of(entity_id, actor_type, resource_type) from added;
  return null;
end $$;
create trigger audited_acts_unsealed after insert on audited_acts referencing new table as added
  for each statement execute function note_unsealed_acts();

create or replace view audit_log as
  select entity_id, wall_at as at, actor_type, actor_id, type as action, resource_type, resource_id, request_id, detail, address, operation
    from events
  union all
  select entity_id, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail, address, operation
    from audited_acts;
