import { consumeDailyLimit, type EntityProfile } from '../../entities/index.ts'
import { recordChange } from '../../events/index.ts'
import type { CommandContext } from '../../kernel/command.ts'
import { formatId, newUuid, parseId } from '../../kernel/ids.ts'
import { ownEntity, refuseEntity } from '../../kernel/principal.ts'
import { invariant } from '../../kernel/refusals.ts'
import { refuseShared } from '../../kernel/shared-refusals.ts'
import { postJournal } from '../../ledger/index.ts'
import { parsePair, settlementCutOff } from '../calendar/index.ts'
import {
  checkBookable,
  checkEnabled,
  type DealAccount,
  lockQuote,
  markBooked,
  pickAccount,
  type QuoteDeps,
  type QuoteRow,
  refuseQuotes,
} from '../quotes/index.ts'
import {
  bookingJournal,
  findTradeByReference,
  insertTrade,
  scheduleSettlement,
  settlementDueAt,
  type TradeRow,
} from '../trades/index.ts'
import type { SpotBooking } from './schema.ts'

export type BookingDeps = Pick<QuoteDeps, 'entities' | 'accounts'>

/**
 * Books a spot quote: one trade, decided by when the request was received. Locked in this order: the quote, the daily
 * limit, the accounts. An ABS entity's amount is held now; an RM entity deals on credit and pays by the value date.
 *
 * @throws quote_not_found, quote_already_booked, quote_expired, duplicate_client_reference, daily_limit_exceeded,
 *   insufficient_funds, and what may have changed since the quote: accounts, permissions, enabled pairs
 */
export async function bookSpot(deps: BookingDeps, context: CommandContext, order: SpotBooking): Promise<TradeRow> {
  const { tx, principal, now } = context
  const entityId = ownEntity(principal, order.entityId)
  const quoteId = parseId('quo', order.quoteId)
  const quote = quoteId && (await lockQuote(tx, entityId, quoteId))
  if (!quote || quote.kind !== 'Spot') throw refuseQuotes.quote_not_found()
  checkBookable(quote, now)
  const [buyAccount, sellAccount] = pickAccounts(await deps.accounts.ofEntity(entityId), quote, order)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkEnabled(profile, parsePair(quote.currencyPair))

  const accounts = { buyAccountId: buyAccount.accountId, sellAccountId: sellAccount.accountId }
  const trade = await insert(context, toTrade(context, profile, { ...quote, ...accounts }, order))
  await markBooked(tx, quote, trade.tradeId)
  await consumeDailyLimit(tx, { entity: profile.entity, kind: 'trade', amountMinor: quote.limitMinor, now })
  const journal = bookingJournal(trade, trade.tradeDate)
  if (journal) await postJournal(tx, journal, now)
  await scheduleSettlement(tx, trade, settlementDueAt(trade.valueDate, now))
  await recordChange(tx, executed(context, trade))
  return trade
}

/** The accounts named now, else those of the quote. */
function pickAccounts(
  accounts: readonly DealAccount[],
  quote: QuoteRow,
  order: SpotBooking,
): [DealAccount, DealAccount] {
  const buy = order.buyAccountId ?? formatId('acc', quote.buyAccountId)
  const sell = order.sellAccountId ?? formatId('acc', quote.sellAccountId)
  return [pickAccount(accounts, buy, quote.buyCurrency), pickAccount(accounts, sell, quote.sellCurrency)]
}

async function insert({ tx }: CommandContext, trade: TradeRow): Promise<TradeRow> {
  const inserted = await insertTrade(tx, trade)
  if (inserted) return inserted
  const { entityId, clientReference } = trade
  invariant(clientReference !== null, 'only a client reference can be taken')
  const existing = await findTradeByReference(tx, entityId, clientReference)
  invariant(existing, 'the trade with the reference exists')
  throw refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('trd', existing) })
}

function toTrade(context: CommandContext, profile: EntityProfile, quote: QuoteRow, order: SpotBooking): TradeRow {
  const { now, principal } = context
  const isPrefunded = profile.entity.serviceKind === 'ABS'
  const { expiresAt: _, limitMinor: __, cutOffAt: ___, ...deal } = quote
  return {
    ...deal,
    tradeId: newUuid(),
    kind: 'Spot',
    subtype: null,
    status: 'Executed',
    version: 1,
    parentTradeId: null,
    clientId: principal.clientId,
    clientReference: order.clientReference ?? null,
    cutOffAt: settlementCutOff(parsePair(quote.currencyPair), quote.valueDate).at,
    holdId: isPrefunded ? newUuid() : null,
    settlementJournalId: null,
    fundedAt: isPrefunded ? now : null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [{ status: 'Executed', at: now.toISOString(), by: 'client', reason: null }],
    createdAt: now,
    updatedAt: now,
  }
}

const executed = ({ principal, now, wall, requestId }: CommandContext, trade: TradeRow) => ({
  entityId: trade.entityId,
  type: 'trade.executed',
  resourceType: 'trade',
  resourceId: trade.tradeId,
  actor: { type: 'client' as const, id: principal.clientId, requestId },
  at: now,
  wall,
})
