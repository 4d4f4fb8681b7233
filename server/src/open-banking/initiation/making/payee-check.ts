import type { EntityProfile } from '../../../entities/index.ts'
import type { Reaction } from '../../../kernel/db/db.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import {
  insertVerification,
  isVerificationRequired,
  recordVerification,
  verificationOf,
} from '../../../payments/vop/index.ts'
import { type Consent, findConsent, formatConsentId, parseConsentId } from '../../consents/index.ts'
import { refuseOb } from '../../http/index.ts'
import type { Offer } from '../offer.ts'
import { bankCountry } from '../terms/payee.ts'
import { asked, transferCurrency } from '../terms/terms.ts'

/**
 * Records the payee check of a consent that a user has approved as a verification of the user's entity. The approval
 * does it and not the payment: saved payees take the result over, and are locked before the balances of an exchange.
 */
export const recordPayeeCheck: Reaction = async (tx, act, { resourceId, detail }) => {
  const { clientId } = detail as { clientId: string }
  const consent = await findConsent(tx, { clientId, consentId: formatConsentId(resourceId) }, act.at)
  const shown = consent && shownCheck(consent)
  if (shown) await recordVerification({ tx, ...act, principal: shown.principal }, shown.asking, shown.answer)
}

/** Payee check that the page of a consent showed; undefined if it showed none. Its stored id is the consent's. */
function shownCheck({ consentId, entityId, psuId, accountIds, createdAt, offer }: Consent) {
  const { payeeCheck } = (offer ?? {}) as unknown as Partial<Offer>
  if (!payeeCheck) return undefined
  const { question, answer } = payeeCheck
  // The bank was asked for the consent, and its answer can be relied on from then.
  const asking = {
    question,
    accountId: accountIds[0]!,
    askedAt: createdAt,
    verificationId: parseConsentId(consentId)!,
  }
  return { asking, answer, principal: { entityId: entityId!, clientId: psuId! } }
}

/**
 * Returns the id of the payee check that a payment relies on; undefined if the payment needs none. A trial before the
 * approval stores it for the time of the trial.
 *
 * @throws ob_forbidden if the check is more than a day old
 */
export async function verified(
  { tx, at }: CommandContext,
  consent: Consent,
  { entity, settings }: EntityProfile,
): Promise<string | undefined> {
  const { initiation } = asked(consent.terms!)
  const destination = { currency: transferCurrency(initiation), bankCountry: bankCountry(initiation) ?? '' }
  const payer = { jurisdiction: entity.jurisdiction, vopRequired: settings.vopRequired }
  const shown = shownCheck(consent)
  if (!shown || !isVerificationRequired(payer, destination)) return undefined
  const row = verificationOf({ principal: shown.principal, at }, shown.asking, shown.answer)
  if (at >= row.expiresAt)
    throw refuseOb.ob_forbidden({ detail: 'the payee check is more than a day old; create a new consent' })
  await insertVerification(tx, row)
  return formatId('ver', row.verificationId)
}
