-- The people who act for an entity where a person must: payment service users of open banking.
create table users (
  entity_id      uuid        not null references entities,
  user_id        uuid        not null,
  username       text        not null check (username ~ '^[a-z0-9][a-z0-9._@+-]{2,63}$'),
  password_hash  text        not null, -- scrypt$N$r$p$salt$hash
  totp_secret    bytea       not null, -- encrypted under the service's own key, bound to the user's id
  totp_used_step bigint,               -- the last time step whose code was taken: none is taken twice
  status         text        not null check (status in ('Active', 'Blocked')),
  created_at     timestamptz not null, -- wall time, as all instants here
  primary key (entity_id, user_id),
  unique (username) -- whoever logs in names nothing but this
);

-- Second factors that a browser or a phone keeps (WebAuthn). The public half only.
create table user_passkeys (
  entity_id    uuid        not null,
  user_id      uuid        not null,
  passkey_id   text        not null check (length(passkey_id) between 16 and 1366), -- credential id, base64url
  public_key   bytea       not null, -- COSE
  counter      bigint      not null check (counter >= 0), -- 0 for ever where the authenticator does not count
  transports   text[]      not null default '{}',
  created_at   timestamptz not null,
  last_used_at timestamptz,
  primary key (entity_id, user_id, passkey_id),
  foreign key (entity_id, user_id) references users,
  unique (passkey_id)
);

-- Failed log-ins in a row, by a hash of the name that was tried, whether it exists or not: what is done, and how long it
-- takes, says nothing about which names exist. Rows are few: the hash is cut to 12 bits for names that do not exist.
create table user_failures (
  name_key        text        primary key,
  failures        integer     not null,
  last_failure_at timestamptz not null,
  locked_until    timestamptz
);

-- What was given out in the name of a user ends when the user is blocked: every process hears it, at commit.
create function notify_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', new.user_id::text);
  return null;
end $$;
create trigger users_changed after update of status on users
  for each row when (old.status is distinct from new.status) execute function notify_user_changed();
