-- Sanctions screening: the lists that the operator loads, and the cases that a hit opens.

-- Lists are the operator's, not a client's. A list is replaced as a whole; a new version makes processes reload it.
create table screening_lists (
  list         text        primary key check (list ~ '^[A-Z0-9_]{2,40}$'), -- "OFAC_SDN"
  format       text        not null,
  published    text,                              -- as stated in the file
  sha256       text        not null,              -- of the file
  entries      integer     not null check (entries > 0),
  names        integer     not null check (names >= entries),
  version      bigint      not null generated always as identity,
  loaded_at    timestamptz not null               -- wall time
);
create table screening_names (
  list     text    not null references screening_lists on delete cascade,
  entry_id text    not null, -- the list's own id of the person, body or ship
  seq      integer not null, -- position in the file: the main name of an entry comes before its aliases
  name     text    not null,
  kind     text    not null check (kind in ('Individual', 'Company', 'Vessel', 'Unknown')),
  programs text    not null default '', -- regime or programme, for the reviewer
  bics     text[]  not null default '{}',
  primary key (list, entry_id, seq)
);

-- The findings on one resource (a payee, a payment, money received), and the decision of a reviewer.
create table screening_cases (
  entity_id     uuid        not null references entities,
  case_id       uuid        not null,
  resource_type text        not null check (resource_type in ('beneficiary', 'payment', 'inboundPayment')),
  resource_id   uuid        not null,
  stage         text        not null check (stage in ('Create', 'Update', 'Release', 'Receipt')),
  status        text        not null check (status in ('Open', 'Released', 'Rejected')),
  parties       jsonb       not null, -- who was screened: [{ role, name, country?, bic? }]
  hits          jsonb       not null check (jsonb_array_length(hits) > 0),
  fingerprint   text        not null, -- of parties and listed entries: the same finding is not reviewed twice
  maker         text,                 -- who created the resource; null: the system or a bank
  opened_at     timestamptz not null,
  decided_by    text,
  decided_at    timestamptz,
  reason        text,
  primary key (entity_id, case_id),
  constraint screening_case_decided check ((status = 'Open') = (decided_by is null) and (status = 'Open') = (decided_at is null)),
  constraint screening_reviewer_is_not_maker check (decided_by is null or maker is null or decided_by <> maker)
);
create index screening_cases_by_resource on screening_cases (entity_id, resource_type, resource_id, case_id);
-- The reviewer's list, over all entities.
create index screening_cases_open on screening_cases (case_id) where status = 'Open';
create unique index screening_cases_one_open on screening_cases (entity_id, resource_type, resource_id) where status = 'Open';

-- The reviewer is compared with the maker as text, so a client is stored in one form: a uuid in lower case, never with the
-- prefix of the API. The same check applies to reviewers of payees and payments.
create function refuse_reviewer_form() returns trigger language plpgsql as $$
begin
  raise exception 'a reviewer that is a client is stored by its uuid: not in the stored form'
    using errcode = 'check_violation', constraint = 'reviewer_in_stored_form';
end $$;
create trigger screening_cases_reviewer_form before update on screening_cases for each row
  when (new.decided_by is distinct from old.decided_by
    and (new.decided_by ~* '^\s*cli_' or new.decided_by ~ '^\s*[0-9a-fA-F-]{36}\s*$' and new.decided_by !~ '^[0-9a-f-]{36}$'))
  execute function refuse_reviewer_form();
