-- What a facility letter still lacked: how much may be delivered before it is paid for, what secures the facility, what the
-- client provides before it can be used, and when it ends.
alter table credit_facilities
  add column settlement_limit_minor bigint not null default 0 check (settlement_limit_minor >= 0), -- a day; 0: delivery against payment
  add column security               text check (length(security) between 1 and 500),               -- null: none but margin
  add column conditions_precedent   text[] not null default
    '{"This letter, signed by the client","Evidence of the powers of those who sign","The client due diligence, completed"}',
  add column expiry_date            date,                                                           -- null: until withdrawn
  add constraint credit_facility_ends_after_it_begins check (expiry_date >= effective_from);
