-- Fails the statement that finishes a job, and with it the transaction, if somebody changed the job while it ran. It has a code of its
-- own: a worker looks at the job again then, and does not count it as failed.
create function must_be_unchanged(p_holds boolean) returns void
  language plpgsql volatile as $$
begin
  if p_holds is not true then
    raise exception 'the job was changed while it ran' using errcode = 'CJ001';
  end if;
end $$;
