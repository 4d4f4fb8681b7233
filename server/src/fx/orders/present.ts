import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { parsePair } from '../calendar/index.ts'
import { amountsAtRate } from './amounts.ts'
import type { OrderRow } from './queries.ts'

/** An order as the wire shows it. */
export function presentOrder(order: OrderRow) {
  const { quoteDp } = parsePair(order.currencyPair)
  const { buyMinor, sellMinor } = amountsAtRate(order)
  const rateText = (rate: string) => formatRate(new Decimal(rate), quoteDp)
  return {
    orderId: formatId('ord', order.orderId),
    entityId: formatId('ent', order.entityId),
    type: order.type,
    status: order.status,
    currencyPair: order.currencyPair,
    rate: rateText(order.rate),
    markupPercent: formatRate(new Decimal(order.markupBps).div(100), 4),
    fixedSide: order.fixedSide,
    buyCurrency: order.buyCurrency,
    buyAmount: formatAmount(buyMinor, order.buyCurrency),
    buyAccountId: formatId('acc', order.buyAccountId),
    sellCurrency: order.sellCurrency,
    sellAmount: formatAmount(sellMinor, order.sellCurrency),
    sellAccountId: formatId('acc', order.sellAccountId),
    clientReference: order.clientReference,
    expiresAt: order.expiresAt.toISOString(),
    triggeredAt: order.triggeredAt?.toISOString() ?? null,
    filledRate: order.filledRate === null ? null : rateText(order.filledRate),
    tradeId: order.tradeId === null ? null : formatId('trd', order.tradeId),
    rejectionReason: order.rejectionReason,
    history: order.history,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}
