import { priceSpotQuote } from '../../fx/quotes/index.ts'
import { getBalance } from '../../ledger/index.ts'
import type { Consent } from '../consents/index.ts'
import { checkOrder } from './checks.ts'
import type { InitiationDeps } from './deps.ts'
import { exchangedMinor, quoteOrder } from './exchange.ts'
import { atRate } from './initiate.ts'
import type { Offer } from './offer.ts'
import { asked, transferCurrency } from './terms.ts'
import type { PaymentKind } from './words.ts'

/** Whether the account that the user chose has what the payment takes from it now, its charges included. Changes nothing. */
export async function fundsAvailable(deps: InitiationDeps, consent: Consent, now: Date): Promise<boolean> {
  const [accountId] = consent.accountIds
  const balance = await getBalance(deps.db.reader, consent.entityId!, accountId!)
  const available = balance ? balance.balanceMinor - balance.heldMinor - (balance.floorMinor ?? 0n) : 0n
  return available >= (await takenMinor(deps, consent, now))
}

/** What leaves the account, in minor units of its currency. */
async function takenMinor(deps: InitiationDeps, consent: Consent, now: Date): Promise<bigint> {
  const { initiation, risk } = asked(consent.terms!)
  const checked = checkOrder(consent.kind as PaymentKind, { initiation, risk }, deps.payments.modulusTable)
  const currency = transferCurrency(initiation)
  const accounts = await deps.accounts.ofEntity(consent.entityId!)
  const payer = accounts.find((account) => account.accountId === consent.accountIds[0])!
  if (payer.currency === currency) return exchangedMinor(initiation, checked)
  const profile = (await deps.entities.get(consent.entityId!))!
  const principal = {
    clientId: consent.psuId!,
    entityId: consent.entityId!,
    serviceKind: profile.entity.serviceKind,
    scopes: new Set<string>(),
  }
  const { quote } = await priceSpotQuote(deps, principal, quoteOrder(initiation, checked, payer), now)
  const { deal } = consent.offer as unknown as Offer
  return (deal ? atRate(quote, deal) : quote).sellMinor
}
