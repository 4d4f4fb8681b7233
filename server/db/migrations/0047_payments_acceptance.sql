-- Fails the statement that asks: a batch of commands is stored as a whole or not at all.
create function ledger_batch_holds(holds boolean) returns boolean language plpgsql volatile as $$
begin
  if holds is not true then
    raise exception 'a batch breaks a limit' using errcode = 'check_violation';
  end if;
  return true;
end $$;
