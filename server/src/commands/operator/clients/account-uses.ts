import type { Queryable } from '../../../kernel/db/db.ts'
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
  select 'pay', payment_id from payments
    where entity_id = $1 and account_id = $2 and status not in ('Completed', 'Returned', 'Rejected', 'Cancelled', 'Failed')
  union all
  select 'inp', inbound_payment_id from inbound_payments where entity_id = $1 and account_id = $2 and status = 'Held'
  union all
  select 'ift', internal_transfer_id from internal_transfer_orders
    where entity_id = $1 and $2 in (debit_account_id, credit_account_id) and status = 'PendingApproval'
  union all
  select case when trade_id = '00000000-0000-0000-0000-000000000000' then 'fac' else 'trd' end,
      case when trade_id = '00000000-0000-0000-0000-000000000000' then facility_id else trade_id end
    from credit_margins
    where entity_id = $1 and account_id = $2 and (held_minor > 0 or received_minor < required_minor)
  union all
  select 'mgc', margin_call_id from margin_calls
    where entity_id = $1 and account_id = $2 and status in ('Issued', 'PartlyMet', 'Overdue')`

type Prefix = 'trd' | 'pay' | 'inp' | 'ift' | 'fac' | 'mgc'

/** Lists up to ten obstacles to closing an account: trades, payments, held receipts, transfers and margin. */
export async function findAccountUses(db: Queryable, entityId: string, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ prefix: Prefix; id: string }>(
    `select distinct prefix, id from (${USES}) used order by prefix, id limit 10`,
    [entityId, accountId],
  )
  return rows.map(({ prefix, id }) => formatId(prefix, id))
}
