-- Reference rates: they value amounts in a currency that has no market here, against limits and approval bands. They never
-- price a deal.

-- An operator sets them, one row each time; the last row of the latest day applies.
create table reference_rates (
  rate_id  bigint      generated always as identity primary key,
  currency text        not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  day      date        not null, -- of the source's statement
  rate     numeric     not null check (rate > 0), -- of its USD pair in market convention: KWD per USD, but USD per EUR
  source   text        not null check (source <> ''),
  set_by   text        not null check (set_by <> ''),
  set_at   timestamptz not null  -- wall time
);
create index reference_rates_latest on reference_rates (currency, day desc, rate_id desc);
create trigger reference_rates_append_only before update or delete or truncate on reference_rates
  for each statement execute function refuse_change();
