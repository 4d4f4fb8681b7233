import type { TradeRow } from '../../src/fx/trades/index.ts'
import { type ConfirmationSource, tradeConfirmation } from '../../src/fx/trades/confirmation.ts'
import { client, issuer, uuid } from './parties.ts'

const at = new Date('2026-11-20T09:30:00Z')

/** A spot deal: 100,000 euro bought with dollars. */
const trade = {
  entityId: uuid(1),
  tradeId: uuid(21),
  kind: 'Spot',
  subtype: null,
  status: 'Executed',
  parentTradeId: null,
  clientReference: 'DEAL-118',
  currencyPair: 'EUR/USD',
  fixedSide: 'Buy',
  buyCurrency: 'EUR',
  buyMinor: 100_000_00n,
  buyAccountId: uuid(2),
  sellCurrency: 'USD',
  sellMinor: 116_546_00n,
  sellAccountId: uuid(5),
  rate: '1.16546',
  costRate: '1.16255',
  midRate: '1.16255',
  forwardPoints: '0',
  costMinor: 291_00n,
  tradeDate: '2026-11-20',
  valueDate: '2026-11-24',
  cutOffAt: new Date('2026-11-24T15:00:00Z'),
  history: [],
  createdAt: at,
} as Partial<TradeRow> as TradeRow

const account = (name: string, iban: string) => ({ name, iban }) as ConfirmationSource['buyAccount']

export const sampleTradeConfirmation = () =>
  tradeConfirmation({
    trade,
    entity: client,
    buyAccount: account('EUR operating account', 'DE17501990000010000001'),
    sellAccount: account('USD account', 'DE87501990000010000002'),
    issuer,
    more: [],
    at,
  })
