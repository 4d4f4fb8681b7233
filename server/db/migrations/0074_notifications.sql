-- Recipients of e-mails about the events of an entity, and these e-mails.

create table notification_recipients (
  entity_id    uuid        not null references entities,
  recipient_id uuid        not null,
  email        text        not null check (length(email) <= 254),
  topics       text[]      not null check (cardinality(topics) > 0
    and topics <@ array['MarginCalls', 'OverdueTrades', 'Approvals']),
  created_at   timestamptz not null,
  primary key (entity_id, recipient_id)
);

create unique index notification_recipients_email on notification_recipients (entity_id, lower(email));

-- One e-mail to one address. A job sends it; its text is made from the resource when it is sent.
create table notification_emails (
  entity_id     uuid        not null,
  email_id      uuid        not null,
  email         text        not null,
  event_type    text        not null,
  resource_type text        not null,
  resource_id   uuid        not null,
  event_at      timestamptz not null, -- business time
  status        text        not null check (status in ('Pending', 'Sent', 'Dropped')),
  created_at    timestamptz not null,
  ended_at      timestamptz,          -- when it was sent or dropped
  primary key (entity_id, email_id),
  check ((status = 'Pending') = (ended_at is null))
);

create index notification_emails_created on notification_emails (created_at);
