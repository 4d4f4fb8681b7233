-- The answer of a journey, which the browser takes to the third party. The row is claimed before the answer is made, so that an approval
-- yields one code. The answer is encrypted under the journey's id, of which only the hash is stored.
create table open_banking_answers (
  journey_hash bytea       primary key check (length(journey_hash) = 32),
  claimed_at   timestamptz not null,
  answer       bytea,
  answered_at  timestamptz,
  constraint open_banking_answers_answered check ((answer is null) = (answered_at is null))
);
create index open_banking_answers_by_claim on open_banking_answers (claimed_at);
