import type { Account } from '../../../accounts/index.ts'
import type { EntityProfile } from '../../../entities/index.ts'
import { parsePair } from '../../../fx/calendar/index.ts'
import { type BaseSide, clientAmounts, costAgainstMid, revenueOf } from '../../../fx/pricing/index.ts'
import { priceSpotQuote, type QuoteToStore, storeQuote, whyNotStored } from '../../../fx/quotes/index.ts'
import { bookSpot } from '../../../fx/spot/index.ts'
import { findTrade, type TradeRow } from '../../../fx/trades/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import { formatId, parseId } from '../../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import type { Consent } from '../../consents/index.ts'
import { fieldErrorOf, refuseErrors, refuseOb } from '../../http/index.ts'
import type { MakingDeps } from '../deps.ts'
import { quoteOrder, rateForUnit } from '../exchange.ts'
import type { Offer } from '../offer.ts'
import { checkOrder } from '../terms/checks.ts'
import { asked, type Initiation, type RateInformation, transferCurrency } from '../terms/terms.ts'
import type { PaymentKind } from '../terms/words.ts'

export interface Exchanged {
  trade: TradeRow
  information: RateInformation
  /** Dealt now, at a market price; false for the client's own trade. */
  isDealt: boolean
}

/** Books the exchange of a payment: none without an exchange, the client's own deal for an agreed rate. */
export async function exchangeFirst(
  deps: MakingDeps,
  context: CommandContext,
  consent: Consent,
  profile: EntityProfile,
): Promise<Exchanged | undefined> {
  const { initiation } = asked(consent.terms!)
  const rate = initiation.ExchangeRateInformation
  if (rate?.RateType === 'Agreed')
    return {
      trade: await agreedTrade(context, initiation, rate, consent.accountIds[0]!),
      information: rate,
      isDealt: false,
    }
  const accounts = await deps.accounts.ofEntity(context.principal.entityId)
  const payer = accounts.find(({ accountId }) => accountId === consent.accountIds[0])
  invariant(payer, 'the account that pays is one of the entity')
  if (payer.currency === transferCurrency(initiation)) return undefined
  const quote = await dealtQuote(deps, context, consent, payer)
  const stored = await storeQuote(context.tx, quote)
  if (!stored.isStored) throw whyNotStored({ quote, profile }, stored)
  const order = { entityId: formatId('ent', quote.entityId), quoteId: formatId('quo', quote.quoteId) }
  const trade = await bookSpot(deps.booking, context, order, [quote.buyAccountId]) // which then pays
  return { trade, information: dealtInformation(initiation, trade), isDealt: true }
}

/** Prices the deal now, at the consent's rate if it is promised and still valid. */
async function dealtQuote(
  deps: MakingDeps,
  context: CommandContext,
  consent: Consent,
  payer: Account,
): Promise<QuoteToStore> {
  const { initiation, risk } = asked(consent.terms!)
  const checked = checkOrder(consent.kind as PaymentKind, { initiation, risk }, deps)
  const order = quoteOrder(initiation, checked, payer)
  const { quote } = await priceSpotQuote({ ...deps }, context.principal, order, context.at)
  const { deal } = consent.offer as unknown as Offer
  if (!deal) return quote
  checkPromised(consent, context.at)
  return atRate(quote, deal)
}

/** Checks that a promised rate is still valid at an instant. @throws ob_rate_expired */
export function checkPromised({ offer }: Pick<Consent, 'offer'>, at: Date): void {
  const { deal, ExchangeRateInformation: promised } = offer as unknown as Offer
  const until = promised?.ExpirationDateTime
  if (deal && until !== undefined && at > new Date(until)) throw refuseOb.ob_rate_expired({ until })
}

/**
 * Applies a promised rate to a quote: the fixed amount stays, the other is the promised one. Revenue is the result
 * against the current cost, negative if the market has moved past the promised rate.
 */
function atRate(quote: QuoteToStore, deal: NonNullable<Offer['deal']>): QuoteToStore {
  invariant(quote.currencyPair === deal.currencyPair, 'a rate is promised for one pair')
  const pair = parsePair(quote.currencyPair)
  const side: BaseSide = quote.buyCurrency === pair.base ? 'Buy' : 'Sell'
  const rate = new Decimal(deal.rate)
  const [fixedCurrency, fixedMinor] =
    quote.fixedSide === 'Buy' ? [quote.buyCurrency, quote.buyMinor] : [quote.sellCurrency, quote.sellMinor]
  const promised = { side, rate, cost: new Decimal(deal.costRate ?? deal.rate) }
  const amounts = clientAmounts(pair, promised, fixedCurrency, fixedMinor)
  const { baseMinor, counterMinor } = amounts
  const [buyMinor, sellMinor] = side === 'Buy' ? [baseMinor, counterMinor] : [counterMinor, baseMinor]
  return {
    ...quote,
    rate: formatRate(rate, pair.quoteDp),
    buyMinor,
    sellMinor,
    revenueMinor: revenueOf(pair, { side, cost: new Decimal(quote.costRate) }, amounts),
    costMinor: costAgainstMid(pair, side, new Decimal(quote.midRate), amounts),
  }
}

function dealtInformation({ ExchangeRateInformation: rate }: Initiation, trade: TradeRow): RateInformation {
  const UnitCurrency = rate?.UnitCurrency ?? trade.currencyPair.slice(0, 3)
  return { UnitCurrency, ExchangeRate: rateForUnit(trade, UnitCurrency), RateType: rate?.RateType ?? 'Indicative' }
}

/**
 * Returns the trade of the entity that an agreed rate names.
 *
 * @throws ob_rule_failed if the entity has no such trade, if it delivers another currency or to another account, or if
 *   its rate is another one
 */
async function agreedTrade(
  { tx, principal }: CommandContext,
  initiation: Initiation,
  { ContractIdentification: contract = '', ExchangeRate = '0', UnitCurrency }: RateInformation,
  payerId: string,
): Promise<TradeRow> {
  const at = '/Data/Initiation/ExchangeRateInformation'
  const tradeId = parseId('trd', contract)
  const trade = tradeId && (await findTrade(tx, principal.entityId, tradeId))
  const refused = (name: string, detail: string) =>
    refuseErrors([fieldErrorOf(`${at}/${name}`, refuseOb.ob_rule_failed({ detail }))])
  if (!trade || trade.buyCurrency !== transferCurrency(initiation))
    throw refused('ContractIdentification', 'the payer has no such trade that delivers the currency of the transfer')
  if (trade.buyAccountId !== payerId)
    throw refused('ContractIdentification', 'the trade delivers to another account than the one that pays')
  const pair = trade.currencyPair.split('/')
  if (!pair.includes(UnitCurrency)) throw refused('UnitCurrency', `the trade is in ${trade.currencyPair}`)
  if (!new Decimal(rateForUnit(trade, UnitCurrency)).equals(new Decimal(ExchangeRate)))
    throw refused('ExchangeRate', 'the trade has another rate')
  return trade
}
