import type { Tx } from '../../../kernel/db/db.ts'
import { COLUMNS, type HistoryEntry, type StepDetails, type TradeRow } from '../queries.ts'

/** Locks those of some trades that are of given kinds, by id; of kinds that no facility or forward precedes in the lock order. */
export async function lockTrades(
  tx: Tx,
  entityId: string,
  tradeIds: readonly string[],
  kinds: readonly string[],
): Promise<TradeRow[]> {
  const { rows } = await tx.query<TradeRow>({
    name: 'lock-trades', // fx_trades_pkey
    text: `select ${COLUMNS} from fx_trades where entity_id = $1 and trade_id = any ($2) and kind = any ($3)
      order by trade_id for no key update`,
    values: [entityId, tradeIds, kinds],
  })
  return rows
}

/** Puts several trades into Settled, as `updateTradeStatus` does with one; returns them by id. */
export async function markSettled(
  tx: Tx,
  entityId: string,
  settling: readonly { tradeId: string; journalId: string }[],
  { at, by }: Pick<StepDetails, 'at' | 'by'>,
): Promise<Map<string, TradeRow>> {
  const entry: HistoryEntry = { status: 'Settled', at: at.toISOString(), by, reason: null }
  const { rows } = await tx.query<TradeRow>({
    name: 'settle-trades', // fx_trades_pkey
    text: `update fx_trades set status = 'Settled', version = version + 1, history = history || $3::jsonb, updated_at = $4,
        failure_reason = null, settled_at = $4, funded_at = coalesce(funded_at, $4),
        settlement_journal_id = ($5::uuid[])[array_position($2::uuid[], trade_id)]
      where entity_id = $1 and trade_id = any ($2::uuid[]) returning ${COLUMNS}`,
    values: [
      entityId,
      settling.map(({ tradeId }) => tradeId),
      JSON.stringify(entry),
      at,
      settling.map(({ journalId }) => journalId),
    ],
  })
  return new Map(rows.map((trade) => [trade.tradeId, trade]))
}
