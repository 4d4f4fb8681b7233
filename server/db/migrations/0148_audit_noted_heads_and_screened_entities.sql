-- The heads that the chains of the audit trail had at their last intact verification (decision 141). A chain that was deleted with its
-- head, and sealed anew by the service, no longer has this digest there. All rows belong to the house: it keeps them for every entity.
create table audit_noted_heads (
  entity_id uuid not null, -- the house's
  chain_entity_id uuid not null,
  chain text not null check (chain in ('entity', 'institution')),
  records bigint not null check (records > 0), -- position of the head
  digest bytea not null check (octet_length(digest) = 32),
  noted_at timestamptz not null, -- wall time
  primary key (entity_id, chain_entity_id, chain)
);

-- Names of client entities are screened too, when an entity is created and when lists change.
alter table screening_cases drop constraint screening_cases_resource_type_check;
alter table screening_cases add constraint screening_cases_resource_type_check
  check (resource_type in ('beneficiary', 'payment', 'inboundPayment', 'entity'));
-- The entity's own names were screened with the names of the lists up to this version.
alter table screening_progress add column entity_version bigint default 0 not null;

-- Owners, directors and other persons behind an entity, screened with it: [{ name, role, countryCode? }]. Clients do not see them.
alter table entities add column related_parties jsonb default '[]' not null check (jsonb_typeof(related_parties) = 'array');
