-- A client reference names one internal transfer of an entity, whether it is posted at once or waits for approval first: the
-- two are rows of different tables, and each table's own unique index could not see what the other was about to hold.
create table internal_transfer_references (
  entity_id            uuid not null,
  client_reference     text not null,
  internal_transfer_id uuid not null,
  primary key (entity_id, client_reference)
);
insert into internal_transfer_references (entity_id, client_reference, internal_transfer_id)
  select entity_id, client_reference, internal_transfer_id from internal_transfers where client_reference is not null
  union
  select entity_id, client_reference, internal_transfer_id from internal_transfer_orders where client_reference is not null
  on conflict do nothing; -- two that met before have the reference both; the first to be read keeps it

-- Once approved, a transfer is a row of both tables under one id.
create function claim_internal_transfer_reference() returns trigger language plpgsql as $$
begin
  insert into internal_transfer_references as f (entity_id, client_reference, internal_transfer_id)
    values (new.entity_id, new.client_reference, new.internal_transfer_id)
    on conflict (entity_id, client_reference) do update set internal_transfer_id = f.internal_transfer_id
      where f.internal_transfer_id = new.internal_transfer_id;
  if not found then
    raise exception 'the client reference is taken' using errcode = 'unique_violation', constraint = 'internal_transfer_references_pkey';
  end if;
  return new;
end $$;
create trigger internal_transfers_claim_reference before insert on internal_transfers
  for each row when (new.client_reference is not null) execute function claim_internal_transfer_reference();
create trigger internal_transfer_orders_claim_reference before insert on internal_transfer_orders
  for each row when (new.client_reference is not null) execute function claim_internal_transfer_reference();
drop index internal_transfers_client_reference;
drop index internal_transfer_orders_client_reference;
