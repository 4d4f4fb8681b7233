-- E-mails about orders that were filled or rejected, or that expired.
alter table notification_recipients drop constraint notification_recipients_topics_check,
  add constraint notification_recipients_topics_check check (cardinality(topics) > 0
    and topics <@ array['MarginCalls', 'OverdueTrades', 'Approvals', 'RateAlerts', 'Orders']);
