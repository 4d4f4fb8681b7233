-- Clients are found by the directory; their keys contain the entity.

select join_directory('client', 'api_clients', 'client_id');

alter table api_client_entities add column home_entity_id uuid; -- the entity that the client was created for
update api_client_entities g set home_entity_id = c.entity_id from api_clients c where c.client_id = g.client_id;
alter table api_client_entities
  alter column home_entity_id set not null,
  drop constraint api_client_entities_client_id_fkey,
  add foreign key (home_entity_id, client_id) references api_clients (entity_id, client_id);
alter table api_clients drop constraint api_clients_client_id_key;

alter table access_tokens drop constraint access_tokens_pkey, add primary key (entity_id, token_hash);
create index access_tokens_by_hash on access_tokens (token_hash); -- a request brings only its token
