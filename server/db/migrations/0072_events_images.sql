-- Resources as events left them: what the feed shows as the data of an event. Kept as long as the feed reaches back.
create table event_images (
  entity_id uuid        not null,
  sequence  bigint      not null,
  wall_at   timestamptz not null,
  image     text        not null, -- JSON with the types of its values
  primary key (entity_id, sequence)
);
-- Images are stored in about the order of their times, and deleted in it.
create index event_images_by_time on event_images using brin (wall_at) with (pages_per_range = 32);
