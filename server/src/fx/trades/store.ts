import { type Queryable, raiseInSet, type Tx, type Writer } from '../../kernel/db/db.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { parsePair, settlementCutOff } from '../calendar/index.ts'
import type { QuoteRow } from '../quotes/index.ts'
import {
  findTradeByReference,
  insertForeseenTrade,
  insertForeseenTrades,
  insertTrade,
  type TradeRow,
} from './queries.ts'

/** Time of a booking, and the client that it is for. */
type Booker = Pick<CommandContext, 'at'> & { principal: Pick<CommandContext['principal'], 'clientId'> }

/** Facts that a booking adds to its quote. */
interface Booked
  extends Pick<
    TradeRow,
    'subtype' | 'status' | 'buyAccountId' | 'sellAccountId' | 'clientReference' | 'holdId' | 'fundedAt'
  > {
  kind: 'Spot' | 'Forward'
  /** Settlement limit used by a spot deal on credit. */
  settlementMinor: bigint | null
  /** Order that the deal fills. */
  orderId: string | null
}

/**
 * Returns the trade of a quote that is being booked. All properties are written out: an object that is made by leaving some out is slow to make
 * and to read.
 */
export function tradeOf({ at, principal }: Booker, quote: QuoteRow, booked: Booked): TradeRow {
  const { kind, subtype, status, buyAccountId, sellAccountId, clientReference, settlementMinor, holdId, fundedAt } =
    booked
  const { orderId } = booked
  return {
    entityId: quote.entityId,
    tradeId: newUuid(),
    kind,
    subtype,
    status,
    version: 1,
    parentTradeId: null,
    quoteId: quote.quoteId,
    orderId,
    clientId: principal.clientId,
    clientReference,
    currencyPair: quote.currencyPair,
    fixedSide: quote.fixedSide,
    buyCurrency: quote.buyCurrency,
    buyMinor: quote.buyMinor,
    buyAccountId,
    sellCurrency: quote.sellCurrency,
    sellMinor: quote.sellMinor,
    sellAccountId,
    rate: quote.rate,
    costRate: quote.costRate,
    midRate: quote.midRate,
    forwardPoints: quote.forwardPoints,
    costMinor: quote.costMinor,
    revenueMinor: quote.revenueMinor,
    settlementMinor,
    tenor: quote.tenor,
    tradeDate: quote.tradeDate,
    valueDate: quote.valueDate,
    cutOffAt: settlementCutOff(parsePair(quote.currencyPair), quote.valueDate).at,
    holdId,
    settlementJournalId: null,
    fundedAt,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [{ status, at: at.toISOString(), by: orderId === null ? 'client' : 'system', reason: null }],
    createdAt: at,
    updatedAt: at,
  }
}

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
