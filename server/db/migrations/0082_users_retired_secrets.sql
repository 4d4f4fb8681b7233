-- Seeds of one-time codes that users no longer use. They keep the proofs of earlier approvals verifiable.
create table user_retired_secrets (
  entity_id   uuid        not null,
  user_id     uuid        not null,
  totp_secret bytea       not null, -- sealed like users.totp_secret
  retired_at  timestamptz not null,
  primary key (entity_id, user_id, totp_secret),
  foreign key (entity_id, user_id) references users (entity_id, user_id)
);
