import { coverAmounts, type DealToPost } from './cover-amounts.ts'
import { amountText } from '../../../documents/index.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type { JournalCommand, Leg, PostingDetail } from '../../../ledger/index.ts'
import { parsePair } from '../../calendar/index.ts'
import type { TradeKind } from '../schema.ts'

/**
 * The journals of a trade (credit positive). Every trade is covered back to back at the cost rate: for the same base
 * amount, in the counter currency for less (client buys the base) or more (client sells it) by the revenue. So the
 * position accounts are back to zero when booking, settlement and cover have been posted.
 */

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
 * Builds the booking command, in one command so that its accounts are locked in one order: accrues the mark-up in the
 * counter currency, and holds the sell amount of a prefunded deal.
 *
 * @returns undefined when there is neither
 */
export function bookingJournal(deal: DealToPost, tradeDate: string): JournalCommand | undefined {
  const currency = parsePair(deal.currencyPair).counter
  const hold = holdOf(deal)
  const booking = journal(deal, 'spotRevenue', tradeDate, [
    { account: POSITION, currency, amountMinor: -deal.revenueMinor },
    { account: { kind: 'fx_revenue' }, currency, amountMinor: deal.revenueMinor },
  ])
  if (booking.legs.length === 0 && !hold) return undefined
  return { ...booking, ...referenceOf(deal), ...(hold ? { hold } : {}) }
}

/** Returns the hold of a prefunded deal: its sell amount, or a close-out's loss. */
function holdOf(deal: DealToPost) {
  const { kind, holdId, netMinor, sellMinor, sellCurrency } = deal
  if (holdId === null) return undefined
  const of =
    kind === 'CloseOut'
      ? { amountMinor: -(netMinor ?? 0n), currency: parsePair(deal.currencyPair).counter }
      : { amountMinor: sellMinor, currency: sellCurrency }
  return { holdId, accountId: payingAccount(deal), ...of, purpose: 'trade' as const }
}

/** Names of the settlement's journal; a spot deal's revenue is accrued at booking, the others' when they settle. */
const SETTLEMENT_KINDS: Partial<Record<TradeKind, string>> = {
  Drawdown: 'drawdownSettlement',
  CloseOut: 'closeOutSettlement',
}

/**
 * Builds the settlement journal: the client's legs against the position accounts, and the cover's against money in
 * transit from and to the house's bank. Releases the hold.
 */
export function settlementJournal(deal: DealToPost, valueDate: string): JournalCommand {
  const { buyCurrency, sellCurrency, holdId } = deal
  const exchange = exchangeOf(deal)
  const done = deal.kind === 'CloseOut' ? 'Closed out' : 'Sold'
  const legs = [...clientLegs(deal), ...coverLegs(deal).flatMap(againstPosition), ...revenueLegs(deal)]
  return {
    ...journal(deal, SETTLEMENT_KINDS[deal.kind] ?? 'spotSettlement', valueDate, movingSomething(deal, legs)),
    ...(deal.kind === 'Drawdown' ? { type: 'Drawdown' as const } : {}),
    ...referenceOf(deal),
    description: `${done} ${sellCurrency} ${amountText(exchange.sellAmount)} for ${buyCurrency} ${amountText(exchange.buyAmount)} at ${deal.rate}`,
    detail: { exchange, ...(deal.clientReference === null ? {} : { clientReference: deal.clientReference }) },
    ...(holdId === null ? {} : { release: { holdId, accountId: payingAccount(deal) } }),
  }
}

/** Returns the client's legs: both amounts, or the net amount of a close-out. */
function clientLegs(deal: DealToPost): Leg[] {
  const { buyCurrency, buyMinor, sellCurrency, sellMinor } = deal
  if (deal.kind === 'CloseOut') return netLegs(deal)
  return [
    { account: deal.sellAccountId, currency: sellCurrency, amountMinor: -sellMinor },
    { account: POSITION, currency: sellCurrency, amountMinor: sellMinor },
    { account: POSITION, currency: buyCurrency, amountMinor: -buyMinor },
    { account: deal.buyAccountId, currency: buyCurrency, amountMinor: buyMinor },
  ]
}

function netLegs(deal: DealToPost): Leg[] {
  const [accountId, amountMinor] = [netAccount(deal), deal.netMinor ?? 0n]
  const currency = parsePair(deal.currencyPair).counter
  return [
    { account: accountId, currency, amountMinor },
    { account: POSITION, currency, amountMinor: -amountMinor },
  ]
}

/** The account on which a close-out is settled: that of the pair's counter currency. */
const netAccount = (deal: Pick<DealToPost, 'currencyPair' | 'buyCurrency' | 'buyAccountId' | 'sellAccountId'>) =>
  parsePair(deal.currencyPair).counter === deal.buyCurrency ? deal.buyAccountId : deal.sellAccountId

/** The account that a settlement credits. */
export const creditedAccount = (deal: DealToPost): string =>
  deal.kind === 'CloseOut' ? netAccount(deal) : deal.buyAccountId

/** The account that a settlement takes money from. */
export const payingAccount = (deal: DealToPost): string =>
  deal.kind === 'CloseOut' ? netAccount(deal) : deal.sellAccountId

/**
 * Builds the journal for ending an unsettled spot deal, in one command: reverses the accrued revenue, as the close-out
 * earns it, and releases the hold.
 *
 * @returns undefined when there is neither
 */
export function endingJournal(deal: DealToPost, valueDate: string): JournalCommand | undefined {
  const { holdId } = deal
  const currency = parsePair(deal.currencyPair).counter
  const ending = journal(deal, 'spotRevenueReversed', valueDate, [
    { account: POSITION, currency, amountMinor: deal.revenueMinor },
    { account: { kind: 'fx_revenue' }, currency, amountMinor: -deal.revenueMinor },
  ])
  if (ending.legs.length === 0 && holdId === null) return undefined
  return {
    ...ending,
    ...referenceOf(deal),
    ...(holdId === null ? {} : { release: { holdId, accountId: deal.sellAccountId } }),
  }
}

const againstPosition = ({ currency, amountMinor }: CoverLeg): Leg[] => [
  { account: IN_TRANSIT, currency, amountMinor },
  { account: POSITION, currency, amountMinor: -amountMinor },
]

/** Returns the revenue legs that were not accrued at booking, counter currency. */
function revenueLegs(deal: DealToPost): Leg[] {
  if (deal.kind !== 'Drawdown' && deal.kind !== 'CloseOut') return []
  const currency = parsePair(deal.currencyPair).counter
  return [
    { account: POSITION, currency, amountMinor: -deal.revenueMinor },
    { account: { kind: 'fx_revenue' }, currency, amountMinor: deal.revenueMinor },
  ]
}

/** Adds zero-sum legs on the position account for a close-out at the contract rate, which otherwise moves no money. */
function movingSomething(deal: DealToPost, legs: Leg[]): Leg[] {
  if (legs.some((leg) => leg.amountMinor !== 0n)) return legs
  const { buyCurrency: currency, buyMinor } = deal
  return [
    { account: POSITION, currency, amountMinor: -buyMinor },
    { account: POSITION, currency, amountMinor: buyMinor },
  ]
}

const referenceOf = ({ clientReference }: DealToPost) =>
  clientReference === null ? {} : { reference: clientReference }

interface CoverLeg {
  currency: string
  amountMinor: bigint
}

/**
 * Returns the cover's legs as posted in transit: negative comes from the house's bank, positive goes there. A close-out
 * unwinds the cover of its forward: the difference of the two, less the revenue of both.
 */
export function coverLegs(deal: DealToPost): CoverLeg[] {
  const { buyCurrency, sellCurrency } = deal
  const { bought, sold } = coverAmounts(deal)
  const legs =
    deal.kind === 'CloseOut'
      ? [{ currency: parsePair(deal.currencyPair).counter, amountMinor: -((deal.netMinor ?? 0n) + deal.revenueMinor) }]
      : [
          { currency: buyCurrency, amountMinor: -bought },
          { currency: sellCurrency, amountMinor: sold },
        ]
  return legs.filter((leg) => leg.amountMinor !== 0n)
}

const exchangeOf = (deal: DealToPost): NonNullable<PostingDetail['exchange']> => ({
  rate: deal.rate,
  pair: deal.currencyPair,
  buyAmount: formatAmount(deal.buyMinor, deal.buyCurrency),
  sellAmount: formatAmount(deal.sellMinor, deal.sellCurrency),
})
