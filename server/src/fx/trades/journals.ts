import { formatAmount } from '../../kernel/money.ts'
import type { JournalCommand, Leg, PostingDetail } from '../../ledger/index.ts'
import { parsePair } from '../calendar/index.ts'
import type { TradeRow } from './queries.ts'

/**
 * The journals of a trade (credit positive). Every trade is covered back to back at the cost rate: for the same base
 * amount, in the counter currency for less (client buys the base) or more (client sells it) by the revenue. So the
 * position accounts are back to zero when booking, settlement and cover have been posted.
 */
export type DealToPost = Pick<
  TradeRow,
  | 'entityId'
  | 'tradeId'
  | 'currencyPair'
  | 'buyCurrency'
  | 'buyMinor'
  | 'buyAccountId'
  | 'sellCurrency'
  | 'sellMinor'
  | 'sellAccountId'
  | 'rate'
  | 'revenueMinor'
  | 'valueDate'
  | 'clientReference'
  | 'holdId'
>

const POSITION = { kind: 'fx_position' } as const
const IN_TRANSIT = { kind: 'in_transit' } as const

const journal = (deal: DealToPost, kind: string, valueDate: string, legs: Leg[]) => ({
  entityId: deal.entityId,
  kind,
  source: { type: 'trade', id: deal.tradeId },
  valueDate,
  type: 'FxSettlement' as const,
  legs: legs.filter((leg) => leg.amountMinor !== 0n),
})

/**
 * At booking, in one command, so that its accounts are locked in one order: the mark-up accrued in the counter currency,
 * and the amount sold held where the deal is prefunded.
 *
 * @returns undefined when there is neither
 */
export function bookingJournal(deal: DealToPost, tradeDate: string): JournalCommand | undefined {
  const { holdId, sellAccountId: accountId, sellMinor: amountMinor, sellCurrency } = deal
  const currency = parsePair(deal.currencyPair).counter
  const hold = holdId && { holdId, accountId, amountMinor, currency: sellCurrency, purpose: 'trade' as const }
  const booking = journal(deal, 'spotRevenue', tradeDate, [
    { account: POSITION, currency, amountMinor: -deal.revenueMinor },
    { account: { kind: 'fx_revenue' }, currency, amountMinor: deal.revenueMinor },
  ])
  if (booking.legs.length === 0 && !hold) return undefined
  return { ...booking, ...referenceOf(deal), ...(hold ? { hold } : {}) }
}

/**
 * At settlement, in one journal: the client's two legs against the position accounts, and the cover's two legs against
 * what is on its way from and to the house's bank. What was held is released.
 */
export function settlementJournal(deal: DealToPost, valueDate: string): JournalCommand {
  const { buyCurrency, buyMinor, sellCurrency, sellMinor, holdId } = deal
  const { bought, sold } = coverAmounts(deal)
  const exchange = exchangeOf(deal)
  return {
    ...journal(deal, 'spotSettlement', valueDate, [
      { account: deal.sellAccountId, currency: sellCurrency, amountMinor: -sellMinor },
      { account: POSITION, currency: sellCurrency, amountMinor: sellMinor },
      { account: POSITION, currency: buyCurrency, amountMinor: -buyMinor },
      { account: deal.buyAccountId, currency: buyCurrency, amountMinor: buyMinor },
      { account: IN_TRANSIT, currency: buyCurrency, amountMinor: -bought },
      { account: POSITION, currency: buyCurrency, amountMinor: bought },
      { account: POSITION, currency: sellCurrency, amountMinor: -sold },
      { account: IN_TRANSIT, currency: sellCurrency, amountMinor: sold },
    ]),
    ...referenceOf(deal),
    description: `Sold ${sellCurrency} ${exchange.sellAmount} for ${buyCurrency} ${exchange.buyAmount} at ${deal.rate}`,
    detail: { exchange, ...(deal.clientReference === null ? {} : { clientReference: deal.clientReference }) },
    ...(holdId === null ? {} : { release: { holdId, accountId: deal.sellAccountId } }),
  }
}

const referenceOf = ({ clientReference }: DealToPost) =>
  clientReference === null ? {} : { reference: clientReference }

/** What the cover deal buys and sells, in minor units of the currencies the client buys and sells. */
export function coverAmounts({ currencyPair, buyCurrency, buyMinor, sellMinor, revenueMinor }: DealToPost) {
  return buyCurrency === parsePair(currencyPair).base
    ? { bought: buyMinor, sold: sellMinor - revenueMinor }
    : { bought: buyMinor + revenueMinor, sold: sellMinor }
}

const exchangeOf = (deal: DealToPost): NonNullable<PostingDetail['exchange']> => ({
  rate: deal.rate,
  pair: deal.currencyPair,
  buyAmount: formatAmount(deal.buyMinor, deal.buyCurrency),
  sellAmount: formatAmount(deal.sellMinor, deal.sellCurrency),
})
