-- Bank holidays by currency.

-- The days for which a calendar is known: a value date outside them is rejected.
create table fx_calendar_coverage (
  calendar     text primary key check (calendar ~ '^[A-Z]{3}$'),
  from_day     date not null,
  to_day       date not null check (to_day >= from_day),
  source       text not null,
  -- Last day whose holidays are announced or follow from a rule; null: none. Holidays after it are expected.
  announced_to date
);

create table fx_holidays (
  calendar text    not null references fx_calendar_coverage,
  day      date    not null,
  name     text    not null,
  source   text    not null,
  as_of    date    not null, -- date of the source's statement
  expected boolean not null default false, -- not announced by an authority yet; replaced when it publishes its list
  primary key (calendar, day)
);
