-- Holidays that no authority has announced yet are kept apart: they are expected days, replaced when the list is published.
alter table fx_holidays add column expected boolean not null default false;

-- The last day whose holidays are announced or follow from a rule; null where none are. Days after it are expected ones.
alter table fx_calendar_coverage add column announced_to date;
update fx_calendar_coverage set announced_to = to_day;
