import type { Queryable, Tx } from '../../../kernel/db/db.ts'

/** The sale of margin for an unpaid loss. */
interface LossCoverRow {
  entityId: string
  tradeId: string
  closeOutId: string
  facilityId: string
  marginKind: 'Initial' | 'Variation'
  marginTradeId: string
  soldMinor: bigint
  boughtMinor: bigint
  /** Hold on the bought amount until the loss is paid; null before the sale has settled and after payment. */
  proceedsHoldId: string | null
}

export async function insertLossCover(tx: Tx, row: Omit<LossCoverRow, 'proceedsHoldId'>): Promise<void> {
  await tx.query({
    name: 'insert-loss-cover',
    text: `insert into fx_loss_covers (entity_id, trade_id, close_out_id, facility_id, margin_kind, margin_trade_id,
        sold_minor, bought_minor) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      row.entityId,
      row.tradeId,
      row.closeOutId,
      row.facilityId,
      row.marginKind,
      row.marginTradeId,
      row.soldMinor,
      row.boughtMinor,
    ],
  })
}

/** The sales for a close-out's loss, the oldest first. Index fx_loss_covers_of_close_out. */
export async function lossCoversOf(db: Queryable, entityId: string, closeOutId: string): Promise<LossCoverRow[]> {
  const { rows } = await db.query<LossCoverRow & Record<string, unknown>>({
    name: 'loss-covers-of-close-out',
    text: `select entity_id as "entityId", trade_id as "tradeId", close_out_id as "closeOutId", facility_id as "facilityId",
        margin_kind as "marginKind", margin_trade_id as "marginTradeId", sold_minor as "soldMinor",
        bought_minor as "boughtMinor", proceeds_hold_id as "proceedsHoldId"
      from fx_loss_covers where entity_id = $1 and close_out_id = $2 order by trade_id`,
    values: [entityId, closeOutId],
  })
  return rows
}

/** Sets or, with null, clears the hold on the proceeds of a sale. */
export async function setProceedsHold(
  tx: Tx,
  { entityId, tradeId }: Pick<LossCoverRow, 'entityId' | 'tradeId'>,
  holdId: string | null,
): Promise<void> {
  await tx.query({
    name: 'set-proceeds-hold',
    text: 'update fx_loss_covers set proceeds_hold_id = $3 where entity_id = $1 and trade_id = $2',
    values: [entityId, tradeId, holdId],
  })
}
