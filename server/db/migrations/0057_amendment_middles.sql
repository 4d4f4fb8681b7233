-- What closing a part at an amendment costs is reckoned against the middle of the day that is closed; new_mid_rate is of the
-- day it goes on to.
alter table fx_amendments add column near_mid_rate numeric;
