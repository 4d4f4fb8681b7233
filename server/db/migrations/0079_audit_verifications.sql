-- Verifications of all chains of the audit trail, one a day; they belong to the house.

create table audit_verifications (
  entity_id        uuid        not null, -- the house's
  day              date        not null, -- wall day (UTC)
  started_at       timestamptz not null,
  leased_until     timestamptz not null, -- another process starts anew after it; while unfinished only
  finished_at      timestamptz,
  record_count     bigint      not null default 0, -- records compared
  difference_count integer     not null default 0 check (difference_count >= 0), -- chains with a difference
  differences      jsonb       not null default '[]', -- the first of each such chain
  primary key (entity_id, day)
);
