import type { TradeState } from '../../fx/trades/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { FUNDS_ACTIONS, FUNDS_STATES } from './funds.ts'
import type { PaymentRow, PaymentWithHistory } from './queries.ts'
import type { OwnReason } from './status-reasons.ts'
import { leftMinor, paysOut } from './trade-use.ts'

type FundsAction = (typeof FUNDS_ACTIONS)[number]

/** Money of a payment that did not reach its payee, in minor units of the payment's currency. */
interface StrandedFunds {
  state: (typeof FUNDS_STATES)[number]
  amountMinor: bigint
  /** Part of the money of its trade that other payments have, which is not in the amount. */
  reusedMinor: bigint
  actions: FundsAction[]
}

type Facts = Pick<
  PaymentWithHistory,
  'status' | 'amountMinor' | 'feeMinor' | 'returnedMinor' | 'suspenseMinor' | 'trade' | 'othersMinor'
>

/**
 * Returns where the money of a payment is that was refused, cancelled or returned. Undefined while the payment can still
 * reach its payee, where no money had been moved or bought for it, where the trade ended with it, and where other payments
 * out of the trade have all of it.
 */
function strandedFunds(payment: Facts): StrandedFunds | undefined {
  const { suspenseMinor, trade } = payment
  const totalMinor = strandedMinor(payment)
  if (totalMinor === undefined) return undefined
  const reusedMinor = reusedOf(payment)
  const amountMinor = totalMinor - suspenseMinor - reusedMinor
  if (trade?.isLive) {
    if (amountMinor <= 0n) return undefined
    const again: FundsAction[] = paysOut(trade) ? ['PayAgain'] : []
    return { state: 'InTrade', amountMinor, reusedMinor, actions: [...again, ...endingsOf(trade)] }
  }
  const isAllReused = reusedMinor > 0n && reusedMinor >= boughtMinor(payment) - suspenseMinor
  if (amountMinor > 0n && !isAllReused)
    return { state: 'OnAccount', amountMinor, reusedMinor, actions: trade ? ['PayAgain', 'SellBack'] : ['PayAgain'] }
  return suspenseMinor > 0n ? { state: 'InSuspense', amountMinor: suspenseMinor, reusedMinor, actions: [] } : undefined
}

/** Returns the money that a payment leaves, with what is used again; undefined where it leaves none. */
function strandedMinor(payment: Facts): bigint | undefined {
  const { status, feeMinor, trade } = payment
  if (status === 'Failed') return boughtMinor(payment) + feeMinor
  if (status === 'Returned') return boughtMinor(payment)
  if (status !== 'Rejected' && status !== 'Cancelled') return undefined
  return trade && (trade.isLive || trade.status === 'Settled') ? boughtMinor(payment) : undefined
}

/** Returns what of the stranded money came from the trade, if there is one: the fee did not. */
const boughtMinor = ({ status, amountMinor, returnedMinor }: Facts): bigint =>
  status === 'Returned' ? (returnedMinor ?? 0n) : amountMinor

/** Returns what of that money other payments out of the trade have. */
function reusedOf(payment: Facts): bigint {
  const { trade, othersMinor } = payment
  if (trade === null || othersMinor === null) return 0n
  const bought = boughtMinor(payment)
  return bought - leftMinor(BigInt(trade.buyMinor), { boughtMinor: bought, othersMinor })
}

/** The priced commands that end a trade before it settles. A held rate has none: its currency can be sold after settlement. */
function endingsOf({ kind, status }: TradeState): FundsAction[] {
  if (kind === 'Drawdown') return ['Booked', 'AwaitingFunds'].includes(status) ? ['CancelDrawdown'] : []
  if (kind !== 'Spot') return []
  if (status === 'Executed') return ['CancelTrade']
  return ['AwaitingFunds', 'Overdue', 'SettlementFailed'].includes(status) ? ['CloseOutTrade'] : []
}

/**
 * The reason of a payment; where it was rejected or its money came back without one, that is the reason. A payment that waited for the
 * approval of its trade waits for the settlement as soon as the trade is approved.
 */
export function reasonOf(payment: Facts & Pick<PaymentRow, 'statusReason'>): string | null {
  const { statusReason, trade } = payment
  const isApproved = trade !== null && trade.status !== 'PendingApproval'
  if (statusReason === ('TradeNotApproved' satisfies OwnReason) && isApproved)
    return 'TradeNotSettled' satisfies OwnReason
  const needsReason = payment.status === 'Rejected' || strandedMinor(payment) !== undefined
  return statusReason ?? (needsReason ? ('NoReasonGiven' satisfies OwnReason) : null)
}

type Named = Facts & Pick<PaymentRow, 'accountId' | 'currency' | 'tradeId'>

/** Returns sentences with the location of stranded funds and the next action. */
export function fundsTexts(payment: Named): { message: string; nextAction: string } | undefined {
  const funds = strandedFunds(payment)
  if (!funds) return undefined
  const ways = funds.actions.map((action) => WAYS[action](payment))
  return {
    message: whereText(payment, funds, ` ${formatId('acc', payment.accountId)}`),
    nextAction: ways.length > 0 ? ways.join(' ') : NO_WAY[funds.state],
  }
}

/** Next actions where no command is available. */
const NO_WAY: Record<StrandedFunds['state'], string> = {
  InSuspense: 'Ask your contact at the service where to send the money.',
  InTrade: 'Wait until the trade is booked. Then send a new payment with its tradeId: POST /v1/payments.',
  OnAccount: 'None.',
}

/** The sentence for a third party, which does not name our resources. */
export function publicFundsText(payment: Named): string | undefined {
  const funds = strandedFunds(payment)
  return funds && whereText(payment, funds, '')
}

function whereText(payment: Named, funds: StrandedFunds, account: string): string {
  const { amountMinor: wholeMinor, suspenseMinor, currency, trade } = payment
  const amount = `${formatAmount(funds.amountMinor, currency)} ${currency}`
  const money = funds.reusedMinor > 0n ? `${amount}, excluding the money of other payments of the trade,` : amount
  if (funds.state === 'InSuspense') return `The account${account} is closed: ${amount} is held in suspense.`
  if (funds.state === 'InTrade') {
    const delivers = `on its value date ${trade!.valueDate} it delivers ${money} to the account${account}.`
    return trade!.status === 'PendingApproval'
      ? `The trade that buys the money awaits approval: once approved, ${delivers}`
      : `The trade that buys the money is not settled: ${delivers}`
  }
  const part = funds.reusedMinor === 0n && funds.amountMinor < wholeMinor ? ', a part of the payment,' : ''
  const kept =
    suspenseMinor > 0n
      ? ` ${formatAmount(suspenseMinor, currency)} ${currency} is held in suspense, because the account was closed.`
      : ''
  return `${money}${part} is on the account${account}.${kept}`
}

const WAYS: Record<FundsAction, (payment: Named) => string> = {
  PayAgain: ({ trade }) =>
    trade?.isLive
      ? 'To pay again out of the trade, send a new payment with its tradeId: POST /v1/payments.'
      : 'To pay again, send a new payment from the account: POST /v1/payments.',
  SellBack: ({ currency, trade }) =>
    `To sell it back, request a quote that sells ${currency} for ${trade!.sellCurrency}: POST /v1/fx/quotes/spot.`,
  CancelTrade: (payment) => endSpot('cancel', 'Cancel', payment),
  CloseOutTrade: (payment) => endSpot('close out', 'CloseOut', payment),
  CancelDrawdown: ({ tradeId }) =>
    `To cancel the drawdown before its cut-off: POST /v1/fx/trades/forwards/drawdowns/${formatId('trd', tradeId!)}/cancel.`,
}

const endSpot = (verb: string, type: string, { tradeId }: Named) =>
  `To ${verb} the trade, request a price with type ${type}: POST /v1/fx/trades/spot/${formatId('trd', tradeId!)}/amendments/quote.`

/** The wire form of stranded funds. */
export function presentFunds(payment: Named) {
  const funds = strandedFunds(payment)
  if (!funds) return null
  const { state, amountMinor, actions } = funds
  const { accountId, currency } = payment
  return {
    state,
    accountId: formatId('acc', accountId),
    amount: formatAmount(amountMinor, currency),
    currency,
    actions,
  }
}
