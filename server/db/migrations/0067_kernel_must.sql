-- Ends the transaction unless a condition holds. A write that is sent together with COMMIT states by it that it took effect.
create function must(p_holds boolean, p_what text) returns void language plpgsql as $$
begin
  if p_holds is not true then
    raise exception '% did not take effect', p_what using errcode = 'triggered_action_exception';
  end if;
end $$;
