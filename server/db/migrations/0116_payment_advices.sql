-- Payment advices that have been sent by e-mail: one an address of a payment, so that a repeated job sends none twice.
create table payment_advices (
  entity_id  uuid        not null,
  payment_id uuid        not null,
  address    text        not null,
  message_id text        not null,
  sent_at    timestamptz not null, -- wall time
  primary key (entity_id, payment_id, address),
  foreign key (entity_id, payment_id) references payments (entity_id, payment_id)
);
