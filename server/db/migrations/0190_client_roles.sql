-- Roles become a set: a client makes commands, approves them, or does both; nobody approves what they made.
alter table api_client_entities add column roles text[];
update api_client_entities set roles = array[role];
alter table api_client_entities alter column roles set not null,
  add constraint client_roles_known check (roles <@ array['maker', 'approver'] and cardinality(roles) > 0);

-- Writers that give `role` alone: the trigger that grants the first entity, and the release before this one.
create function fill_client_roles() returns trigger language plpgsql as $$
begin
  new.roles := coalesce(new.roles, array[new.role]);
  return new;
end $$;
create trigger api_client_entities_roles before insert on api_client_entities
  for each row execute function fill_client_roles();
