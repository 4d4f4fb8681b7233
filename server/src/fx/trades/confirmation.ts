import type { Account } from '../../accounts/index.ts'
import { type DocumentModel, ibanText, type Issuer, localStamp, longDate, moneyText } from '../../documents/index.ts'
import type { Entity } from '../../entities/index.ts'
import { formatId } from '../../kernel/ids.ts'
import { parsePair } from '../calendar/index.ts'
import { presentDeal } from '../quotes/index.ts'
import type { TradeStatus } from './lifecycle.ts'
import type { TradeRow } from './queries.ts'
import type { TradeKind } from './schema.ts'

/** Names and values that a product adds: what kind of forward it is, from when it can be drawn. */
export type ConfirmationFacts = readonly (readonly [name: string, value: string | null | undefined])[]

/** All that a trade's confirmation is made of. */
export interface ConfirmationSource {
  trade: TradeRow
  entity: Pick<Entity, 'legalName' | 'lei' | 'addresses' | 'timeZone'>
  buyAccount: Account | undefined
  sellAccount: Account | undefined
  issuer: Issuer
  more: ConfirmationFacts
  /** Business time. */
  at: Date
}

/** States in which nothing has been dealt, so that there is nothing to confirm. */
const NOT_DEALT: readonly TradeStatus[] = ['PendingApproval', 'QueuedForOpen', 'Rejected']

/** Whether a trade has been dealt: what has been is confirmed, whatever became of it; what was called off before is not. */
export const isDealt = ({ status, history }: Pick<TradeRow, 'status' | 'history'>): boolean =>
  status === 'Cancelled'
    ? history.some((step) => step.status !== 'Cancelled' && !NOT_DEALT.includes(step.status))
    : !NOT_DEALT.includes(status)

const TITLES: Record<TradeKind, string> = {
  Spot: 'Confirmation of a spot foreign exchange deal',
  Forward: 'Confirmation of a forward foreign exchange deal',
  HeldRate: 'Confirmation of a foreign exchange deal',
  Drawdown: 'Confirmation of a drawdown of a forward',
  CloseOut: 'Confirmation of the close-out of a forward',
}

/** The confirmation of a trade: who deals what with whom, at which rate, for when, and how it is settled. */
export function tradeConfirmation(source: ConfirmationSource): DocumentModel {
  const { trade, issuer, entity, at } = source
  const { buyCurrency, buyMinor, sellCurrency, sellMinor } = trade
  return {
    title: isOfSpot(trade) ? 'Confirmation of the close-out of a spot deal' : TITLES[trade.kind],
    subtitle: `${trade.currencyPair} at ${presentDeal(trade).rate}, value ${longDate(trade.valueDate)}`,
    issuer,
    reference: formatId('trd', trade.tradeId),
    issuedAt: at,
    blocks: [
      { kind: 'parties', parties: [clientOf(entity), { role: 'Counterparty', name: issuer.name, lines: [] }] },
      {
        kind: 'figures',
        figures: [
          { name: 'Client buys', value: moneyText(buyMinor, buyCurrency) },
          { name: 'Client sells', value: moneyText(sellMinor, sellCurrency) },
        ],
      },
      { kind: 'facts', title: 'Deal', facts: dealFacts(source) },
      { kind: 'facts', title: 'Settlement', facts: settlementFacts(source) },
      { kind: 'facts', title: 'Identification', facts: identification(source) },
      { kind: 'paragraph', small: true, text: DISCLAIMER },
    ],
  }
}

const DISCLAIMER =
  'This document confirms what was agreed when the deal was made. Compare it with your own records and tell us at once ' +
  'of any difference. It was made by a computer and carries no signature.'

function clientOf({ legalName, lei, addresses }: ConfirmationSource['entity']) {
  const [address] = addresses
  const town = address && [address.postCode, address.city].filter(Boolean).join(' ')
  const lines = [
    ...(address ? [address.line1, address.line2, `${town}, ${address.countryCode}`] : []),
    lei && `LEI ${lei}`,
  ]
  return { role: 'Client', name: legalName, lines: lines.filter((line): line is string => Boolean(line)) }
}

/** Whether a trade closes out a spot deal. */
const isOfSpot = ({ kind, subtype }: TradeRow): boolean => kind === 'CloseOut' && subtype === 'Spot'

const PRODUCTS: Record<TradeKind, string> = {
  Spot: 'Spot',
  Forward: 'Forward',
  HeldRate: 'Held rate',
  Drawdown: 'Drawdown of a forward',
  CloseOut: 'Close-out of a forward',
}

/** What became of a held rate, by how it was dealt. */
const HELD_RATES: Record<string, string> = {
  NextQuote: 'Held rate, the next one that was active',
  Spot: 'Spot, after the held rate had lapsed',
  MarketOpenOrder: "Spot at the market's opening, after the held rate had lapsed",
}

function dealFacts({ trade, entity, more }: ConfirmationSource): ConfirmationFacts {
  const { rate, price } = presentDeal(trade)
  const { base, counter } = parsePair(trade.currencyPair)
  return [
    [
      'Product',
      (trade.kind === 'HeldRate' && HELD_RATES[trade.subtype ?? '']) ||
        (isOfSpot(trade) ? 'Close-out of a spot deal' : PRODUCTS[trade.kind]),
    ],
    ['Trade date', longDate(trade.tradeDate)],
    ['Dealt', localStamp(dealtAt(trade), entity.timeZone)],
    ['Rate', `${rate} ${counter} per ${base}`],
    ['Market middle for the value date', `${price.mid} ${counter} per ${base}`],
    ['Forward points', price.forwardPoints],
    [
      'Cost against the middle, in the rate',
      trade.costMinor === 0n ? null : moneyText(trade.costMinor, trade.sellCurrency),
    ],
    ['Amount fixed by the client', trade.fixedSide === 'Buy' ? 'the one it buys' : 'the one it sells'],
    ...more,
  ]
}

/** When it was dealt: a queued trade waited for the market first. */
function dealtAt({ history, createdAt }: TradeRow): Date {
  const first = history.find(({ status }) => !NOT_DEALT.includes(status))
  return first ? new Date(first.at) : createdAt
}

function settlementFacts({ trade, entity, buyAccount, sellAccount }: ConfirmationSource): ConfirmationFacts {
  const counter = parsePair(trade.currencyPair).counter
  const net = trade.netMinor ?? 0n
  const cash = net < 0n ? 'to be paid by the client' : 'to be paid to the client'
  return [
    ['Value date', longDate(trade.valueDate)],
    ['Funds due by', localStamp(trade.cutOffAt, entity.timeZone)],
    ['From', accountText(trade.sellAccountId, sellAccount)],
    ['To', accountText(trade.buyAccountId, buyAccount)],
    ['Settled in cash', trade.kind === 'CloseOut' ? `${moneyText(net < 0n ? -net : net, counter)}, ${cash}` : null],
  ]
}

function accountText(accountId: string, account: Account | undefined): string {
  const id = formatId('acc', accountId)
  return account ? `${account.name}, IBAN ${ibanText(account.iban)}, ${id}` : id
}

const identification = ({ trade }: ConfirmationSource): ConfirmationFacts => [
  ['Trade id', formatId('trd', trade.tradeId)],
  [
    trade.kind === 'Spot' || isOfSpot(trade) ? 'Of the deal' : 'Of the forward',
    trade.parentTradeId && formatId('trd', trade.parentTradeId),
  ],
  ['Client reference', trade.clientReference],
]
