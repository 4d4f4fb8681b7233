import { insertTrade, type TradeRow } from '../../src/fx/trades/index.ts'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { formatId, newUuid } from '../../src/kernel/values/ids.ts'
import { FRIDAY, type PaymentService } from './payment-service.ts'

/** A booked trade that buys 1,000.00 EUR for Monday; answers its wire id. */
export async function givenTrade(db: Db, service: PaymentService, change: Partial<TradeRow> = {}): Promise<string> {
  const { entityId, account, time, uuid, clients } = service
  const none = { subtype: null, parentTradeId: null, quoteId: null, clientReference: null, tenor: null, holdId: null }
  const trade: TradeRow = {
    ...none,
    entityId,
    tradeId: newUuid(),
    kind: 'Spot',
    status: 'Executed',
    version: 1,
    clientId: clients.maker,
    currencyPair: 'EUR/USD',
    fixedSide: 'Buy',
    rate: '1.16',
    costRate: '1.16',
    midRate: '1.16',
    forwardPoints: '0',
    buyCurrency: 'EUR',
    buyMinor: 100000n,
    buyAccountId: uuid(account['EUR']!),
    sellCurrency: 'USD',
    sellMinor: 116000n,
    sellAccountId: uuid(account['USD']!),
    costMinor: 116000n,
    revenueMinor: 0n,
    tradeDate: FRIDAY,
    valueDate: '2026-11-23',
    cutOffAt: new Date('2026-11-23T14:00:00Z'),
    settlementJournalId: null,
    fundedAt: null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [],
    createdAt: time.now,
    updatedAt: time.now,
    ...change,
  }
  await inTransaction(db, (tx) => insertTrade(tx, trade))
  return formatId('trd', trade.tradeId)
}
