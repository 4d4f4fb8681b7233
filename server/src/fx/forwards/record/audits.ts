import type { AuditCheck } from '../../../kernel/module.ts'

/** Money that is held for a deal: its own, wires for a drawdown, and proceeds of margin for a loss. */
const HELD = `select entity_id, hold_id, trade_id, case when kind = 'CloseOut' then -net_minor else sell_minor end as amount_minor,
      status in ('Executed', 'QueuedForOpen') as is_certain
    from fx_trades where hold_id is not null and status not in ('PendingApproval', 'Settled', 'Rejected', 'Cancelled', 'ClosedOut')
  union all select entity_id, hold_id, trade_id, amount_minor, true from fx_drawdown_wires where hold_id is not null
  union all select entity_id, proceeds_hold_id, trade_id, bought_minor, true from fx_loss_covers where proceeds_hold_id is not null`

/** Rules between forwards, their drawdowns and the rows of other tables. */
export const forwardAudits: readonly AuditCheck[] = [
  {
    name: 'the money of a deal is held while it waits to be settled, and no other hold is open for one',
    sql: `select coalesce(d.entity_id, h.entity_id), coalesce(d.trade_id, h.related_id)::text,
        coalesce(d.amount_minor::text, 'no hold'), coalesce(h.amount_minor::text, 'no hold')
      from (${HELD}) d full join (
        select * from holds where released_at is null and related_type = 'trade'
      ) h on h.entity_id = d.entity_id and h.hold_id = d.hold_id
      where (h.amount_minor, h.related_id) is distinct from (d.amount_minor, d.trade_id) and (d.is_certain or h.hold_id is not null)`,
  },
]
