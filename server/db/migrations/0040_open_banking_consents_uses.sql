-- The last time a third party read data with a consent, for the user's page of connected third parties. Each process
-- writes it once in five minutes at most.
create table open_banking_consent_uses (
  entity_id    uuid        not null,
  consent_id   uuid        not null,
  last_used_at timestamptz not null, -- business time
  primary key (entity_id, consent_id),
  foreign key (entity_id, consent_id) references open_banking_consents (entity_id, consent_id)
);
