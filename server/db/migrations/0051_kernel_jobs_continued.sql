-- Jobs that continue what earlier jobs began, such as reports on payments: they go first once they are late, so that work is
-- finished while new work comes in.
alter table due_work add column continues boolean not null default false;
drop index due_work_ready;
create index due_work_ready on due_work (lane, continues, due_at, work_id) where retry_at is null;
