-- Names the run that has the lease: two processes that begin in the same millisecond would both take it for their own by its time.
alter table audit_verifications add column run_id uuid;
