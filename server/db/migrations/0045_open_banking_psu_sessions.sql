-- A browser in front of our pages: before and after its user has logged in. The cookie's value is stored as its hash; it is
-- replaced at the log-in, so that a value planted before is worth nothing after.
create table open_banking_psu_sessions (
  session_hash     bytea       primary key check (length(session_hash) = 32),
  journey_hash     bytea       check (length(journey_hash) = 32), -- of one authorisation; null: the user's own pages
  entity_id        uuid,
  user_id          uuid,
  challenge        text,        -- given to the browser's passkey, good for one answer
  created_at       timestamptz not null, -- wall time
  authenticated_at timestamptz,
  expires_at       timestamptz not null,
  constraint open_banking_psu_sessions_authenticated check (
    (entity_id is null) = (user_id is null) and (entity_id is null) = (authenticated_at is null)),
  foreign key (entity_id, user_id) references users
);
create index open_banking_psu_sessions_of_journey on open_banking_psu_sessions (journey_hash) where journey_hash is not null;
create index open_banking_psu_sessions_by_expiry on open_banking_psu_sessions (expires_at);
