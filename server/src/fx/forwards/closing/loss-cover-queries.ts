import { type Row, minor, nullable, oneOf, table, uuid } from '../../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'

const lossCovers = table('fx_loss_covers', {
  entityId: uuid,
  tradeId: uuid,
  closeOutId: uuid,
  facilityId: uuid,
  marginKind: oneOf<'Initial' | 'Variation'>(),
  marginTradeId: uuid,
  soldMinor: minor,
  boughtMinor: minor,
  /** Hold on the bought amount until the loss is paid; null before the sale has settled and after payment. */
  proceedsHoldId: nullable(uuid),
})

/** The sale of margin for an unpaid loss. */
type LossCoverRow = Row<typeof lossCovers>

const insertStatement = lossCovers.insert({ name: 'insert-loss-cover', except: ['proceedsHoldId'] })

export async function insertLossCover(tx: Tx, row: Omit<LossCoverRow, 'proceedsHoldId'>): Promise<void> {
  await tx.query(insertStatement(row))
}

/** The sales for a close-out's loss, the oldest first. Index fx_loss_covers_of_close_out. */
export async function lossCoversOf(db: Queryable, entityId: string, closeOutId: string): Promise<LossCoverRow[]> {
  const { rows } = await db.query<LossCoverRow & Record<string, unknown>>({
    name: 'loss-covers-of-close-out',
    text: `select ${lossCovers.list}
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
