import type { Act } from '../../kernel/values/act.ts'
import { checkNothingUnpaid } from '../../credit/unpaid/index.ts'
import {
  checkSettlementLimit,
  type EntityDirectory,
  type EntityProfile,
  readSettlementUsed,
} from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { cancelWork } from '../../kernel/jobs/work.ts'
import { type JournalCommand, postJournals } from '../../ledger/index.ts'
import { checkValueDate, parsePair, settlementCutOff, tradeDateOf } from '../calendar/index.ts'
import { costAgainstMid, type PriceSources } from '../pricing/index.ts'
import { type AccountSource, checkEnabled, pickAccount } from '../quotes/index.ts'
import {
  accountsOf,
  type AmendmentRow as TradeAmendment,
  announceTrade,
  bookingJournal,
  closeOutTrade,
  countAmendment,
  endingJournal,
  lockTrade,
  markAmended,
  moveTrade,
  type OppositeDeal,
  type PayoutPort,
  scheduleSettlement,
  setPendingSettlement,
  SETTLE_TRADE,
  settlementDueAt,
  type SizeDeps,
  storeTrade,
  tradeMoves,
  type TradeRow,
} from '../trades/index.ts'
import { isLater, limitUseOf, quotedExit, sidesOf } from './amend-price.ts'
import { checkSpotCan, type SpotAmendment } from './rules.ts'

export type AmendmentRow = TradeAmendment<SpotAmendment>

/** Kind of the job that closes out a spot trade that was not paid for in time. */
export const CLOSE_OUT_SPOT = 'trade.closeOut'

export interface AmendDeps extends Pick<SizeDeps, 'counting'> {
  sources: PriceSources
  entities: Pick<EntityDirectory, 'get'>
  accounts: AccountSource
  payouts: Pick<PayoutPort, 'lockAttached' | 'withdraw'>
}

/** An amendment that is being made, with its trade and the settlement limit; all locked. */
export interface Amending {
  row: AmendmentRow
  trade: TradeRow
  profile: EntityProfile
  /** Minor units of the entity's base currency. */
  settlementLimitMinor: bigint
}

/** Booked amendment: the amended trade, its close-out, and the continuing trade. */
export interface AmendedSpot {
  row: AmendmentRow
  trade: TradeRow
  /** Absent for a move that waits for approval. */
  closeOut: TradeRow | undefined
  next: TradeRow | undefined
}

/**
 * Checks that an amendment can be made of its trade as it is now; at booking, and again at the last approval.
 *
 * @throws spot_trade_not_amendable; for a move as `checkContinues` and `checkCredit`; value_date_unavailable
 */
export async function checkAmendable(
  deps: Pick<AmendDeps, 'accounts' | 'sources'>,
  tx: Tx,
  { row, trade, profile, settlementLimitMinor: limitMinor }: Amending,
  now: Date,
): Promise<void> {
  checkSpotCan(trade, row.type)
  if (row.type !== 'Move') return
  await checkContinues(deps, profile, trade)
  await checkCredit(tx, trade, { ...row, currency: profile.entity.baseCurrency, limitMinor }, now)
  checkValueDate(deps.sources.calendars, parsePair(trade.currencyPair), now, row.newValueDate)
}

/**
 * Checks that the entity may still deal a trade that continues on another date: product, pair and accounts.
 *
 * @throws spot_not_enabled, pair_not_tradeable, account_permission_missing, account_blocked
 */
export async function checkContinues(
  { accounts: source }: Pick<AmendDeps, 'accounts'>,
  profile: EntityProfile,
  trade: TradeRow,
): Promise<void> {
  checkEnabled(profile, parsePair(trade.currencyPair))
  const accounts = await source.ofEntity(trade.entityId)
  pickAccount(accounts, formatId('acc', trade.buyAccountId), trade.buyCurrency)
  pickAccount(accounts, formatId('acc', trade.sellAccountId), trade.sellCurrency)
}

/** Date of a continuing trade, and the settlement limit in minor units of its currency. */
interface Continuing extends Pick<AmendmentRow, 'newValueDate'> {
  currency: string
  limitMinor: bigint
}

/**
 * Checks the credit of a continuing trade, unless its money is held. A trade that continues for no later date needs no more of the settlement
 * limit than it has, also after the limit was lowered.
 *
 * @throws unpaid_amounts_outstanding, settlement_limit_exceeded
 */
export async function checkCredit(
  tx: Tx,
  trade: TradeRow,
  { currency, limitMinor, newValueDate }: Continuing,
  now: Date,
): Promise<void> {
  if (trade.holdId === null) await checkNothingUnpaid(tx, trade.entityId, now, trade.tradeId)
  const neededMinor = trade.settlementMinor ?? null
  if (neededMinor === null || !isLater({ newValueDate }, trade)) return
  const usedMinor = (await readSettlementUsed(tx, trade.entityId)) - neededMinor
  checkSettlementLimit({ currency, limitMinor, usedMinor, neededMinor })
}

/** Locks a spot trade. @throws trade_not_found */
export async function lockSpot(tx: Tx, entityId: string, tradeId: string): Promise<TradeRow> {
  const trade = await lockTrade(tx, entityId, tradeId)
  if (trade?.kind !== 'Spot') throw refuseShared.trade_not_found()
  return trade
}

/** Trades and counted size of an amendment. */
interface Making {
  /** The trade that continues a moved one. */
  next: TradeRow | undefined
  /** The close-out, where it is stored and has waited for approval. */
  closeOut?: TradeRow | undefined
  /** Reason of the trade's end. */
  reason: string
  /** Size in the entity's base currency that counts towards the daily limit; absent for the operator. */
  limitMinor?: bigint | undefined
}

/**
 * Makes an amendment that was checked: ends its trade at the quoted rate, opens the one that continues, counts the amendment
 * towards the daily limit, and withdraws attached payments.
 *
 * @throws insufficient_funds, duplicate_client_reference, daily_limit_exceeded
 */
export async function makeAmendment(
  deps: Pick<AmendDeps, 'sources' | 'payouts'>,
  tx: Tx,
  amending: Amending,
  { next, closeOut: waiting, reason, limitMinor }: Making,
  act: Act,
): Promise<AmendedSpot> {
  const { row, trade, profile } = amending
  const exit = quotedExit(deps.sources, trade, row, act.at)
  const { ended, closeOut } = await endSpot(deps, tx, trade, exit, { reason, next, closeOut: waiting, act })
  if (next) await openContinuation(tx, trade, next, act)
  const booked = { ...row, closeOutId: closeOut.tradeId, newTradeId: next?.tradeId ?? null, bookedAt: act.at }
  await markAmended(tx, booked)
  if (limitMinor !== undefined) await countAmendment(tx, profile, { use: limitUseOf(row, trade), limitMinor }, act.at)
  await deps.payouts.withdraw(tx, trade, act)
  return { row: booked, trade: ended, closeOut, next }
}

export const REASON_OF_MOVE = 'Moved'

/**
 * Ends a locked spot trade by its opposite deal: releases its hold, and settles the difference in cash, a loss immediately
 * and a gain on the value date. A prefunded trade's loss is held. Attached payments are locked. The caller withdraws them
 * last, because their withdrawal locks the daily usage of payments, which comes after that of trades.
 *
 * @throws insufficient_funds where the loss of a prefunded trade is not there
 */
export async function endSpot(
  { sources, payouts }: { sources: PriceSources; payouts: Pick<PayoutPort, 'lockAttached'> },
  tx: Tx,
  trade: TradeRow,
  exit: OppositeDeal,
  { reason, next, closeOut: waiting, act }: Ending,
): Promise<{ ended: TradeRow; closeOut: TradeRow }> {
  const { entityId, tradeId } = trade
  const move = trade.status === 'Executed' ? tradeMoves.cancel : tradeMoves.closeOut
  const ended = await moveTrade(tx, trade, move, act, { reason })
  for (const kind of [SETTLE_TRADE, CLOSE_OUT_SPOT]) await cancelWork(tx, { entityId, kind, resourceId: tradeId })
  const closeOut = await executed(tx, waiting ?? spotCloseOut(sources, trade, exit, { reason, act }), act, reason)
  const journals = [
    endingJournal(trade, closeOut.tradeDate),
    closeOut.holdId === null ? undefined : holdOfLoss(closeOut),
    next && bookingJournal(next, next.tradeDate),
  ].filter((journal): journal is JournalCommand => journal !== undefined)
  await payouts.lockAttached(tx, trade, journals.flatMap(accountsOf))
  if (journals.length > 0) await postJournals(tx, journals, act.at)
  await scheduleSettlement(tx, closeOut, settlementDueAt(closeOut.valueDate, act.at))
  return { ended, closeOut }
}

/** End of a spot trade. */
interface Ending {
  reason: string
  /** The trade that continues it, which is then booked. */
  next?: TradeRow | undefined
  /** The close-out, where it is stored and has waited for approval. */
  closeOut?: TradeRow | undefined
  act: Act
}

/** Returns the close-out of a spot trade. The loss of one with a hold is held too. */
export function spotCloseOut(
  { calendars }: Pick<PriceSources, 'calendars'>,
  trade: TradeRow,
  exit: OppositeDeal,
  { reason, act }: { reason: string; act: Act },
): TradeRow {
  const holdId = exit.netMinor < 0n && trade.holdId !== null ? newUuid() : null
  const fundedAt = holdId === null ? null : act.at
  return { ...closeOutTrade(calendars, trade, exit, { reason, act }), holdId, fundedAt }
}

/** Stores a new trade, or executes one that has waited for approval. */
async function executed(tx: Tx, trade: TradeRow, act: Act, reason: string): Promise<TradeRow> {
  if (trade.status === 'PendingApproval') return moveTrade(tx, trade, tradeMoves.approve, act, { reason })
  const stored = await storeTrade(tx, trade)
  await announceTrade(tx, act, stored, 'trade.executed')
  return stored
}

/** Returns the hold for a close-out's loss; its revenue is posted at settlement. */
const holdOfLoss = (closeOut: TradeRow): JournalCommand | undefined =>
  bookingJournal({ ...closeOut, revenueMinor: 0n }, closeOut.tradeDate)

/** Opens the trade that continues a moved one, and uses as much of the settlement limit. */
async function openContinuation(tx: Tx, { settlementMinor }: TradeRow, next: TradeRow, act: Act): Promise<void> {
  const isPending = next.status === 'PendingApproval' && settlementMinor != null
  const opened = isPending ? await setPendingSettlement(tx, next, settlementMinor) : next
  await executed(tx, opened, act, REASON_OF_MOVE)
  await scheduleSettlement(tx, next, settlementDueAt(next.valueDate, act.at))
}

/** Builds the continuing trade for its new value date. */
export function movedTrade(trade: TradeRow, row: AmendmentRow, clientReference: string | null, act: Act): TradeRow {
  const { pair, isBaseBought } = sidesOf(trade)
  const [buyMinor, sellMinor, valueDate] = [row.newBuyMinor!, row.newSellMinor!, row.newValueDate!]
  const [baseMinor, counterMinor] = isBaseBought ? [buyMinor, sellMinor] : [sellMinor, buyMinor]
  const mid = new Decimal(row.newMidRate)
  return {
    ...trade,
    tradeId: newUuid(),
    status: 'Executed',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    orderId: null,
    clientReference,
    buyMinor,
    sellMinor,
    rate: row.newRate!,
    costRate: row.newCostRate!,
    midRate: row.newMidRate,
    forwardPoints: row.swapPoints,
    costMinor: costAgainstMid(pair, isBaseBought ? 'Buy' : 'Sell', mid, { baseMinor, counterMinor }),
    revenueMinor: row.newRevenueMinor,
    tenor: row.newTenor,
    tradeDate: tradeDateOf(pair, act.at),
    valueDate,
    cutOffAt: settlementCutOff(pair, valueDate).at,
    holdId: trade.holdId === null ? null : newUuid(),
    fundedAt: trade.holdId === null ? null : act.at,
    paymentIds: [],
    confirmationDocumentId: null,
    history: [{ status: 'Executed', at: act.at.toISOString(), by: act.actor.type, reason: REASON_OF_MOVE }],
    createdAt: act.at,
    updatedAt: act.at,
  }
}
