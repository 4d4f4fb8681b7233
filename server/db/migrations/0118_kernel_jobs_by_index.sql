-- The table of jobs is nearly empty at one moment and has thousands of rows at the next. A plan that was made for the nearly empty one reads
-- all of it later, once for each set of jobs. These functions have settings of their own, with which their plans read indexes (decision 129).

create function next_job(p_lane int, p_until timestamptz, p_wall timestamptz, p_late timestamptz, p_continued_until timestamptz)
  returns table (entity_id uuid, work_id uuid, kind text, resource_id uuid, due_at timestamptz, attempts int, continues boolean)
  language plpgsql volatile rows 1
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
begin
  return query select w.entity_id, w.work_id, w.kind, w.resource_id, w.due_at, w.attempts, w.continues
    from (
      (select d.* from due_work d where d.lane = p_lane and d.continues and d.due_at <= p_continued_until and d.retry_at is null
        order by d.due_at, d.work_id limit 1)
      union all
      (select d.* from due_work d where d.lane = p_lane and not d.continues and d.due_at <= p_until and d.retry_at is null
        order by d.due_at, d.work_id limit 1)
      union all
      (select d.* from due_work d where d.lane = p_lane and d.due_at <= p_until and d.retry_at <= p_wall
        order by d.due_at, d.work_id limit 1)
    ) w order by (w.continues and w.retry_at is null and w.due_at <= p_late) desc, w.due_at, w.work_id limit 1;
end $$;

create function jobs_of_set(p_lane int, p_continues boolean, p_until timestamptz, p_entity_id uuid, p_kind text, p_scanned int, p_most int)
  returns table (entity_id uuid, work_id uuid, kind text, resource_id uuid, due_at timestamptz, attempts int, continues boolean)
  language plpgsql volatile rows 64
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
begin
  return query select w.entity_id, w.work_id, w.kind, w.resource_id, w.due_at, w.attempts, w.continues
    from (select d.* from due_work d where d.lane = p_lane and d.continues = p_continues and d.due_at <= p_until and d.retry_at is null
      order by d.due_at, d.work_id limit p_scanned) w
    where w.entity_id = p_entity_id and w.kind = p_kind order by w.due_at, w.work_id limit p_most;
end $$;

create function busy_lanes(p_lanes int[], p_until timestamptz, p_wall timestamptz) returns setof int
  language plpgsql volatile rows 4
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
begin
  return query select l.lane from unnest(p_lanes) l (lane), lateral (
      (select from due_work w where w.lane = l.lane and not w.continues and w.due_at <= p_until and w.retry_at is null order by w.due_at limit 1)
      union all
      (select from due_work w where w.lane = l.lane and w.continues and w.due_at <= p_until and w.retry_at is null order by w.due_at limit 1)
      union all
      (select from due_work w where w.lane = l.lane and w.retry_at <= p_wall and w.due_at <= p_until order by w.retry_at limit 1)
      limit 1) w;
end $$;

-- The lookup asks for the order of the primary key, so that no other index by entity will do. The row is then deleted by its place: PostgreSQL may
-- begin a join with either table. The key is compared as text, which no index has.
create function finish_jobs(p_entity_ids uuid[], p_work_ids uuid[]) returns void
  language plpgsql volatile
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
declare
  places tid[];
  entities text[] := p_entity_ids::text[];
  works text[] := p_work_ids::text[];
  finished int;
begin
  select array_agg(w.place) into places from unnest(p_entity_ids, p_work_ids) f (entity_id, work_id), lateral (
      select d.ctid as place, d.work_id from due_work d
        where d.entity_id = f.entity_id and d.work_id >= f.work_id order by d.work_id limit 1) w
    where w.work_id = f.work_id;
  delete from due_work where ctid = any (places) and entity_id::text = any (entities) and work_id::text = any (works);
  get diagnostics finished = row_count;
  perform must_be_unchanged(finished = cardinality(p_work_ids));
end $$;

-- Locks the jobs by key ascending.
create function cancel_jobs(p_entity_ids uuid[], p_kinds text[], p_resource_ids uuid[]) returns void
  language plpgsql volatile
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  locked tid[];
  entities text[] := p_entity_ids::text[];
begin
  select array_agg(w.place) into locked from (
      select * from unnest(p_entity_ids, p_kinds, p_resource_ids) g (entity_id, kind, resource_id)
        order by entity_id, kind collate "C", resource_id) f, lateral (
      select d.ctid as place from due_work d
        where d.entity_id = f.entity_id and d.kind = f.kind and d.resource_id = f.resource_id for update) w;
  delete from due_work where ctid = any (locked) and entity_id::text = any (entities);
end $$;
