import type { Queryable } from '../kernel/db/db.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { findOrders, type OrderWithDecisions } from './order-queries.ts'
import { presentOrder, presentTransfer } from './present.ts'
import { findTransfers, type TransferRow } from './queries.ts'
import type { TransferOut } from './schema.ts'

/** A transfer as stored: posted, waiting for approval, or both one after the other. */
export interface FoundTransfer {
  order: OrderWithDecisions | undefined
  transfer: TransferRow | undefined
  version: number
}

/** Reads transfers of an entity by their ids. */
export async function readTransfers(
  db: Queryable,
  entityId: string,
  ids: readonly string[],
): Promise<Map<string, FoundTransfer>> {
  const [transfers, orders] = await Promise.all([findTransfers(db, entityId, ids), findOrders(db, entityId, ids)])
  const found = new Map<string, FoundTransfer>()
  for (const id of ids) {
    const order = orders.find(({ internalTransferId }) => internalTransferId === id)
    const transfer = transfers.find(({ internalTransferId }) => internalTransferId === id)
    if (order || transfer) found.set(id, { order, transfer, version: order?.version ?? 1 })
  }
  return found
}

/** A transfer as it goes out to a client. */
export const presentFound = ({ order, transfer }: FoundTransfer, viewer: Principal): TransferOut =>
  order ? presentOrder(order, transfer, viewer) : presentTransfer(transfer!)
