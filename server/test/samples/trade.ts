import type { TradeRow } from '../../src/fx/trades/index.ts'
import { tradeConfirmation } from '../../src/fx/trades/confirmations/confirmation.ts'
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

const account = (name: string, iban: string) =>
  ({ name, iban, bic: 'CMBTDEFF' }) as Parameters<typeof tradeConfirmation>[0]['buyAccount']

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

/** A drawdown of a forward, with all that its product adds. */
export const sampleDrawdownConfirmation = () =>
  tradeConfirmation({
    trade: {
      ...trade,
      kind: 'Drawdown',
      tradeId: uuid(22),
      parentTradeId: uuid(23),
      buyMinor: 150_000_00n,
      sellMinor: 175_773_00n,
      rate: '1.17182',
      midRate: '1.16831',
      forwardPoints: '57.6',
      costMinor: 526_50n,
    },
    entity: client,
    buyAccount: account('EUR operating account', 'DE17501990000010000001'),
    sellAccount: account('USD account', 'DE87501990000010000002'),
    issuer,
    more: [
      ['Contract', '500,000.00 EUR for 585,910.00 USD'],
      ['Contract window', '1 November 2026 to 24 February 2027'],
      ['Drawn now', '150,000.00 EUR for 175,773.00 USD'],
      ['Remaining after it', '350,000.00 EUR for 410,137.00 USD'],
      ['Margin released to it', '8,788.65 USD'],
      ['Kind of forward', 'Window'],
      ['Delivery', 'Both amounts are delivered'],
      ['Purpose declared', 'Purchase of goods'],
      ['Facility', 'Forward facility'],
      ['Credit term', 'Standard'],
      ['MiFID II', 'Exempt: means of payment'],
    ],
    at,
  })
