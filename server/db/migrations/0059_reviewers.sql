-- Who reviewed is compared with who made it, as texts: a client's id is stored in one form, that of a uuid in lower case, never
-- as on the wire. Judged where it is written, so that what was stored before can still go on.
create function refuse_reviewer_form() returns trigger language plpgsql as $$
begin
  raise exception 'a reviewer that is a client is stored by its uuid: not in the stored form'
    using errcode = 'check_violation', constraint = 'reviewer_in_stored_form';
end $$;

create trigger payments_reviewer_form before update on payments for each row
  when (new.reviewed_by is distinct from old.reviewed_by
    and (new.reviewed_by ~* '^\s*cli_' or new.reviewed_by ~ '^\s*[0-9a-fA-F-]{36}\s*$' and new.reviewed_by !~ '^[0-9a-f-]{36}$'))
  execute function refuse_reviewer_form();
create trigger screening_cases_reviewer_form before update on screening_cases for each row
  when (new.decided_by is distinct from old.decided_by
    and (new.decided_by ~* '^\s*cli_' or new.decided_by ~ '^\s*[0-9a-fA-F-]{36}\s*$' and new.decided_by !~ '^[0-9a-f-]{36}$'))
  execute function refuse_reviewer_form();
create trigger beneficiaries_reviewer_form before update on beneficiaries for each row
  when (new.decided_by is distinct from old.decided_by
    and (new.decided_by ~* '^\s*cli_' or new.decided_by ~ '^\s*[0-9a-fA-F-]{36}\s*$' and new.decided_by !~ '^[0-9a-f-]{36}$'))
  execute function refuse_reviewer_form();
