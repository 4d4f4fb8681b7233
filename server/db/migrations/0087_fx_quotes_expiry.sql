-- The event quote.expired, for entities that ask for it. A quote of another entity has no value here, and no index entry.
alter table fx_quotes
  add column announce_at  timestamptz, -- when its expiry is to be announced; null once it is booked or announced
  add column announced_at timestamptz; -- when its expiry was announced; it cannot be booked any more
create index fx_quotes_to_announce on fx_quotes (announce_at) where announce_at is not null;
