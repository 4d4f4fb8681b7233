-- How much an entity may have in spot deals that it has not paid for yet, in its base currency. Existing entities get what
-- they can deal in three days: spot is settled within two business days. The default serves the release before this one.
alter table entity_settings
  add column settlement_minor bigint not null default 500000000 check (settlement_minor >= 0);
update entity_settings set settlement_minor = least(daily_trade_minor::numeric * 3, 9000000000000000000)::bigint;

-- The size of a spot deal whose money is not held, at mid when it was quoted, in the entity's base currency: what it takes
-- of the settlement limit until it is settled, cancelled or closed out. Null of all other trades.
alter table fx_trades add column settlement_minor bigint check (settlement_minor > 0);
update fx_trades t set settlement_minor = q.limit_minor
  from fx_quotes q
  where q.entity_id = t.entity_id and q.quote_id = t.quote_id and t.kind = 'Spot' and t.hold_id is null
    and q.limit_minor > 0
    and t.status in ('PendingApproval', 'Executed', 'AwaitingFunds', 'Overdue', 'SettlementFailed');

create index fx_trades_unsettled_spot on fx_trades (entity_id) include (settlement_minor)
  where settlement_minor is not null
    and status in ('PendingApproval', 'Executed', 'AwaitingFunds', 'Overdue', 'SettlementFailed');
create view unsettled_spot as
  select entity_id, trade_id, settlement_minor from fx_trades
  where settlement_minor is not null
    and status in ('PendingApproval', 'Executed', 'AwaitingFunds', 'Overdue', 'SettlementFailed');

-- The limit holds for every writer. The lock on the entity's settings lets one booking decide at a time.
create function check_settlement_limit() returns trigger language plpgsql as $$
declare
  settlement_limit bigint;
begin
  select settlement_minor into settlement_limit from entity_settings where entity_id = new.entity_id for no key update;
  if (select coalesce(sum(settlement_minor), 0) from unsettled_spot where entity_id = new.entity_id)
    + new.settlement_minor > settlement_limit then
    raise exception 'trade % exceeds the settlement limit of its entity', new.trade_id
      using errcode = 'check_violation', constraint = 'fx_trades_settlement_limit';
  end if;
  return new;
end $$;
create trigger fx_trades_settlement_limit before insert on fx_trades for each row
  when (new.settlement_minor is not null) execute function check_settlement_limit();
