-- Four eyes and cooling-off for payees: an operator asks for them, entity by entity.
create table beneficiary_policies (
  entity_id         uuid     primary key references entities,
  needs_approval    boolean  not null, -- of a new payee, and of a change of what is paid
  cooling_off_hours smallint not null check (cooling_off_hours between 0 and 720) -- from then until it can be paid
);

alter table beneficiaries
  add column waits_for    text[] not null default '{}' check (waits_for <@ array['Approval', 'Screening']),
  add column payable_from timestamptz, -- business time; null: at once
  add column maker        uuid,        -- API client that made it, or last changed what is paid
  add column decided_by   text,        -- who approved or rejected it, or reviewed what screening found
  add constraint beneficiary_pending_waits check (cardinality(waits_for) = 0 or status <> 'Active'),
  add constraint beneficiary_approver_is_not_maker
    check (decided_by is null or maker is null or decided_by <> maker::text);

-- The payees of a name, for the outcome of a verification.
create index beneficiaries_by_name on beneficiaries (entity_id, name);
