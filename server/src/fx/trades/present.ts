import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { keptCutOff, parsePair, presentCutOff } from '../calendar/index.ts'
import { presentDeal } from '../quotes/index.ts'
import type { TradeRow } from './queries.ts'

const optional = <P extends string>(prefix: P, uuid: string | null) => (uuid === null ? null : formatId(prefix, uuid))

/** A trade as the wire shows it. */
export function presentTrade(trade: TradeRow) {
  return {
    tradeId: formatId('trd', trade.tradeId),
    kind: trade.kind,
    subtype: trade.subtype,
    entityId: formatId('ent', trade.entityId),
    status: trade.status,
    currencyPair: trade.currencyPair,
    buyCurrency: trade.buyCurrency,
    buyAmount: formatAmount(trade.buyMinor, trade.buyCurrency),
    buyAccountId: formatId('acc', trade.buyAccountId),
    sellCurrency: trade.sellCurrency,
    sellAmount: formatAmount(trade.sellMinor, trade.sellCurrency),
    sellAccountId: formatId('acc', trade.sellAccountId),
    fixedSide: trade.fixedSide,
    tradeDate: trade.tradeDate,
    valueDate: trade.valueDate,
    tenor: trade.tenor,
    ...presentCutOff(keptCutOff(parsePair(trade.currencyPair), trade.valueDate, trade.cutOffAt)),
    quoteId: optional('quo', trade.quoteId ?? trade.heldRateId ?? null),
    orderId: optional('ord', trade.orderId ?? null),
    clientReference: trade.clientReference,
    ...presentDeal(trade),
    settlement: {
      funded: trade.fundedAt !== null,
      fundedAt: trade.fundedAt?.toISOString() ?? null,
      settledAt: trade.settledAt?.toISOString() ?? null,
      failureReason: trade.failureReason,
      net: presentNet(trade),
    },
    parentTradeId: optional('trd', trade.parentTradeId),
    paymentIds: trade.paymentIds.map((paymentId) => formatId('pay', paymentId)),
    confirmationDocumentId: optional('doc', trade.confirmationDocumentId ?? null),
    history: trade.history,
    createdAt: trade.createdAt.toISOString(),
    updatedAt: trade.updatedAt.toISOString(),
  }
}

function presentNet({ netMinor, currencyPair }: TradeRow) {
  if (netMinor === null || netMinor === undefined) return null
  const currency = parsePair(currencyPair).counter
  const isCharge = netMinor < 0n
  const amount = formatAmount(isCharge ? -netMinor : netMinor, currency)
  return { amount, currency, chargeOrCredit: isCharge ? ('Charge' as const) : ('Credit' as const) }
}
