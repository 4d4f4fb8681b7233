-- Forwards are reconciled by one function, which derives watch, margin, exposure and status from stored facts.

-- Initial margin that belongs to what is left of a forward, in minor units of the margin's currency. A drawdown or a
-- close-out takes its share along; what is held beyond this and the shares of unsettled deals is released.
alter table fx_forwards add column open_margin_minor bigint not null default 0
  constraint fx_forwards_open_margin_not_negative check (open_margin_minor >= 0);

update fx_forwards f set open_margin_minor = greatest(0, m.held_minor + greatest(m.required_minor - m.received_minor, 0)
    - coalesce((select sum(p.margin_applied_minor)
        from (select entity_id, forward_id, trade_id, margin_applied_minor from fx_drawdowns
          union all select entity_id, forward_id, trade_id, margin_applied_minor from fx_close_outs) p
        join fx_trades c on c.entity_id = p.entity_id and c.trade_id = p.trade_id
        where p.entity_id = f.entity_id and p.forward_id = f.trade_id and c.status not in ('Settled', 'Cancelled')), 0))
  from credit_margins m
  where m.entity_id = f.entity_id and m.trade_id = f.trade_id and m.kind = 'Initial'
    and f.drawn_buy_minor + f.amended_buy_minor < f.contract_buy_minor;

-- Derived from now on: all margin ends with the last deal of a forward that ends.
alter table fx_close_outs alter column ends_margin set default false;

-- One job watches a forward, its close-out included.
delete from due_work c using due_work w
  where c.kind = 'closeOutForward' and w.kind = 'watchForward' and w.entity_id = c.entity_id and w.resource_id = c.resource_id;
update due_work set kind = 'watchForward' where kind = 'closeOutForward';

-- Forwards that nothing watches although they are not over, or that ended while margin was still held: each is looked at once.
insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
  select f.entity_id, gen_random_uuid(), 'watchForward', f.trade_id, f.watched_until,
      ('x' || right(f.entity_id::text, 4))::bit(16)::int % 4
    from fx_forwards f join fx_trades t using (entity_id, trade_id)
    where t.status in ('AwaitingInitialMargin', 'Open', 'PartiallyDrawn', 'FullyDrawn', 'Overdue')
      or exists (select 1 from credit_margins m
        where m.entity_id = f.entity_id and m.trade_id = f.trade_id and m.held_minor > 0)
      or exists (select 1 from credit_exposures e
        where e.entity_id = f.entity_id and e.trade_id = f.trade_id and e.closed_at is null)
  on conflict (entity_id, kind, resource_id) do nothing;
