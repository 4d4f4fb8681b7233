import type { Account } from '../../accounts/index.ts'
import { priceSpotQuote } from '../../fx/quotes/index.ts'
import { findTrade, type TradeRow } from '../../fx/trades/index.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { availableOf, getBalance } from '../../ledger/index.ts'
import { paidOutOfTrade, paysOut } from '../../payments/index.ts'
import type { Consent } from '../consents/index.ts'
import { checkOrder } from './terms/checks.ts'
import type { InitiationDeps } from './deps.ts'
import { exchangedMinor, quoteOrder } from './exchange.ts'
import { asOurs } from './making/rejections.ts'
import type { Offer } from './offer.ts'
import { asked, transferCurrency } from './terms/terms.ts'
import type { PaymentKind } from './terms/words.ts'

/**
 * Returns true if the chosen account covers the payment and its charges now; false also if no money may leave it. Changes
 * nothing.
 *
 * @throws the rejections that the payment would have, converted by `asOurs`, if its exchange has no price now
 */
export async function fundsAvailable(deps: InitiationDeps, consent: Consent, now: Date): Promise<boolean> {
  const [accountId] = consent.accountIds
  const accounts = await deps.accounts.ofEntity(consent.entityId!)
  const payer = accounts.find((account) => account.accountId === accountId)
  if (!payer || payer.status !== 'Active' || !payer.permissions.includes('Payments')) return false
  const rate = asked(consent.terms!).initiation.ExchangeRateInformation
  if (rate?.RateType === 'Agreed') {
    const trade = await agreedTrade(deps, consent, rate.ContractIdentification ?? '')
    if (!trade) return false
    if (trade.status !== 'Settled') return true
  }
  const available = availableOf(await getBalance(deps.db.reader, consent.entityId!, payer.accountId))
  return asOurs(async () => available >= (await takenMinor(deps, consent, payer, now)))
}

/** Returns the agreed trade if it has enough to pay out: its money is on the account, or still to come. */
async function agreedTrade(deps: InitiationDeps, consent: Consent, contract: string): Promise<TradeRow | undefined> {
  const { entityId, payment } = consent
  const tradeId = parseId('trd', contract)
  const trade = tradeId && (await findTrade(deps.db.reader, entityId!, tradeId))
  if (!trade || !paysOut(trade) || trade.buyAccountId !== consent.accountIds[0]) return undefined
  const leftMinor = trade.buyMinor - (await paidOutOfTrade(deps.db.reader, entityId!, trade.tradeId))
  return leftMinor >= payment!.amountMinor ? trade : undefined
}

/** Returns the debit in minor units of the account's currency. */
async function takenMinor(deps: InitiationDeps, consent: Consent, payer: Account, now: Date): Promise<bigint> {
  const { initiation, risk } = asked(consent.terms!)
  const checked = checkOrder(consent.kind as PaymentKind, { initiation, risk }, deps)
  const currency = transferCurrency(initiation)
  if (payer.currency === currency) return exchangedMinor(initiation, checked)
  const { deal, exchanged } = consent.offer as unknown as Offer
  if (deal && exchanged) return parseAmount(exchanged.sold.Amount, exchanged.sold.Currency) // promised, open market or not
  const profile = (await deps.entities.get(consent.entityId!))!
  const principal = {
    clientId: consent.psuId!,
    entityId: consent.entityId!,
    serviceKind: profile.entity.serviceKind,
    scopes: new Set<string>(),
    roles: new Set(['maker' as const]),
  }
  const { quote } = await priceSpotQuote(deps, principal, quoteOrder(initiation, checked, payer), now)
  return quote.sellMinor
}
