-- A bank uses the reference of an entry again on another day: its parts are told apart by their value date.
alter table rail_messages
  add column value_date date, -- null: not of an entry, of an entry without one, or of an earlier release
  alter column value_date set statistics 0;
