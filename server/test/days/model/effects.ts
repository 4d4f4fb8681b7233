import type { Inbound, Payment, Trade, Transfer } from '../read/resources.ts'
import { minorOf } from './money.ts'

/** Effect of a resource on an account: minor units, positive in. */
export interface Effect {
  resourceId: string
  accountId: string
  minor: bigint
}

/** States in which a payment's money has left the account. */
const LEFT = new Set(['Submitted', 'Sent', 'Completed', 'Returned'])

/** Returns amount and fee while they are out, and the returned amount. */
export function effectsOfPayment({ paymentId, accountId, status, amount, fee, returned }: Payment): Effect[] {
  if (!LEFT.has(status)) return []
  const back = returned ? minorOf(returned.amount) : 0n
  return [{ resourceId: paymentId, accountId, minor: back - minorOf(amount) - minorOf(fee.amount) }]
}

/** Returns the effects of a settled trade: both amounts, or the net amount of a close-out. */
export function effectsOfTrade(trade: Trade, currencyOf: (accountId: string) => string | undefined): Effect[] {
  if (trade.status !== 'Settled' || trade.kind === 'Forward') return []
  const { tradeId: resourceId, buyAccountId, sellAccountId, settlement } = trade
  if (settlement.net) {
    const { amount, currency, chargeOrCredit } = settlement.net
    const accountId = currencyOf(buyAccountId) === currency ? buyAccountId : sellAccountId
    return [{ resourceId, accountId, minor: chargeOrCredit === 'Credit' ? minorOf(amount) : -minorOf(amount) }]
  }
  return [
    { resourceId, accountId: buyAccountId, minor: minorOf(trade.buyAmount) },
    { resourceId, accountId: sellAccountId, minor: -minorOf(trade.sellAmount) },
  ]
}

export function effectsOfTransfer(transfer: Transfer): Effect[] {
  if (transfer.status !== 'Completed') return []
  const { internalAccountTransferId: resourceId, debitAccountId, creditAccountId, amount } = transfer
  return [
    { resourceId, accountId: debitAccountId, minor: -minorOf(amount) },
    { resourceId, accountId: creditAccountId, minor: minorOf(amount) },
  ]
}

/** Money that an operator assigned to an account is credited by a receipt of its own. */
export function effectsOfInbound({ inboundPaymentId, accountId, status, amount }: Inbound): Effect[] {
  const isCredited = accountId !== null && status === 'Credited'
  return isCredited ? [{ resourceId: inboundPaymentId, accountId, minor: minorOf(amount) }] : []
}
