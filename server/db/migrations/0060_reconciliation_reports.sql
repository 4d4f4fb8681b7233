-- Reconciliations of all books, one a day; they belong to the house.

create table reconciliations (
  entity_id         uuid        not null, -- the house's
  reconciliation_id uuid        not null,
  day               date        not null, -- business day (UTC) on which it ran
  as_at             timestamptz not null, -- business time of the latest run of the day
  difference_count  integer     not null check (difference_count >= 0), -- currencies that differ, and findings
  report            jsonb       not null, -- amounts in minor units, as text
  primary key (entity_id, reconciliation_id),
  unique (entity_id, day)
);
