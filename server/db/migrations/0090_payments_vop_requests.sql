-- Requests to banks whose result is not stored yet. After a crash the same work asks under the same id, so that the provider can return
-- its first answer. A row is deleted with the result.

create table payee_verification_requests (
  entity_id       uuid        not null references entities,
  asked_for       text        not null check (length(asked_for) <= 200), -- a client's Idempotency-Key, or an item of a batch
  request         text        not null, -- what is asked, as canonical JSON
  verification_id uuid        not null, -- id of the result, which the provider is given
  asked_at        timestamptz not null, -- wall time
  primary key (entity_id, asked_for)
);
create index payee_verification_requests_by_id on payee_verification_requests (entity_id, verification_id);
create index payee_verification_requests_by_age on payee_verification_requests (asked_at);
