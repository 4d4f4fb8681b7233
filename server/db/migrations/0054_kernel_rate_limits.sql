-- Token buckets of rate limits, shared by all processes: one for each client and group of operations. Processes lease blocks
-- of tokens, so a row is written once for many requests. Not logged: after a crash of the database every bucket is full.
create table rate_limit_buckets (
  client      text not null check (length(client) <= 128), -- client id, third party, or origin of a request without a token
  limit_group text not null check (limit_group in ('token', 'quotes', 'writes', 'reads')),
  tokens      double precision not null check (tokens >= 0), -- left at filled_ms
  granted     integer not null check (granted >= 0),         -- by the latest lease
  filled_ms   bigint not null,                               -- wall time in milliseconds since 1970
  primary key (client, limit_group)
);
alter table rate_limit_buckets set unlogged;
create index rate_limit_buckets_by_age on rate_limit_buckets (filled_ms);
