-- Webhooks: endpoints to which the events of an entity are sent, and the deliveries to them.

create table webhook_endpoints (
  entity_id           uuid        not null,
  webhook_endpoint_id uuid        not null,
  url                 text        not null check (length(url) between 1 and 2048),
  description         text        check (length(description) between 1 and 200),
  -- Types that are sent; null: all.
  event_types         text[]      check (cardinality(event_types) > 0),
  status              text        not null check (status in ('Active', 'Failing', 'Disabled', 'Deleted')),
  disabled_reason     text        check (disabled_reason in ('Client', 'Failures', 'Rights')),
  version             integer     not null check (version > 0),
  -- Sealed; the previous secret signs too until it expires.
  secret              bytea,
  previous_secret     bytea,
  previous_expires_at timestamptz, -- wall time
  -- Client that saved the endpoint last, and the scopes of its token then: no delivery contains more than it may read.
  client_id           uuid        not null,
  scopes              text[]      not null,
  -- Counts changes of these rights. A body made under other rights is made again.
  rights_version      integer     not null default 1 check (rights_version > 0),
  -- Sequence of the last event that has its delivery, or needs none.
  position            bigint      not null check (position >= 0),
  -- Failed attempts since the last success, and the wall time of the first of them.
  failures            integer     not null default 0 check (failures >= 0),
  failing_since       timestamptz,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (entity_id, webhook_endpoint_id),
  check ((status = 'Disabled') = (disabled_reason is not null)),
  check ((status = 'Deleted') = (secret is null)),
  check ((previous_secret is null) = (previous_expires_at is null)),
  check ((failures = 0) = (failing_since is null))
);

-- One row per event and endpoint, or per test and redelivery. Rows are kept for 30 days.
create table webhook_deliveries (
  entity_id           uuid        not null,
  delivery_id         uuid        not null,
  webhook_endpoint_id uuid        not null,
  -- Null: a test.
  sequence            bigint      check (sequence > 0),
  event_id            text        not null,
  event_type          text        not null,
  reason              text        not null check (reason in ('Event', 'Test', 'Redelivery')),
  -- Made before the first attempt, and sent unchanged by every further one.
  body                text,
  rights_version      integer     check (rights_version > 0),
  status              text        not null check (status in ('Pending', 'Delivered', 'Failed')),
  attempts            integer     not null default 0 check (attempts >= 0),
  -- All times are wall times.
  first_attempt_at    timestamptz,
  last_attempt_at     timestamptz,
  next_attempt_at     timestamptz,
  -- An attempt is under way until then; after it another process takes the delivery.
  leased_until        timestamptz,
  response_status     integer     check (response_status between 100 and 999),
  failure             text,
  duration_ms         integer     check (duration_ms >= 0),
  created_at          timestamptz not null,
  primary key (entity_id, delivery_id),
  foreign key (entity_id, webhook_endpoint_id) references webhook_endpoints,
  check ((reason = 'Test') = (sequence is null)),
  check ((body is null) = (rights_version is null)),
  check ((status = 'Pending') = (next_attempt_at is not null)),
  check (leased_until is null or status = 'Pending')
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (entity_id, webhook_endpoint_id, delivery_id);
create index webhook_deliveries_due on webhook_deliveries (entity_id, webhook_endpoint_id, next_attempt_at)
  where status = 'Pending';
create index webhook_deliveries_leased on webhook_deliveries (entity_id, webhook_endpoint_id) where leased_until is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
