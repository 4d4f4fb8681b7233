-- Money received.

-- Funds that could not be identified are a row of the house until they are assigned to a client's account; then the client's
-- entity has a row as well.
create table inbound_payments (
  entity_id          uuid        not null references entities,
  inbound_payment_id uuid        not null,
  account_id         uuid,
  currency           text        not null,
  amount_minor       bigint      not null check (amount_minor > 0),
  status             text        not null check (status in ('Credited', 'Held', 'Unidentified', 'Assigned', 'Returned')),
  debtor_name        text,
  debtor_iban        text,
  reference          text,
  journal_id         uuid        not null, -- of the receipt
  value_date         date        not null, -- the bank's, or the local day of the holder
  received_at        timestamptz not null,
  credited_at        timestamptz,
  returned_at        timestamptz,
  assigned_from      uuid,                 -- the house's row that it was assigned from
  bank_reference     text        unique,   -- the bank's own, so that a statement line counts once
  primary key (entity_id, inbound_payment_id),
  constraint inbound_payments_account_check
    check (status = 'Returned' or (account_id is null) = (status in ('Unidentified', 'Assigned'))),
  constraint inbound_payments_credited_check check ((credited_at is not null) = (status = 'Credited')),
  constraint inbound_payments_returned_check check ((returned_at is not null) = (status = 'Returned'))
);
-- Money that was not credited immediately: on hold for screening now, or for a time. Balances show it as pending.
create index inbound_payments_pending on inbound_payments (entity_id, received_at)
  where status in ('Held', 'Returned') or credited_at > received_at;

-- Every process caches the pending credits of an entity. This notifies it at commit which ones to forget.
create function notify_pending_credits_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pending_credits_changed', new.entity_id::text);
  return null;
end $$;
create trigger inbound_payments_held after insert on inbound_payments
  for each row when (new.status = 'Held') execute function notify_pending_credits_changed();
create trigger inbound_payments_released after update on inbound_payments
  for each row when (old.status = 'Held') execute function notify_pending_credits_changed();

-- Unidentified money that is assigned crosses from the house's book into a client's, one transaction each. This row promises
-- the client's inbound payment; it commits with the house's row becoming Assigned.
create table inbound_assignments (
  entity_id          uuid        not null, -- the house's
  inbound_payment_id uuid        not null,
  client_entity_id   uuid        not null,
  client_payment_id  uuid        not null, -- id of the client's inbound payment, so that it is booked once
  account_id         uuid        not null,
  actor_type         text        not null,
  actor_id           uuid,
  created_at         timestamptz not null,
  completed_at       timestamptz,
  primary key (entity_id, inbound_payment_id),
  foreign key (entity_id, inbound_payment_id) references inbound_payments
);
create index inbound_assignments_open on inbound_assignments (entity_id, created_at) where completed_at is null;
