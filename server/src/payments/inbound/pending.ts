import type { PendingCredits } from '../../accounts/index.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Listener } from '../../kernel/db/notifications.ts'
import { createSharedCache } from '../../kernel/db/shared-cache.ts'

type ByAccount = ReadonlyMap<string, bigint>

/**
 * Pending credits of an entity's accounts. Current values are cached per process because every balance reads them;
 * changes by any process are visible within a second.
 *
 * @param listener not yet started; its hearer is added here
 */
export function createPendingCredits(db: Pick<Db, 'reader'>, listener: Listener): PendingCredits {
  const cache = createSharedCache<ByAccount>(listener, (entityId) => heldNow(db, entityId))
  listener.on('pending_credits_changed', (entityId) =>
    entityId === undefined ? cache.clear() : cache.forget(entityId),
  )
  listener.on('sandbox_reset', cache.clear)
  return {
    now(entityId) {
      const found = cache.get(entityId)
      return found instanceof Promise ? found.then((byAccount) => byAccount!) : found!
    },
    at: (entityId, at) => heldAt(db, entityId, at),
  }
}

interface Row {
  accountId: string
  minor: bigint
}
const byAccount = (rows: Row[]): ByAccount => new Map(rows.map(({ accountId, minor }) => [accountId, minor]))

async function heldNow(db: Pick<Db, 'reader'>, entityId: string): Promise<ByAccount> {
  const { rows } = await db.reader.query<Row>({
    name: 'pending-credits', // inbound_payments_pending
    text: `select account_id as "accountId", sum(amount_minor)::bigint as minor from inbound_payments
      where entity_id = $1 and status = 'Held' and account_id is not null group by account_id`,
    values: [entityId],
  })
  return byAccount(rows)
}

/** Excludes receipts that were unidentified at that time and assigned to an account later. */
async function heldAt(db: Pick<Db, 'reader'>, entityId: string, at: Date): Promise<ByAccount> {
  const { rows } = await db.reader.query<Row>({
    name: 'pending-credits-at', // inbound_payments_pending
    text: `select account_id as "accountId", sum(amount_minor)::bigint as minor from inbound_payments
      where entity_id = $1 and received_at <= $2 and (status in ('Held', 'Returned') or credited_at > received_at)
        and coalesce(credited_at, returned_at, 'infinity') > $2 and account_id is not null and assigned_from is null
      group by account_id`,
    values: [entityId, at],
  })
  return byAccount(rows)
}
