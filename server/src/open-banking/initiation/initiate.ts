import type { Act } from '../../kernel/values/act.ts'
import { formatRate, Decimal } from '../../kernel/values/rates.ts'
import type { Account } from '../../accounts/index.ts'
import type { EntityProfile } from '../../entities/index.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import { type BaseSide, clientAmounts, costAgainstMid, revenueOf } from '../../fx/pricing/index.ts'
import { priceSpotQuote, type QuoteToStore, storeQuote, whyNotStored } from '../../fx/quotes/index.ts'
import { bookSpot } from '../../fx/spot/index.ts'
import { findTrade, type TradeRow } from '../../fx/trades/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Principal, actorOf } from '../../kernel/http/principal.ts'
import { invariant, Refusal } from '../../kernel/values/refusals.ts'
import { isOpen } from '../../fx/calendar/index.ts'
import { makePayment, type PaymentOrder } from '../../payments/index.ts'
import { earliestPayment } from '../../payments/validation/index.ts'
import { isVerificationRequired, recordVerification } from '../../payments/vop/index.ts'
import { type Consent, consumeConsent, parseConsentId } from '../consents/index.ts'
import { fault, refuseFaults, refuseOb } from '../http/index.ts'
import { checkOrder } from './terms/checks.ts'
import type { InitiationDeps } from './deps.ts'
import { quoteOrder, rateForUnit } from './exchange.ts'
import type { Offer } from './offer.ts'
import { addressOf, bankCountry, payeeOf } from './terms/payee.ts'
import { insertInitiated } from './queries.ts'
import { asked, type Initiation, type RateInformation, transferCurrency, unstructured } from './terms/terms.ts'
import type { PaymentKind } from './terms/words.ts'

/**
 * Makes the payment of an authorised consent: uses the consent up, deals the exchange where there is one, and hands the
 * order to the payments module, all in the caller's transaction. The user is the maker: where the entity's policy asks
 * for more, other people approve.
 *
 * @returns the payment's stored id
 * @throws ob_rate_expired when the time of an actual rate is over; ob_field_invalid with what the payments module refuses
 */
export async function initiate(
  tx: Tx,
  deps: InitiationDeps,
  consent: Consent,
  act: Act & { requestId: string },
): Promise<string> {
  const { entityId, psuId, clientId, consentId, version } = consent
  invariant(entityId !== null && psuId !== null, 'an authorised consent has a user')
  await consumeConsent(tx, { clientId, consentId }, act)
  const profile = await deps.entities.get(entityId)
  invariant(profile, 'a user belongs to an entity')
  const context = contextOf(tx, consent, profile, act)
  const exchanged = await asOurs(() => exchangeFirst(deps, context, consent, profile))
  const { row } = await asOurs(async () =>
    makePayment(
      context,
      { ...deps, ...deps.payments },
      await orderOf(deps, context, consent, profile, exchanged?.trade),
      {
        endToEndId: asked(consent.terms!).initiation.EndToEndIdentification,
      },
    ),
  )
  const { AuthorisationType: type } = consent.terms!.authorisation ?? {}
  if (type === 'Single' && row.approvalRequired)
    throw refuseOb.ob_forbidden({
      detail: 'the payer now needs more approvals than a single one; create a new consent',
    })
  await insertInitiated(tx, {
    entityId,
    paymentId: row.paymentId,
    consentUuid: parseConsentId(consentId)!,
    clientId,
    version,
    kind: consent.kind as PaymentKind,
    tradeId: exchanged?.trade.tradeId ?? null,
    exchange: exchanged?.information ?? null,
    createdAt: act.at,
  })
  return row.paymentId
}

function contextOf(
  tx: Tx,
  { entityId, psuId }: Consent,
  profile: EntityProfile,
  { at, wall, requestId }: Act & { requestId: string },
): CommandContext {
  const principal: Principal = {
    clientId: psuId!,
    entityId: entityId!,
    serviceKind: profile.entity.serviceKind,
    scopes: new Set(['fx:trade', 'payments:write']),
    roles: new Set(['maker']),
    actorType: 'psu',
  }
  return { tx, principal, actor: actorOf(principal), at, wall, requestId, dryRun: false }
}

/** Runs `work` and converts another module's rejection: the order cannot be carried out now. */
async function asOurs<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code.startsWith('ob_') || error.status >= 500) throw error
    const details = error.errors.length > 0 ? error.errors.map(({ message }) => message) : [error.message]
    throw refuseFaults(details.map((detail) => fault('/Data/Initiation', refuseOb.ob_field_invalid({ detail }))))
  }
}

interface Exchanged {
  trade: TradeRow
  information: RateInformation
}

/** Books the exchange of a payment: none without an exchange, the client's own deal for an agreed rate. */
async function exchangeFirst(
  deps: InitiationDeps,
  context: CommandContext,
  consent: Consent,
  profile: EntityProfile,
): Promise<Exchanged | undefined> {
  const { initiation } = asked(consent.terms!)
  const rate = initiation.ExchangeRateInformation
  if (rate?.RateType === 'Agreed')
    return { trade: await agreedTrade(context, initiation, rate, consent.accountIds[0]!), information: rate }
  const accounts = await deps.accounts.ofEntity(context.principal.entityId)
  const payer = accounts.find(({ accountId }) => accountId === consent.accountIds[0])
  invariant(payer, 'the account that pays is one of the entity')
  if (payer.currency === transferCurrency(initiation)) return undefined
  const quote = await dealtQuote(deps, context, consent, payer)
  const stored = await storeQuote(context.tx, quote)
  if (!stored.isStored) throw whyNotStored({ quote, profile }, stored)
  const order = { entityId: formatId('ent', quote.entityId), quoteId: formatId('quo', quote.quoteId) }
  const trade = await bookSpot(deps.booking, context, order, [quote.buyAccountId]) // which then pays
  return { trade, information: dealtInformation(initiation, trade) }
}

/** Prices the deal now, at the consent's rate if it is promised and still valid. */
async function dealtQuote(
  deps: InitiationDeps,
  context: CommandContext,
  consent: Consent,
  payer: Account,
): Promise<QuoteToStore> {
  const { initiation, risk } = asked(consent.terms!)
  const checked = checkOrder(consent.kind as PaymentKind, { initiation, risk }, deps.payments.modulusTable)
  const order = quoteOrder(initiation, checked, payer)
  const { quote } = await priceSpotQuote({ ...deps }, context.principal, order, context.at)
  const { deal, ExchangeRateInformation: promised } = consent.offer as unknown as Offer
  if (!deal) return quote
  const until = promised!.ExpirationDateTime!
  if (context.at > new Date(until)) throw refuseOb.ob_rate_expired({ until })
  return atRate(quote, deal)
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

/** A trade of the entity that buys the currency at the rate named. @throws ob_field_invalid when there is none */
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
    refuseFaults([fault(`${at}/${name}`, refuseOb.ob_field_invalid({ detail }))])
  if (!trade || trade.buyCurrency !== transferCurrency(initiation))
    throw refused('ContractIdentification', 'name a trade of the payer that delivers the currency of the transfer')
  if (trade.buyAccountId !== payerId)
    throw refused('ContractIdentification', 'name a trade that delivers to the account that the user chose to pay from')
  const pair = trade.currencyPair.split('/')
  const isSame = new Decimal(rateForUnit(trade, UnitCurrency)).equals(new Decimal(ExchangeRate))
  if (!pair.includes(UnitCurrency) || !isSame) throw refused('ExchangeRate', `the contract’s rate is ${trade.rate}`)
  return trade
}

async function orderOf(
  deps: InitiationDeps,
  context: CommandContext,
  consent: Consent,
  profile: EntityProfile,
  trade: TradeRow | undefined,
): Promise<PaymentOrder> {
  const { initiation, risk } = asked(consent.terms!)
  const { amountMinor, rail, speed, bearer, reference, purposeCode } = checkOrder(
    consent.kind as PaymentKind,
    { initiation, risk },
    deps.payments.modulusTable,
  )
  const currency = transferCurrency(initiation)
  const isBought = trade !== undefined && initiation.InstructedAmount.Currency !== currency
  const verificationId = await verified(context, consent, profile)
  const free = unstructured(initiation)
  const regulatory = initiation.RegulatoryReporting?.[0]?.Details?.[0]
  return {
    accountId: formatId('acc', trade ? trade.buyAccountId : consent.accountIds[0]!),
    paymentDate: trade
      ? laterOf(trade.valueDate, today(deps, context, initiation, rail))
      : today(deps, context, initiation, rail),
    amount: formatAmount(isBought ? trade.buyMinor : amountMinor, currency),
    currency,
    creditorAccount: payeeOf(initiation, risk),
    reference,
    chargeBearer: bearer,
    speed,
    ...(trade ? { tradeId: formatId('trd', trade.tradeId) } : {}),
    ...(verificationId === undefined ? {} : { verificationId }),
    ...(purposeCode === undefined ? {} : { purposeCode }),
    ...(free === undefined || free === reference ? {} : { remittance: { unstructured: free } }),
    ...ultimates(initiation),
    ...(regulatory
      ? {
          regulatoryReporting: {
            ...(regulatory.Type ? { code: regulatory.Type.slice(0, 10) } : {}),
            ...(regulatory.Country ? { country: regulatory.Country } : {}),
            ...(regulatory.Information ? { details: regulatory.Information } : {}),
          },
        }
      : {}),
    metadata: { consentId: consent.consentId, thirdParty: consent.clientId.slice(0, 64) },
  }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

function today(
  { payments }: InitiationDeps,
  { at: now }: CommandContext,
  initiation: Initiation,
  rail: Parameters<typeof earliestPayment>[0]['rail'],
): string {
  const country = bankCountry(initiation)
  const query = {
    currency: transferCurrency(initiation),
    at: now,
    ...(rail ? { rail } : {}),
    ...(country ? { country } : {}),
  }
  return earliestPayment(query, (of, day) => isOpen(payments.calendars, of, day)).earliestPaymentDate
}

function ultimates({
  UltimateDebtor,
  UltimateCreditor,
}: Initiation): Pick<PaymentOrder, 'ultimateDebtor' | 'ultimateCreditor'> {
  const party = (sent: Initiation['UltimateDebtor']) =>
    sent?.Name === undefined
      ? undefined
      : { name: sent.Name, ...(sent.LEI ? { lei: sent.LEI } : {}), ...fullAddress(sent.PostalAddress) }
  const [debtor, creditor] = [party(UltimateDebtor), party(UltimateCreditor)]
  return { ...(debtor ? { ultimateDebtor: debtor } : {}), ...(creditor ? { ultimateCreditor: creditor } : {}) }
}

/** An address that names street, town and country; less than that is not sent on. */
function fullAddress(sent: Parameters<typeof addressOf>[0]) {
  if (!sent?.Country || !sent.TownName) return {}
  const { line1, ...rest } = addressOf(sent, sent.Country)
  return line1 ? { address: { line1, ...rest } } : {}
}

/**
 * Stores the payee check shown to the user as the entity's verification; returns undefined if the payment needs no
 * check.
 */
async function verified(context: CommandContext, consent: Consent, { entity, settings }: EntityProfile) {
  const { initiation } = asked(consent.terms!)
  const destination = { currency: transferCurrency(initiation), bankCountry: bankCountry(initiation) ?? '' }
  const payer = { jurisdiction: entity.jurisdiction, vopRequired: settings.vopRequired }
  const { payeeCheck } = consent.offer as unknown as Offer
  if (!payeeCheck || !isVerificationRequired(payer, destination)) return undefined
  const { question, answer } = payeeCheck
  // The bank was asked for the consent, and its answer can be relied on from then.
  const asking = { question, accountId: consent.accountIds[0]!, askedAt: consent.createdAt }
  const row = await recordVerification(context, asking, answer)
  if (context.at >= row.expiresAt)
    throw refuseOb.ob_forbidden({ detail: 'the payee check is more than a day old; create a new consent' })
  return formatId('ver', row.verificationId)
}
