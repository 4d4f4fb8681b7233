import { actOf } from '../../../kernel/values/act.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { type AmendmentRow, type AmendmentType, findAmendmentOf, markAmended } from '../amendments.ts'
import type { TradeRow } from '../queries.ts'
import { storeTrade } from '../store.ts'
import { awaitApproval, type DealDemand, type PendingApproval } from './approvals.ts'

/**
 * Stores the trade that an amendment will make, as PendingApproval, and requests its approvals, which are those of the amendment.
 * The client of the context is its maker. The amended trade stays as it is.
 *
 * @param making.trade the close-out, or the trade that continues
 * @returns the amendment, which names that trade, and the trade
 */
export async function awaitAmendment<T extends AmendmentType>(
  context: CommandContext,
  making: { row: AmendmentRow<T>; trade: TradeRow; reason: string },
  demand: DealDemand,
  facts: Pick<PendingApproval, 'lapsesAt' | 'limitMinor'>,
): Promise<{ row: AmendmentRow<T>; trade: TradeRow }> {
  const { tx, principal, at } = context
  const { reason } = making
  const trade = await storeTrade(tx, {
    ...making.trade,
    status: 'PendingApproval',
    clientId: principal.clientId,
    history: [{ status: 'PendingApproval', at: at.toISOString(), by: 'client', reason }],
  })
  const made = trade.kind === 'CloseOut' ? { closeOutId: trade.tradeId } : { newTradeId: trade.tradeId }
  const row = { ...making.row, ...made }
  await markAmended(tx, row)
  await awaitApproval(tx, trade, demand, facts, actOf(context))
  return { row, trade }
}

/** Returns the amendment that waits for the approval of the trade that it will make. */
export async function pendingAmendmentOf<T extends AmendmentType>(tx: Tx, trade: TradeRow): Promise<AmendmentRow<T>> {
  const row = await findAmendmentOf(tx, trade)
  invariant(row && row.bookedAt === null, 'a trade that an amendment will make has its amendment')
  return row as AmendmentRow<T>
}
