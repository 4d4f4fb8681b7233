-- Sanctions screening: the lists that the operator loads, and the cases that a hit opens.

-- Lists are the operator's, not a client's. A list is replaced as a whole; the version tells processes to read it anew.
create table screening_lists (
  list         text        primary key check (list ~ '^[A-Z0-9_]{2,40}$'), -- "OFAC_SDN"
  format       text        not null,
  published    text,                              -- as the file says
  sha256       text        not null,              -- of the file
  entries      integer     not null check (entries > 0),
  names        integer     not null check (names >= entries),
  version      bigint      not null generated always as identity,
  loaded_at    timestamptz not null               -- wall time
);
create table screening_names (
  list     text    not null references screening_lists on delete cascade,
  entry_id text    not null, -- the list's own id of the person, body or ship
  seq      integer not null, -- place in the file: an entry's main name stands before its aliases
  name     text    not null,
  kind     text    not null check (kind in ('Individual', 'Company', 'Vessel', 'Unknown')),
  programs text    not null default '', -- regime or programme, for the reviewer
  bics     text[]  not null default '{}',
  primary key (list, entry_id, seq)
);

-- What was found about one thing (a payee, a payment, money that came in), and what a reviewer decided.
create table screening_cases (
  entity_id     uuid        not null references entities,
  case_id       uuid        not null, -- uuid v7; scr_ in front of it on the wire
  resource_type text        not null check (resource_type in ('beneficiary', 'payment', 'inboundPayment')),
  resource_id   uuid        not null,
  stage         text        not null check (stage in ('Create', 'Update', 'Release', 'Receipt')),
  status        text        not null check (status in ('Open', 'Released', 'Rejected')),
  parties       jsonb       not null, -- who was screened: [{ role, name, country?, bic? }]
  hits          jsonb       not null check (jsonb_array_length(hits) > 0),
  fingerprint   text        not null, -- of parties and listed entries: the same find is not reviewed twice
  maker         text,                 -- who made the thing; null: the system or a bank
  opened_at     timestamptz not null, -- business time
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
