-- Epoch of the sandbox: the number of its resets. Each begins with new data and a new clock.
alter table sandbox_clock add column epoch integer not null default 0;

-- Keeps the sandbox from being reset until the transaction ends, and fails if it was reset since the caller read its clock. A reset holds the
-- same lock alone. A move of the clock holds the clock's row instead: its jobs enter in other transactions, and a reset waits for that row first.
create function enter_epoch(p_epoch integer, p_moves boolean) returns void language plpgsql as $$
begin
  if p_moves then
    perform 1 from sandbox_clock for update;
  else
    perform pg_advisory_xact_lock_shared(7305);
  end if;
  if (select epoch from sandbox_clock) is distinct from p_epoch then
    raise exception 'the sandbox was reset' using errcode = 'CR001';
  end if;
end $$;
