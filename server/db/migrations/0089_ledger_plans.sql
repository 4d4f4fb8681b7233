-- The statements of the function are planned once for each connection. With arrays of a few known elements PostgreSQL plans them
-- anew at each call, which took a third of the call. A plan for arrays of any length expects a thousand elements, so that
-- it would read whole tables: each row is found by its key instead, as on the connection of the batchers.
alter function ledger_post
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off;
