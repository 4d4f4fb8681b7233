import type { Queryable } from '../kernel/db/db.ts'
import { findOrders, listOrders, type OrderWithDecisions } from './order-queries.ts'
import { type TransferFilters, type TransferRow, transfersPage } from './queries.ts'
import type { TransfersQuery } from './schema.ts'

/** A transfer in a list: completed, waiting or cancelled, or completed after it waited. */
interface Listed {
  id: string
  transfer?: TransferRow | undefined
  order?: OrderWithDecisions | undefined
}

/**
 * A page of an entity's transfers, newest first, below the id `before`: completed ones and those that wait, or waited, for
 * approval, in one order.
 *
 * @returns next: where the next page starts (`before`), or null at the end
 */
export async function listTransfers(
  db: Queryable,
  entityId: string,
  page: { before?: string; limit: number },
  filters: TransferFilters,
  status: TransfersQuery['status'],
): Promise<{ rows: Listed[]; next: string | null }> {
  const completed = isCompletedAsked(status)
    ? await transfersPage(db, entityId, page, filters)
    : { rows: [], next: null }
  const wantsOrders = status !== 'Completed'
  const orders = wantsOrders
    ? await listOrders(
        db,
        entityId,
        {
          ...filters,
          ...(status === undefined ? {} : { status }),
          ...(page.before === undefined ? {} : { before: page.before }),
          ...(completed.next === null ? {} : { notBelow: completed.next }),
        },
        page.limit + 1,
      )
    : []
  return merge(page.limit, await withOrders(db, entityId, completed.rows), orders, completed.next)
}

const isCompletedAsked = (status: TransfersQuery['status']) => status === undefined || status === 'Completed'

/** Completed transfers with the approvals that some of them needed. */
async function withOrders(db: Queryable, entityId: string, rows: readonly TransferRow[]): Promise<Listed[]> {
  const ids = rows.map(({ internalTransferId }) => internalTransferId)
  const orders = ids.length === 0 ? [] : await findOrders(db, entityId, ids)
  const byId = new Map(orders.map((order) => [order.internalTransferId, order]))
  return rows.map((transfer) => ({
    id: transfer.internalTransferId,
    transfer,
    order: byId.get(transfer.internalTransferId),
  }))
}

/** Merges both lists into one page; the rest begins the next. */
function merge(limit: number, completed: Listed[], orders: readonly OrderWithDecisions[], next: string | null) {
  const all = [...completed, ...orders.map((order) => ({ id: order.internalTransferId, order }))]
  const sorted = all.sort((a, b) => (a.id < b.id ? 1 : -1))
  const rows = sorted.slice(0, limit)
  return { rows, next: sorted.length > limit ? rows.at(-1)!.id : next }
}

/**
 * Merges pages of several entities into one, newest first. A page ends at the first entity's search limit: older
 * entries of other entities belong to the next page.
 *
 * @param pages of one `before` each; next is the id down to which an entity was looked at, null for all of it
 */
export function mergePages<T extends { id: string }>(
  pages: readonly { rows: readonly T[]; next: string | null }[],
  limit: number,
): { rows: T[]; next: string | null } {
  const stops = pages.flatMap(({ next }) => next ?? []).sort()
  const stop = stops.at(-1) ?? null
  const seen = pages.flatMap(({ rows }) => rows).filter(({ id }) => stop === null || id >= stop)
  const sorted = seen.sort((a, b) => (a.id < b.id ? 1 : -1))
  const rows = sorted.slice(0, limit)
  return { rows, next: sorted.length > limit ? rows.at(-1)!.id : stop }
}
