-- What a client has agreed to about its margin calls (decision 134): by the first letter of the facility, and from then on by the
-- letter that it signed last. A change that is not signed leaves it as it is.
alter table credit_facilities
  add column agreed_overdue_action text check (agreed_overdue_action in ('Alert', 'CloseOut')),
  add column agreed_overdue_grace_hours smallint check (agreed_overdue_grace_hours between 0 and 720),
  add column agreed_call_collection text check (agreed_call_collection in ('Automatic', 'OnRequest'));

-- The terms before an unsigned change were stored nowhere. Where the events since the last signature name such a change, the deals are not
-- closed out until the client signs.
update credit_facilities f
  set agreed_overdue_grace_hours = overdue_grace_hours, agreed_call_collection = call_collection,
    agreed_overdue_action = case when letter_signed_at is null and exists (select from events e
        where e.entity_id = f.entity_id and e.resource_id = f.facility_id and e.type = 'creditFacility.updated'
          and e.detail ?| array['overdueAction', 'overdueGraceHours']
          and e.sequence > coalesce((select max(s.sequence) from events s where s.entity_id = f.entity_id
            and s.resource_id = f.facility_id and s.type = 'creditFacility.updated' and s.detail ? 'signedAt'), 0))
      then 'Alert' else overdue_action end;

alter table credit_facilities
  alter column agreed_overdue_action set not null,
  alter column agreed_overdue_grace_hours set not null,
  alter column agreed_call_collection set not null;

create function keep_agreed_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.letter_signed_at is not null then
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
create trigger credit_facilities_agreed_terms before insert or update on credit_facilities for each row
  execute function keep_agreed_terms();
