import { priceSpotQuote } from '../../fx/quotes/index.ts'
import { formatId } from '../../kernel/ids.ts'
import { getBalance } from '../../ledger/index.ts'
import type { Consent } from '../consents/index.ts'
import { checkOrder } from './checks.ts'
import type { InitiationDeps } from './deps.ts'
import { atRate } from './initiate.ts'
import type { Offer } from './offer.ts'
import { asked, transferCurrency } from './terms.ts'
import type { PaymentKind } from './words.ts'
import { feeMinor } from '../../payments/validation/index.ts'

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
  const { amountMinor, rail, bearer } = checkOrder(
    consent.kind as PaymentKind,
    { initiation, risk },
    deps.payments.modulusTable,
  )
  const currency = transferCurrency(initiation)
  const accounts = await deps.accounts.ofEntity(consent.entityId!)
  const payer = accounts.find((account) => account.accountId === consent.accountIds[0])!
  if (payer.currency === currency) return amountMinor + (feeMinor(rail, bearer, currency) ?? 0n)
  const profile = (await deps.entities.get(consent.entityId!))!
  const principal = {
    clientId: consent.psuId!,
    entityId: consent.entityId!,
    serviceKind: profile.entity.serviceKind,
    scopes: new Set<string>(),
  }
  const { Amount, Currency } = initiation.InstructedAmount
  const order = {
    entityId: formatId('ent', consent.entityId!),
    buyCurrency: currency,
    sellCurrency: payer.currency,
    fixedSide: Currency === currency ? ('Buy' as const) : ('Sell' as const),
    amount: Amount.includes('.') ? Amount.replace(/\.?0+$/, '') : Amount,
    sellAccountId: formatId('acc', payer.accountId),
  }
  const { quote } = await priceSpotQuote(deps, principal, order, now)
  const { deal } = consent.offer as unknown as Offer
  return (deal ? atRate(quote, deal.rate) : quote).sellMinor
}
