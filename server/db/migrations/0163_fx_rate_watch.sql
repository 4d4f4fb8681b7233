-- Levels of the spot market at which a job of their resource is scheduled, once: those of rate alerts and of orders. A level is removed
-- in the transaction that schedules its job.
create table rate_levels (
  entity_id uuid not null,
  kind text not null,                              -- of the job
  resource_id uuid not null,                       -- of the job
  currency_pair text not null,
  price_side text not null check (price_side in ('Bid', 'Mid', 'Ask')),
  direction text not null check (direction in ('AtOrAbove', 'AtOrBelow')),
  level numeric not null check (level > 0),        -- counter currency per unit of base
  primary key (entity_id, kind, resource_id)
);

-- Finds the pairs that have levels, and of a pair the levels that its price has reached.
create index rate_levels_of_market on rate_levels (currency_pair, price_side, direction, level);
