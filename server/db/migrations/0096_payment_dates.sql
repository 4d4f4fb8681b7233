-- A payment whose date was missed (a review that took too long, a trade that settled late) is given the next day on which it
-- can leave. One whose money is held keeps it held until then.
insert into payment_transitions (from_status, to_status) values
  ('AwaitingFunds', 'Scheduled'), ('Screening', 'Scheduled'), ('Held', 'Scheduled');

alter table payments drop constraint payment_hold_while_held,
  add constraint payment_hold_while_held check (
    case when hold_id is null then status not in ('Screening', 'Held') else status in ('Screening', 'Held', 'Scheduled') end);

-- A held payment is moved to a later date only when somebody has reviewed it.
create function refuse_unreviewed_date() returns trigger language plpgsql as $$
begin
  raise exception 'nobody has reviewed the payment' using errcode = 'check_violation', constraint = 'payment_held_is_reviewed';
end $$;
create trigger payments_reviewed_before_date before update on payments for each row
  when (old.status = 'Held' and new.status = 'Scheduled' and new.reviewed_by is null) execute function refuse_unreviewed_date();
