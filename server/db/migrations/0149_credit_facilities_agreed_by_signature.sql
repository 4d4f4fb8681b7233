-- A client agrees to terms of margin calls by a signature. A process of an earlier release changes the collection of calls without a new
-- letter, so that the letter stays signed: that is no agreement to the change.
create or replace function keep_agreed_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.letter_signed_at is not null
      and (new.letter_signed_at, new.letter_version) is distinct from (old.letter_signed_at, old.letter_version)) then
    new.agreed_overdue_action := new.overdue_action;
    new.agreed_overdue_grace_hours := new.overdue_grace_hours;
    new.agreed_call_collection := new.call_collection;
  else
    new.agreed_overdue_action := old.agreed_overdue_action;
    new.agreed_overdue_grace_hours := old.agreed_overdue_grace_hours;
    new.agreed_call_collection := old.agreed_call_collection;
  end if;
  return new;
end $$;
