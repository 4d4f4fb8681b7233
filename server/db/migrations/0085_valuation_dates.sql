-- Open deals are valued for one date: the value date of a fixed forward (priced_at_date is null); of every other forward the
-- day it was priced for, not before the spot date of the day of the valuation.
alter table credit_exposures add column priced_at_date date;
update credit_exposures e set priced_at_date = coalesce(
    (select f.priced_at_date from fx_forwards f where f.entity_id = e.entity_id and f.trade_id = e.trade_id), e.value_date)
  where e.forward_type <> 'Fixed';

-- Sums of deals that are valued alike are kept by that day too. A server of the release before this one writes no
-- priced_at_date, and values what it has booked as a fixed forward.
alter table credit_positions add column priced_at_date date;
alter table credit_positions drop constraint credit_positions_pkey;
delete from credit_positions;
insert into credit_positions (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date,
    priced_at_date, base_minor, counter_minor, waived_minor, deals)
  select entity_id, facility_id, term_id, currency_pair, base_side, coalesce(access_date, value_date), value_date,
    priced_at_date, sum(base_minor), sum(counter_minor),
    sum(case when initial_margin_waived then base_minor * initial_margin_percent / 100 else 0 end), count(*)
  from credit_exposures where closed_at is null
  group by 1, 2, 3, 4, 5, 6, 7, 8;
create unique index credit_positions_key on credit_positions
  (entity_id, facility_id, term_id, currency_pair, base_side, first_date, value_date, priced_at_date) nulls not distinct;

-- Day of its new window that an extended or brought-forward forward is priced for; null: its value date.
alter table fx_amendments add column new_priced_at_date date;
