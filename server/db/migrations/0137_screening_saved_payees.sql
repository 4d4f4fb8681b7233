-- Saved payees are screened again when lists name somebody new: each name has the version of the lists that added or changed it.
alter table screening_names add column since bigint; -- null: since the version of its list
alter table screening_lists add column changed_version bigint; -- the newest of its names; null: its own version

create table screening_progress (
  entity_id uuid not null references entities,
  version bigint default 0 not null, -- every payee was screened with the names up to it
  target bigint, -- of the pass under way
  after_id uuid, -- the last beneficiary of the pass under way
  screened bigint default 0 not null,
  found bigint default 0 not null,
  finished_at timestamptz, -- wall time
  primary key (entity_id),
  constraint screening_progress_pass check (target > version and (after_id is null or target is not null))
);

alter table screening_cases drop constraint screening_cases_stage_check;
alter table screening_cases add constraint screening_cases_stage_check
  check (stage in ('Create', 'Update', 'Release', 'Receipt', 'ListChange'));
