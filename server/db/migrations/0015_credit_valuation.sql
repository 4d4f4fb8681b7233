-- Valuation of open deals.

-- The market that a valuation used: every figure can be recomputed from it, to the last digit. A market that has not
-- changed since the last snapshot is not stored again.
create table market_snapshots (
  entity_id   uuid        not null references entities,
  snapshot_id uuid        not null,
  taken_at    timestamptz not null,
  digest      text        not null, -- sha256 of the content
  content     jsonb       not null, -- rates as text
  primary key (entity_id, snapshot_id)
);
create index market_snapshots_by_time on market_snapshots (entity_id, taken_at, snapshot_id);
create trigger market_snapshots_append_only before update or delete on market_snapshots
  for each statement execute function refuse_change();
