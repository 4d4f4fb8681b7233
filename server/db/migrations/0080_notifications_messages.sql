-- E-mails about events of one transaction to one address are sent as one message, by one job.

alter table notification_emails add column message_id uuid; -- null: a message of its own, made by an earlier release

create index notification_emails_by_message on notification_emails (entity_id, (coalesce(message_id, email_id)));
