import { type Queryable, raiseInSet, type Tx, type Writer } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import {
  findTradeByReference,
  insertForeseenTrade,
  insertForeseenTrades,
  insertTrade,
  type TradeRow,
} from './queries.ts'

const newTrades: Writer<TradeRow> = { place: -3, write: insertForeseenTrades, raises: () => true }

/** Stores a new trade as it is given, and lets the commit confirm it. @throws as `storeTrade` */
export const storeForeseenTrade = (tx: Tx, trade: TradeRow): Promise<void> =>
  raiseInSet(tx, newTrades, trade, (raises) => (raises ? insertForeseenTrade(tx, trade) : storeTrade(tx, trade)))

/** @throws duplicate_client_reference if a trade has the reference */
export async function checkReferenceUnused(db: Queryable, entityId: string, clientReference: string): Promise<void> {
  const existing = await findTradeByReference(db, entityId, clientReference)
  if (existing)
    throw refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('trd', existing) })
}

/** Stores a new trade. @throws duplicate_client_reference, naming the trade that has it */
export async function storeTrade(tx: Tx, trade: TradeRow): Promise<TradeRow> {
  const inserted = await insertTrade(tx, trade)
  if (inserted) return inserted
  const { entityId, clientReference } = trade
  invariant(clientReference !== null, 'only a client reference can be taken')
  await checkReferenceUnused(tx, entityId, clientReference)
  throw new Error('the trade with the reference exists')
}
