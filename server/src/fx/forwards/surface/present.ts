import type { Account } from '../../../accounts/index.ts'
import { formatTransactionId } from '../../../accounts/index.ts'
import type { InitialMargin } from '../../../credit/margin/index.ts'
import { boundedCache } from '../../../kernel/bounded-cache.ts'
import { formatId, formatLastingId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { keptCutOff, parsePair, presentCutOff } from '../../calendar/index.ts'
import { presentQuote } from '../../quotes/index.ts'
import { presentAmendment, presentTrade, type TradeApproval, type TradeRow } from '../../trades/index.ts'
import type { Amended } from '../amendments/amendment-booking.ts'
import type { Drawn } from '../drawdowns/drawdown.ts'
import { paidByMargin } from '../record/margin.ts'
import type { Legs } from '../record/parts.ts'
import { amendedOf, type DrawdownRow, drawnOf, type Forward, leftOf } from '../record/queries.ts'
import { freeOf } from '../record/free.ts'
import { type QuotedForward, TERM_PREFIX } from '../booking/quote.ts'

type Deal = Pick<TradeRow, 'buyCurrency' | 'sellCurrency'>

const beneficiary = (uuid: string | null) => (uuid === null ? null : formatId('ben', uuid))

/** Both legs as amounts. */
export const presentLegs = ({ buyCurrency, sellCurrency }: Deal, { buyMinor, sellMinor }: Legs) => ({
  buyAmount: formatAmount(buyMinor, buyCurrency),
  sellAmount: formatAmount(sellMinor, sellCurrency),
})

/** Spot rates for the wire, by pair and exact rate. */
const spotRates = boundedCache<string>()

/** A quoted forward as the wire shows it. */
export function presentForwardQuote(quoted: QuotedForward) {
  const { quote, answer, facts, credit, marginAccount, marginCurrency } = quoted
  const { currency } = credit.facility
  const shown = presentQuote(quoted, answer)
  const pair = parsePair(quote.currencyPair)
  const { spotRate } = facts
  const required = quoted.marginDueAt !== null
  return {
    forwardType: facts.forwardType,
    accessDate: facts.accessDate,
    spotRate: spotRates(pair.symbol + spotRate, () => formatRate(new Decimal(spotRate), pair.quoteDp)),
    forwardPoints: shown.price.forwardPoints,
    reason: facts.reason,
    defaultBeneficiaryId: beneficiary(facts.defaultBeneficiaryId),
    initialMargin: {
      required,
      percent: facts.marginPercent,
      amount: formatAmount(facts.marginMinor, marginCurrency),
      currency: marginCurrency,
      dueAt: quoted.marginDueAt?.toISOString() ?? null,
      payFromAccountId: required ? formatLastingId('acc', marginAccount.accountId) : null,
    },
    credit: {
      facilityId: formatLastingId('fac', facts.facilityId),
      termId: formatLastingId(TERM_PREFIX, facts.termId),
      currency,
      utilisedBefore: formatAmount(credit.utilisedBeforeMinor, currency),
      utilisedAfter: formatAmount(credit.utilisedAfterMinor, currency),
      availableAfter: formatAmount(credit.availableAfterMinor, currency),
    },
    ...shown,
    kind: 'Forward' as const,
    tenor: quote.tenor,
    price: { pricedAtDate: facts.pricedAtDate, ...shown.price },
  }
}

/** Presents a forward as a trade with its forward data. */
export const presentForward = (forward: Forward, margin: Pick<InitialMargin, 'status'> | undefined) => ({
  ...presentTrade(forward.trade),
  forward: presentFacts(forward, margin),
})

export function presentFacts(forward: Forward, margin: Pick<InitialMargin, 'status'> | undefined) {
  const { trade, facts } = forward
  const drawn = new Decimal(facts.drawnBuyMinor.toString()).div(facts.contractBuyMinor.toString()).mul(100)
  return {
    type: facts.forwardType,
    accessDate: facts.accessDate,
    valueDate: trade.valueDate,
    balance: presentLegs(trade, freeOf(forward)),
    drawnPercent: drawn.toFixed(2),
    initialMarginStatus: margin?.status ?? ('NotRequired' as const),
    forwardReasoning: facts.reason,
    fundsDelivery: facts.fundsDelivery,
    facilityId: formatId('fac', facts.facilityId),
    creditTermId: formatId(TERM_PREFIX, facts.termId),
    defaultBeneficiaryId: beneficiary(facts.defaultBeneficiaryId),
    spotRate: formatRate(new Decimal(facts.spotRate), parsePair(trade.currencyPair).quoteDp),
    pricedAtDate: facts.pricedAtDate,
  }
}

/** Initial margin of a forward; of one that needs none, zeros in the currency sold. */
export function presentMargin({ trade }: Forward, margin: InitialMargin | undefined, appliedMinor: bigint) {
  const currency = margin?.currency ?? trade.sellCurrency
  const amount = (minor: bigint | undefined) => formatAmount(minor ?? 0n, currency)
  return {
    tradeId: formatId('trd', trade.tradeId),
    required: margin !== undefined,
    percent: margin ? new Decimal(margin.percent).toFixed() : '0',
    amount: amount(margin?.requiredMinor),
    currency,
    side: margin?.side ?? ('Sell' as const),
    dueAt: margin?.dueAt.toISOString() ?? null,
    status: margin?.status ?? ('NotRequired' as const),
    received: amount(margin?.receivedMinor),
    outstanding: amount(margin?.outstandingMinor),
    released: amount(margin?.releasedMinor),
    appliedToDrawdowns: amount(appliedMinor),
    accountId: margin ? formatId('acc', margin.accountId) : null,
    ledgerTransactionIds: (margin?.moves ?? []).map((move) => formatTransactionId(move.accountId, move.accountSeq)),
  }
}

/** Additional data for presenting a drawdown. */
export interface DrawdownContext {
  /** Currency of the forward's initial margin. */
  marginCurrency: string
  /** The account that it is funded from. */
  sellAccount: Pick<Account, 'iban' | 'bic'> | undefined
}

/** A drawdown as the wire shows it. */
export function presentDrawdown(trade: TradeRow, drawdown: DrawdownRow, context: DrawdownContext) {
  const { marginCurrency } = context
  const isWaiting = ['Booked', 'AwaitingFunds', 'Overdue'].includes(trade.status)
  return {
    drawdownId: formatId('trd', trade.tradeId),
    tradeId: formatId('trd', drawdown.forwardId),
    status: trade.status,
    currencyPair: trade.currencyPair,
    buyCurrency: trade.buyCurrency,
    sellCurrency: trade.sellCurrency,
    ...presentLegs(trade, trade),
    rate: presentTrade(trade).rate,
    valueDate: trade.valueDate,
    fundingMethod: drawdown.fundingMethod,
    fundingInstructions: isWaiting ? instructions(trade, drawdown, context) : null,
    waitingFor: isWaiting || trade.status === 'PendingApproval' ? waitOf(trade, drawdown) : null,
    marginApplied: { amount: formatAmount(drawdown.marginAppliedMinor, marginCurrency), currency: marginCurrency },
    clientReference: trade.clientReference,
    paymentIds: trade.paymentIds.map((paymentId) => formatId('pay', paymentId)),
    createdAt: trade.createdAt.toISOString(),
  }
}

/** Returns the funding instructions: account, deadline and sell amount less margin in its currency. */
function instructions(
  trade: TradeRow,
  { marginAppliedMinor, wiredMinor }: DrawdownRow,
  { marginCurrency, sellAccount }: DrawdownContext,
) {
  const cutOff = keptCutOff(parsePair(trade.currencyPair), trade.valueDate, trade.cutOffAt)
  const { cutOffAt: payBy, cutOffLocal: payByLocal } = presentCutOff(cutOff)
  const missing = trade.sellMinor - paidByMargin(trade, marginAppliedMinor, marginCurrency)
  return {
    accountId: formatId('acc', trade.sellAccountId),
    currency: trade.sellCurrency,
    iban: sellAccount?.iban ?? null,
    bic: sellAccount?.bic ?? null,
    amount: formatAmount(missing, trade.sellCurrency),
    received: formatAmount(wiredMinor, trade.sellCurrency),
    reference: formatId('trd', trade.tradeId),
    payBy,
    payByLocal,
  }
}

/** Returns the wait of a drawdown: for approval, its day, or its money. */
function waitOf({ status }: TradeRow, { fundingMethod }: DrawdownRow) {
  if (status === 'PendingApproval') return 'Approval' as const
  if (fundingMethod === 'WireTransfer') return 'Wire' as const
  return status === 'Booked' ? ('ValueDate' as const) : ('Funds' as const)
}

/** The answer to a drawdown: the first one's fields, and all of them. */
export function presentDrawn(drawn: readonly Drawn[], contexts: readonly DrawdownContext[]) {
  const shown = drawn.map(({ trade, drawdown, forward }, index) => ({
    ...presentDrawdown(trade, drawdown, contexts[index]!),
    remaining: presentLegs(trade, freeOf(forward)),
  }))
  const [first] = drawn
  const total = drawn.reduce(
    (sum, { trade }) => ({ buyMinor: sum.buyMinor + trade.buyMinor, sellMinor: sum.sellMinor + trade.sellMinor }),
    { buyMinor: 0n, sellMinor: 0n },
  )
  return { ...shown[0]!, drawdowns: shown, totals: presentLegs(first!.trade, total) }
}

/** Totals of a forward in both currencies. */
export function presentTotals(forward: Forward) {
  const { trade, facts } = forward
  const named = (legs: Legs) => presentLegs(trade, legs)
  const [drawn, amended, left] = [named(drawnOf(facts)), named(amendedOf(facts)), named(leftOf(forward))]
  return {
    drawnBuy: drawn.buyAmount,
    drawnSell: drawn.sellAmount,
    amendedBuy: amended.buyAmount,
    amendedSell: amended.sellAmount,
    remainingBuy: left.buyAmount,
    remainingSell: left.sellAmount,
  }
}

/** A booked amendment with the forwards it has changed and made. */
export function presentAmended(
  { row, forward, next }: Amended,
  { margin, nextMargin }: { margin: InitialMargin | undefined; nextMargin: InitialMargin | undefined },
  approval: TradeApproval,
) {
  return {
    ...presentAmendment(row, forward.trade),
    status: row.bookedAt === null ? ('PendingApproval' as const) : ('Booked' as const),
    bookedAt: row.bookedAt?.toISOString() ?? null,
    approval,
    closeOutTradeId: row.closeOutId === null ? null : formatId('trd', row.closeOutId),
    newTradeId: row.newTradeId === null ? null : formatId('trd', row.newTradeId),
    trade: presentForward(forward, margin),
    newTrade: next ? presentForward(next, nextMargin) : null,
  }
}
