import type { Queryable } from '../../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../../kernel/values/house.ts'
import { REPORT_WORK } from '../../../payments/rails/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'

/** Something open that money of an account goes to or comes from. */
const USES = `
  select 'trd' as prefix, trade_id as id from fx_trades
    where entity_id = $1 and $2 in (sell_account_id, buy_account_id)
      and status not in ('Settled', 'Cancelled', 'ClosedOut', 'Extended', 'Rejected')
  union all
  select 'trd', a.trade_id from fx_trade_approvals a join fx_trades t using (entity_id, trade_id)
    where entity_id = $1 and margin_account_id = $2 and t.status = 'PendingApproval'
  union all
  select 'ord', order_id from fx_orders
    where entity_id = $1 and $2 in (buy_account_id, sell_account_id) and status in ('PendingApproval', 'Active')
  union all
  select 'pay', payment_id from payments
    where entity_id = $1 and account_id = $2 and status not in ('Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed')
  union all
  select 'pay', p.payment_id from payment_recalls r join payments p using (entity_id, payment_id)
    where r.entity_id = $1 and r.status = 'Requested' and p.account_id = $2
  union all -- received reports, by their jobs: rail_messages has no index of those that are not applied
  select 'pay', p.payment_id from due_work w join rail_messages m on m.entity_id = w.entity_id and m.message_id = w.resource_id
      join payments p on p.entity_id = m.entity_id and p.payment_id = m.payment_id
    where w.entity_id = $1 and w.kind = '${REPORT_WORK}' and m.applied_at is null and p.account_id = $2
  union all
  select 'pay', p.payment_id from contradictory_reports c join payments p using (entity_id, payment_id)
    where c.entity_id = $1 and c.status = 'Open' and p.account_id = $2
  union all
  select 'bat', i.batch_id from payment_batches b join payment_batch_items i using (entity_id, batch_id)
    where b.entity_id = $1 and b.finished_at is null and i.status in ('Pending', 'Checked') and i.body ->> 'accountId' = $3
  union all
  select 'inp', client_payment_id from inbound_assignments
    where entity_id = $4 and client_entity_id = $1 and account_id = $2 and completed_at is null
  union all
  select 'inp', inbound_payment_id from inbound_payments where entity_id = $1 and account_id = $2 and status = 'Held'
  union all
  select 'ift', internal_transfer_id from internal_transfer_orders
    where entity_id = $1 and $2 in (debit_account_id, credit_account_id) and status = 'PendingApproval'
  union all
  select case when trade_id = '00000000-0000-0000-0000-000000000000' then 'fac' else 'trd' end,
      case when trade_id = '00000000-0000-0000-0000-000000000000' then facility_id else trade_id end
    from credit_margins
    where entity_id = $1 and account_id = $2 and held_minor > 0
  union all
  select 'mgc', margin_call_id from margin_calls
    where entity_id = $1 and account_id = $2 and status in ('Issued', 'PartlyMet', 'Overdue')`

type Prefix = 'trd' | 'ord' | 'pay' | 'bat' | 'inp' | 'ift' | 'fac' | 'mgc'

/**
 * Lists up to ten obstacles to closing an account: trades, open orders, payments and their open recalls and reports, batches, receipts on
 * hold or on their way, transfers and margin.
 */
export async function findAccountUses(db: Queryable, entityId: string, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ prefix: Prefix; id: string }>(
    `select distinct prefix, id from (${USES}) used order by prefix, id limit 10`,
    [entityId, accountId, formatId('acc', accountId), HOUSE_ENTITY_ID],
  )
  return rows.map(({ prefix, id }) => formatId(prefix, id))
}
