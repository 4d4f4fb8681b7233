-- Money received that was not credited at once: held back for screening now, or for a time. Balances show it as pending.
create index inbound_payments_pending on inbound_payments (entity_id, received_at)
  where status in ('Held', 'Returned') or credited_at > received_at;

-- Every process keeps what is pending for an entity; this tells it what to forget, at commit.
create function notify_pending_credits_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pending_credits_changed', new.entity_id::text);
  return null;
end $$;
create trigger inbound_payments_held after insert on inbound_payments
  for each row when (new.status = 'Held') execute function notify_pending_credits_changed();
create trigger inbound_payments_let_go after update on inbound_payments
  for each row when (old.status = 'Held') execute function notify_pending_credits_changed();
