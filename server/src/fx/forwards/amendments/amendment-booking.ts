import { actOf } from '../../../kernel/values/act.ts'
import { lockFacilities } from '../../../credit/facilities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import { newUuid, parseId } from '../../../kernel/values/ids.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { parsePair, settlementCutOff, tradeDateOf } from '../../calendar/index.ts'
import { costAgainstMid } from '../../pricing/index.ts'
import { checkBookable } from '../../quotes/index.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import { type AmendmentBooking, lockAmendment, type TradeRow } from '../../trades/index.ts'
import { amend, checkAmendable, REASON } from './amendment-making.ts'
import { lockByWireId } from './amendment-quote.ts'
import { demandOnAmendment, sizeOfPart } from './amendment-size.ts'
import { awaitPart } from './amendment-waiting.ts'
import { getLocked, type OpenDeps } from '../booking/book.ts'
import { baseAndCounter } from '../record/parts.ts'
import type { Forward } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'

/** A booked amendment, and the forwards as they are then. */
export interface Amended {
  row: AmendmentRow
  forward: Forward
  next: Forward | undefined
}

/**
 * Books an amendment quote: closes the part at the quoted rate, settles the difference through the ledger, and opens
 * the continuing part as a separate forward linked to its origin. If a policy requires approval, the price is
 * kept for a while, the part is reserved, and these steps follow the approval (`approvedAmendment`).
 *
 * @throws trade_not_found, amendment_quote_not_found, quote_already_booked, quote_expired; forward_not_open,
 *   exceeds_balance and amendment_quote_outdated when the forward has changed since; the refusals of `checkContinues` and `reserveExposure`
 */
export async function bookAmendment(
  deps: OpenDeps,
  context: CommandContext,
  wireId: string,
  order: AmendmentBooking,
): Promise<Amended> {
  const { tx, principal, at: now } = context
  const entityId = ownEntity(principal, order.entityId)
  const amendmentId = parseId('amq', order.quoteId)
  await lockFacilities(tx, entityId)
  const row = amendmentId && (await lockAmendment<AmendmentRow['type']>(tx, entityId, amendmentId))
  const forward = await lockByWireId(tx, entityId, wireId)
  if (!row || row.tradeId !== forward.trade.tradeId) throw refuse.amendment_quote_not_found()
  checkBookable({ tradeId: row.newTradeId ?? row.closeOutId, expiresAt: row.expiresAt }, now)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const part = await checkAmendable(deps, tx, profile, { forward, row }, now)
  const sizeMinor = sizeOfPart(deps, profile, { type: row.type, forward, part }, now)
  const amending = { row, forward, part, profile, limitMinor: sizeMinor ?? 0n }
  const next = row.type === 'CloseOut' ? undefined : toTrade(context, forward, row, order.clientReference ?? null)
  const demand = await demandOnAmendment(tx, profile, amending, sizeMinor)
  const booked = demand
    ? await awaitPart(deps, context, amending, next, demand)
    : await amend(deps, tx, amending, { next, isWaiting: false }, actOf(context))
  return {
    row: booked,
    forward: await getLocked(tx, entityId, forward.trade.tradeId),
    next: booked.newTradeId === null ? undefined : await getLocked(tx, entityId, booked.newTradeId),
  }
}

function toTrade(
  { at: now, principal }: CommandContext,
  forward: Forward,
  row: AmendmentRow,
  clientReference: string | null,
): TradeRow {
  const { trade } = forward
  const pair = parsePair(trade.currencyPair)
  const isSplit = row.type === 'Split'
  const valueDate = row.newValueDate!
  return {
    ...trade,
    tradeId: newUuid(),
    status: 'Executed',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    clientId: principal.clientId,
    clientReference,
    buyMinor: row.newBuyMinor!,
    sellMinor: row.newSellMinor!,
    rate: row.newRate!,
    costRate: row.newCostRate!,
    midRate: row.newMidRate,
    forwardPoints: isSplit ? trade.forwardPoints : row.swapPoints,
    costMinor: isSplit ? (trade.costMinor * row.newBuyMinor!) / trade.buyMinor : costOfMoved(forward, row),
    revenueMinor: row.newRevenueMinor,
    tenor: row.newTenor,
    tradeDate: isSplit ? trade.tradeDate : tradeDateOf(pair, now),
    valueDate,
    cutOffAt: settlementCutOff(pair, valueDate).at,
    paymentIds: [],
    history: [{ status: 'Executed', at: now.toISOString(), by: 'client', reason: REASON[row.type] }],
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns the cost of a moved forward against the mid rate of its new date, in the sell currency. */
function costOfMoved({ trade }: Forward, row: AmendmentRow): bigint {
  const legs = { buyMinor: row.newBuyMinor!, sellMinor: row.newSellMinor! }
  const { pair, isBaseBought, ...amounts } = baseAndCounter({ trade }, legs)
  return costAgainstMid(pair, isBaseBought ? 'Buy' : 'Sell', new Decimal(row.newMidRate), amounts)
}
