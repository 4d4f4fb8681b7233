-- Users: people who act for an entity where a person must, such as payment service users of open banking.

create table users (
  entity_id      uuid        not null references entities,
  user_id        uuid        not null,
  username       text        not null check (username ~ '^[a-z0-9][a-z0-9._@+-]{2,63}$'),
  password_hash  text        not null, -- scrypt$N$r$p$salt$hash
  totp_secret    bytea       not null, -- encrypted under the service's own key, bound to the user's id
  totp_used_step bigint,               -- time step of the last accepted code: no code is accepted twice
  status         text        not null check (status in ('Active', 'Blocked')),
  created_at     timestamptz not null, -- wall time, as all instants here
  primary key (entity_id, user_id),
  unique (username) -- a login names nothing else
);

-- Second factors that a browser or a phone keeps (WebAuthn). Public keys only.
create table user_passkeys (
  entity_id    uuid        not null,
  user_id      uuid        not null,
  passkey_id   text        not null check (length(passkey_id) between 16 and 1366), -- credential id, base64url
  public_key   bytea       not null, -- COSE
  counter      bigint      not null check (counter >= 0), -- stays 0 if the authenticator does not count
  transports   text[]      not null default '{}',
  created_at   timestamptz not null,
  last_used_at timestamptz,
  primary key (entity_id, user_id, passkey_id),
  foreign key (entity_id, user_id) references users,
  unique (passkey_id)
);

-- Consecutive failed logins, by a hash of the name that was tried, whether it exists or not: neither the work done nor its
-- duration discloses which names exist. The table stays small: for unknown names the hash is cut to 12 bits.
create table user_failures (
  name_key        text        primary key,
  failures        integer     not null,
  last_failure_at timestamptz not null,
  locked_until    timestamptz
);

-- Blocking a user ends the sessions and tokens of the user: every process is notified at commit.
create function notify_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', new.user_id::text);
  return null;
end $$;
create trigger users_changed after update of status on users
  for each row when (old.status is distinct from new.status) execute function notify_user_changed();
