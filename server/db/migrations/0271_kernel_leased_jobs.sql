-- Jobs under a lease wait for an external call, thousands of them if a bank is slow: looking for the next job skips them.
create index due_work_ready on due_work (lane, due_at, work_id) where retry_at is null;
create index due_work_retried on due_work (lane, retry_at) where retry_at is not null;
drop index due_work_by_lane;
