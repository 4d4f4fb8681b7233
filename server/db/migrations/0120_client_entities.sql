-- An API client belongs to one or more entities of one group. What it may do, scopes and role, is
-- granted for each entity. api_clients.entity_id remains the entity that the client was
-- created for: its credentials and tokens are stored there. Its role and grants are kept for the release before.
create table api_client_entities (
  entity_id           uuid        not null references entities,
  client_id           uuid        not null references api_clients (client_id),
  role                text        not null check (role in ('maker', 'approver')),
  grants              text[]      not null, -- scopes
  granted_at          timestamptz not null, -- wall time
  primary key (entity_id, client_id)
);
create index api_client_entities_by_client on api_client_entities (client_id);

insert into api_client_entities (entity_id, client_id, role, grants, granted_at)
  select entity_id, client_id, role, grants, created_at from api_clients;

-- The release before knows only api_clients: a client that it creates is granted the entity that it was created for.
create function grant_first_entity() returns trigger language plpgsql as $$
begin
  insert into api_client_entities (entity_id, client_id, role, grants, granted_at)
    values (new.entity_id, new.client_id, new.role, new.grants, new.created_at);
  return null;
end $$;
create trigger api_clients_first_entity after insert on api_clients
  for each row execute function grant_first_entity();

create function notify_client_grants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_changed', coalesce(new.client_id, old.client_id)::text);
  return null;
end $$;
create trigger api_client_entities_changed after insert or update or delete on api_client_entities
  for each row execute function notify_client_grants_changed();
