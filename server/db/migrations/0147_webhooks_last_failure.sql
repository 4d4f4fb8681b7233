-- Failing time counts only while attempts are made: an endpoint that was not attempted for a while begins its seven days anew.
alter table webhook_endpoints add column last_failed_at timestamptz; -- wall time; null: no failure counts, or an earlier release recorded it
