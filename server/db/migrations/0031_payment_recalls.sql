-- Asking a payment back after it has left: one request for each payment, answered by its rail.
create table payment_recalls (
  entity_id     uuid        not null,
  payment_id    uuid        not null,
  reason        text        not null check (reason ~ '^[A-Z0-9]{4}$'), -- ISO 20022 cancellation reason: CUST, DUPL, TECH, FRAD, AC03, AM09, UPAY
  note          text,
  status        text        not null check (status in ('Requested', 'Accepted', 'Refused')),
  requested_by  uuid,                 -- API client; null: an operator
  requested_at  timestamptz not null, -- business time, as all of these
  handed_over_at timestamptz,         -- when the rail took the request
  answer_reason text,
  answered_at   timestamptz,
  primary key (entity_id, payment_id),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id),
  constraint recall_answered_in_full check ((status = 'Requested') = (answered_at is null))
);

-- A rail may also say that a recall was refused.
alter table rail_messages drop constraint rail_messages_status_check;
alter table rail_messages add constraint rail_messages_status_check
  check (status in ('Sent', 'Completed', 'Failed', 'Returned', 'RecallRefused'));
