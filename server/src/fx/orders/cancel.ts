import type { CommandContext } from '../../kernel/http/command.ts'
import { checkIfMatch } from '../../kernel/http/routing/if-match.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { actOf } from '../../kernel/values/act.ts'
import { moveOrder, orderMoves, unwatchOrder } from './lifecycle.ts'
import { lockOrder, type OrderRow } from './queries.ts'
import { can, refuse, statusAt } from './rules.ts'

/**
 * Cancels an open order. Its lock decides between this and a job that fills it.
 *
 * @throws order_not_found, order_version_conflict, order_not_cancellable
 */
export async function cancelOrder(
  context: CommandContext,
  wireId: string,
  ifMatch: string | undefined,
): Promise<OrderRow> {
  const { tx, principal, at: now } = context
  const orderId = parseId('ord', wireId)
  const order = orderId && (await lockOrder(tx, principal.entityId, orderId))
  if (!order) throw refuse.order_not_found()
  checkIfMatch(ifMatch, order.version, refuse.order_version_conflict)
  const status = statusAt(order, now)
  if (!can('cancel', status)) throw refuse.order_not_cancellable({ status })
  await unwatchOrder(tx, order)
  return moveOrder(tx, order, orderMoves.cancel, actOf(context))
}
