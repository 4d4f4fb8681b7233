-- Events are numbered and written by the last statement of their transaction (src/kernel/db.ts); nothing calls this any more.
drop function record_event;
