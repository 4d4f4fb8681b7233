import type { Account } from '../../../accounts/index.ts'
import {
  type Block,
  type DocumentModel,
  ibanText,
  type Issuer,
  localStamp,
  longDate,
  moneyText,
  partyOf,
} from '../../../documents/index.ts'
import type { Entity } from '../../../entities/index.ts'
import { addressLines } from '../../../institution/index.ts'
import { addDays, localDayOf } from '../../../kernel/values/days.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { parsePair } from '../../calendar/index.ts'
import { presentDeal } from '../../quotes/index.ts'
import type { TradeStatus } from '../lifecycle.ts'
import type { TradeRow } from '../queries.ts'
import type { TradeKind } from '../schema.ts'

/** Names and values added by a product: type of forward, first drawable day. */
export type ConfirmationFacts = readonly (readonly [name: string, value: string | null | undefined])[]

/** Returns an amount of cash with its direction, as a confirmation states it. */
export const cashText = (minor: bigint, currency: string): string =>
  `${moneyText(minor < 0n ? -minor : minor, currency)}, ${minor < 0n ? 'to be paid by the client' : 'to be paid to the client'}`

/** All that a trade's confirmation is made of. */
interface ConfirmationSource {
  trade: TradeRow
  entity: Pick<Entity, 'legalName' | 'lei' | 'addresses' | 'timeZone'>
  buyAccount: Account | undefined
  sellAccount: Account | undefined
  issuer: Issuer
  /** The contract that the deal amends or closes out. */
  amendment?: ConfirmationFacts
  more: ConfirmationFacts
  /** Business time. */
  at: Date
}

/** States in which nothing has been dealt, so that there is nothing to confirm. */
const NOT_DEALT: readonly TradeStatus[] = ['PendingApproval', 'QueuedForOpen', 'Rejected']

/** Returns true if a trade has been dealt: dealt trades have a confirmation, trades called off before do not. */
export const isDealt = ({ status, history }: Pick<TradeRow, 'status' | 'history'>): boolean =>
  status === 'Cancelled'
    ? history.some((step) => step.status !== 'Cancelled' && !NOT_DEALT.includes(step.status))
    : !NOT_DEALT.includes(status)

/** Returns true if a trade that has not been dealt may still be. */
export const mayBeDealt = ({ status }: Pick<TradeRow, 'status'>): boolean =>
  status === 'PendingApproval' || status === 'QueuedForOpen'

const TITLES: Record<TradeKind, string> = {
  Spot: 'Confirmation of a spot foreign exchange deal',
  Forward: 'Confirmation of a forward foreign exchange deal',
  HeldRate: 'Confirmation of a foreign exchange deal',
  Drawdown: 'Confirmation of a drawdown of a forward',
  CloseOut: 'Confirmation of the close-out of a forward',
}

/** Builds the confirmation of a trade: parties, amounts, rate, date and settlement. */
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
      {
        kind: 'parties',
        parties: [clientOf(entity), partyOf('Counterparty', issuer, [issuer.licence, issuer.contact])],
      },
      {
        kind: 'figures',
        figures: [
          { name: 'Client buys', value: moneyText(buyMinor, buyCurrency) },
          { name: 'Client sells', value: moneyText(sellMinor, sellCurrency) },
        ],
      },
      { kind: 'facts', title: 'Deal', columns: 2, facts: [...dealFacts(source), ...identification(source)] },
      ...section('Terms', [...(source.amendment ?? []), ...(source.more.length > 0 ? source.more : SPOT_TERMS)]),
      { kind: 'facts', title: 'Settlement', facts: settlementFacts(source) },
      { kind: 'paragraph', small: true, text: `SWIFT MT300, with the client as party A: ${mt300Text(trade)}` },
      { kind: 'paragraph', small: true, text: disclaimer(source) },
    ],
  }
}

/** Terms of a deal without credit. */
const SPOT_TERMS: ConfirmationFacts = [
  ['Margin', 'None'],
  ['Facility and term', 'None'],
  ['Purpose declared', 'Not required for a spot deal'],
  ['MiFID II', 'Exempt: spot contract'],
]

const section = (title: string, facts: ConfirmationFacts = []): Block[] =>
  facts.length > 0 ? [{ kind: 'facts', title, columns: 2, facts }] : []

const disclaimer = ({ issuer, entity, at }: ConfirmationSource): string => {
  const deadline = addDays(localDayOf(at, entity.timeZone), issuer.objectionDays)
  return (
    `This document confirms the terms agreed when the deal was made. Compare it with your own records and report any ` +
    `difference to us by ${longDate(deadline)}. It was made by a computer and carries no signature.`
  )
}

function clientOf({ legalName, lei, addresses }: ConfirmationSource['entity']) {
  const [address] = addresses
  const lines = [...(address ? addressLines(address) : []), ...(lei ? [`LEI ${lei}`] : [])]
  return { role: 'Client', name: legalName, lines }
}

/** Returns true if a trade closes out a spot deal. */
const isOfSpot = ({ kind, subtype }: TradeRow): boolean => kind === 'CloseOut' && subtype === 'Spot'

const PRODUCTS: Record<TradeKind, string> = {
  Spot: 'Spot',
  Forward: 'Forward',
  HeldRate: 'Held rate',
  Drawdown: 'Drawdown of a forward',
  CloseOut: 'Close-out of a forward',
}

/** Description of a held rate by its execution. */
const HELD_RATES: Record<string, string> = {
  NextQuote: 'Held rate, the next one that was active',
  Spot: 'Spot, after the held rate had lapsed',
  MarketOpenOrder: "Spot at the market's opening, after the held rate had lapsed",
}

function dealFacts({ trade, entity }: ConfirmationSource): ConfirmationFacts {
  const { rate, price } = presentDeal(trade)
  const { base, counter } = parsePair(trade.currencyPair)
  return [
    [
      'Product',
      (trade.kind === 'HeldRate' && HELD_RATES[trade.subtype ?? '']) ||
        (isOfSpot(trade) ? 'Close-out of a spot deal' : PRODUCTS[trade.kind]),
    ],
    ['Trade date', longDate(trade.tradeDate)],
    ['Value date', longDate(trade.valueDate)],
    ['Funds due by', localStamp(trade.cutOffAt, entity.timeZone)],
    ['Dealt', localStamp(dealtAt(trade), 'UTC')],
    ['Rate', `${rate} ${counter} per ${base}`],
    ['Market mid', `${price.mid} ${counter} per ${base}`],
    ['Forward points', price.forwardPoints],
    ['Cost in the rate', trade.costMinor === 0n ? null : moneyText(trade.costMinor, trade.sellCurrency)],
    ['Fixed amount', trade.fixedSide === 'Buy' ? 'The amount bought' : 'The amount sold'],
  ]
}

/** Returns the time of the deal; a queued trade waits for the market first. */
function dealtAt({ history, createdAt }: TradeRow): Date {
  const first = history.find(({ status }) => !NOT_DEALT.includes(status))
  return first ? new Date(first.at) : createdAt
}

function settlementFacts({ trade, buyAccount, sellAccount }: ConfirmationSource): ConfirmationFacts {
  const counter = parsePair(trade.currencyPair).counter
  const net = trade.netMinor ?? 0n
  return [
    ['Client pays from', accountText(trade.sellAccountId, sellAccount)],
    ['Client receives in', accountText(trade.buyAccountId, buyAccount)],
    ['Settled in cash', trade.kind === 'CloseOut' ? cashText(net, counter) : null],
  ]
}

function accountText(accountId: string, account: Account | undefined): string {
  const id = formatId('acc', accountId)
  return account ? `${account.name}, IBAN ${ibanText(account.iban)}, BIC ${account.bic}` : id
}

const identification = ({ trade }: ConfirmationSource): ConfirmationFacts => [
  ['Trade id', formatId('trd', trade.tradeId)],
  [
    trade.kind === 'Spot' || isOfSpot(trade) ? 'Of the deal' : 'Of the forward',
    trade.parentTradeId && formatId('trd', trade.parentTradeId),
  ],
  ['Client reference', trade.clientReference],
]

/** Returns the fields that the same confirmation has as an MT300. */
function mt300Text(trade: TradeRow): string {
  const compact = (day: string) => day.replaceAll('-', '')
  const decimal = (text: string) => (text.includes('.') ? text.replace('.', ',') : `${text},`)
  const amount = (minor: bigint, currency: string) => `${currency}${decimal(formatAmount(minor, currency))}`
  return [
    '22A NEWT',
    '94A BILA',
    `30T ${compact(trade.tradeDate)}`,
    `30V ${compact(trade.valueDate)}`,
    `36 ${decimal(presentDeal(trade).rate)}`,
    `32B ${amount(trade.buyMinor, trade.buyCurrency)}`,
    `33B ${amount(trade.sellMinor, trade.sellCurrency)}`,
  ].join(' · ')
}
