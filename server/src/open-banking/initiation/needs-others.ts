import { parseAmount } from '../../kernel/values/money.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { inBase, wouldNeedApproval } from '../../payments/index.ts'
import type { Consent } from '../consents/index.ts'
import type { InitiationDeps } from './deps.ts'
import type { Offer } from './offer.ts'

/**
 * Returns true if the payment of a consent would wait for other approvers of the payer under its approval policies. Its
 * payee is not saved, so it counts as new. An amount still to be bought is that of the offer.
 */
export async function needsOthers(
  {
    db,
    entities,
    payments,
  }: Pick<InitiationDeps, 'db' | 'entities'> & {
    payments: Pick<InitiationDeps['payments'], 'counting'>
  },
  consent: Consent,
  entityId: string,
  now: Date,
): Promise<boolean> {
  const profile = await entities.get(entityId)
  invariant(profile && consent.payment, 'a payment is approved by a user of an entity')
  const currency = consent.payment.currencyOfTransfer ?? consent.payment.currency
  const { exchanged } = (consent.offer ?? {}) as unknown as Partial<Offer>
  const isBought = consent.payment.currency !== currency && exchanged !== undefined
  const amountMinor = isBought ? parseAmount(exchanged.bought.Amount, currency) : consent.payment.amountMinor
  const { baseCurrency } = profile.entity
  const baseMinor = inBase(payments.counting, { amountMinor, currency, baseCurrency }, now)
  return wouldNeedApproval(db.pool, entityId, { currency, amountMinor, baseMinor })
}
