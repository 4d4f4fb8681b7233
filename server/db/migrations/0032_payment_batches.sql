-- Many payments sent at once. The items are stored as they came and worked off by due work, some in each transaction: an
-- item's payment and its row commit together, so a crash neither loses an item nor makes it twice.
create table payment_batches (
  entity_id        uuid        not null,
  batch_id         uuid        not null, -- uuid v7; bat_ in front of it on the wire
  name             text,
  format           text        not null check (format in ('Json', 'Csv', 'Pain001')),
  mode             text        not null check (mode in ('Strict', 'Partial')),
  status           text        not null
    check (status in ('Checking', 'Processing', 'Completed', 'Undoing', 'Rejected', 'Cancelling', 'Cancelled')),
  item_count       integer     not null check (item_count between 1 and 5000),
  client_reference text,
  created_by       uuid        not null, -- API client: the maker of every payment of it
  service_kind     text        not null check (service_kind in ('RM', 'ABS')),
  version          integer     not null default 1,
  created_at       timestamptz not null, -- business time, as all of these
  updated_at       timestamptz not null,
  finished_at      timestamptz,
  primary key (entity_id, batch_id),
  constraint payment_batch_finished check ((finished_at is not null) = (status in ('Completed', 'Rejected', 'Cancelled')))
);
create unique index payment_batches_by_client_reference on payment_batches (entity_id, client_reference)
  where client_reference is not null;

create table payment_batch_items (
  entity_id  uuid     not null,
  batch_id   uuid     not null,
  line       integer  not null check (line > 0), -- as counted in what was sent, from 1
  status     text     not null check (status in ('Pending', 'Checked', 'Invalid', 'Created', 'Skipped', 'Undone')),
  body       jsonb    not null, -- the order as it was read
  errors     jsonb    not null default '[]', -- [{ pointer, code, message, params }]
  payment_id uuid,
  primary key (entity_id, batch_id, line),
  foreign key (entity_id, batch_id) references payment_batches,
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id),
  constraint payment_batch_item_made check ((payment_id is not null) = (status in ('Created', 'Undone')))
);
create index payment_batch_items_by_status on payment_batch_items (entity_id, batch_id, status, line);
