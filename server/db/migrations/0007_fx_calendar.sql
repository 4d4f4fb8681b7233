-- Bank holidays by currency calendar, each with where it was taken from, and the days for which a calendar is known:
-- a value date outside them is refused.
create table fx_calendar_coverage (
  calendar text primary key check (calendar ~ '^[A-Z]{3}$'),
  from_day date not null,
  to_day   date not null check (to_day >= from_day),
  source   text not null
);

create table fx_holidays (
  calendar text not null references fx_calendar_coverage,
  day      date not null,
  name     text not null,
  source   text not null,
  as_of    date not null, -- when the source said so
  primary key (calendar, day)
);
