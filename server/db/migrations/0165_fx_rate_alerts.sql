-- Rate alerts: a client is notified once when the market's middle reaches a rate.
create table rate_alerts (
  entity_id        uuid        not null references entities,
  rate_alert_id    uuid        not null,
  client_id        uuid        not null,
  status           text        not null check (status in ('Active', 'Triggered', 'Cancelled', 'Expired')),
  version          integer     not null default 1,
  currency_pair    text        not null,
  rate             numeric     not null check (rate > 0),          -- counter currency per unit of base
  direction        text        not null check (direction in ('AtOrAbove', 'AtOrBelow')),
  note             text        check (length(note) between 1 and 140),
  client_reference text        check (length(client_reference) between 1 and 64),
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  expires_at       timestamptz not null check (expires_at > created_at),
  triggered_at     timestamptz check (triggered_at < expires_at),  -- when the market was compared
  triggered_rate   numeric,                                        -- the market's middle then
  source           text,                                           -- of the market's rates
  primary key (entity_id, rate_alert_id),
  constraint rate_alerts_triggered check ((status = 'Triggered') = (triggered_at is not null)
    and (triggered_at is null) = (triggered_rate is null) and (triggered_at is null) = (source is null)),
  -- An alert never reports a rate that is not at its level.
  constraint rate_alerts_reached check (case direction when 'AtOrAbove' then triggered_rate >= rate else triggered_rate <= rate end)
);
-- The list of an entity and the number of its active alerts.
create index rate_alerts_by_status on rate_alerts (entity_id, status, rate_alert_id);
create unique index rate_alerts_client_reference on rate_alerts (entity_id, client_reference) where client_reference is not null;

-- An alert ends once, for every writer.
create function check_rate_alert() returns trigger language plpgsql as $$
begin
  raise exception 'rate alert % has ended', old.rate_alert_id using errcode = 'restrict_violation';
end $$;
create trigger rate_alerts_end_once before update on rate_alerts for each row
  when (old.status <> 'Active') execute function check_rate_alert();
