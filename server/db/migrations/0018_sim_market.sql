-- Moves of the sandbox's market: from `at` (business time) on, the currency's USD pair is worth `factor` times as much.
create table sim_market_overrides (
  override_id bigint generated always as identity primary key,
  currency    text        not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  at          timestamptz not null,
  factor      numeric     not null check (factor > 0)
);
