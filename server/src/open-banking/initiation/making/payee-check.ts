import type { EntityProfile } from '../../../entities/index.ts'
import type { Reaction } from '../../../kernel/db/db.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import {
  askScheme,
  isVerificationRequired,
  messageOf,
  outcomeOf,
  recordVerification,
  type SchemeAnswer,
  verificationOf,
  type VerificationRow,
} from '../../../payments/vop/index.ts'
import { type Consent, findConsent, formatConsentId, keepPayeeAnswer, parseConsentId } from '../../consents/index.ts'
import { refuseOb } from '../../http/index.ts'
import type { InitiationDeps } from '../deps.ts'
import type { Offer, PayeeAnswer } from '../offer.ts'
import { bankCountry } from '../terms/payee.ts'
import { asked, transferCurrency } from '../terms/terms.ts'

/**
 * Asks the payee's bank about a consent that was stored without the answer, outside any transaction, and stores the answer with it.
 * Safe to repeat: the creation of the consent asks, and a page of the user does if the answer was lost. The first answer that is
 * stored counts. A bank that does not answer in time has not checked the name.
 *
 * @param at business time
 * @returns false if nothing is to be asked
 */
export async function askPayeesBank(
  { db, verification }: Pick<InitiationDeps, 'db' | 'verification'>,
  consent: Consent,
  at: Date,
): Promise<boolean> {
  const check = payeeCheckOf(consent)
  if (!check || check.answer || consent.status !== 'AWAU') return false
  const answer = answered(await askScheme(verification, check.question), at)
  await keepPayeeAnswer(db.pool, consent, { ...answer })
  return true
}

/** Asks as `askPayeesBank` does. Returns the consent as it is stored then; unchanged if nothing is to be asked. */
export async function checkPayee(
  deps: Pick<InitiationDeps, 'db' | 'verification'>,
  consent: Consent,
  at: Date,
): Promise<Consent> {
  if (!(await askPayeesBank(deps, consent, at))) return consent
  const { clientId, consentId } = consent
  return (await findConsent(deps.db.pool, { clientId, consentId }, at)) ?? consent
}

const payeeCheckOf = ({ offer }: Pick<Consent, 'offer'>) => ((offer ?? {}) as unknown as Partial<Offer>).payeeCheck

/** Keeps only what may be disclosed to the payer. */
function answered({ scheme, code, name }: SchemeAnswer, at: Date): PayeeAnswer {
  const outcome = outcomeOf({ code, ...(name === undefined ? {} : { name }) })
  const { matchedName, status } = outcome
  return {
    answer: { scheme, code, ...(matchedName === null ? {} : { name: matchedName }) },
    status,
    message: messageOf(outcome),
    ...(matchedName === null ? {} : { matchedName }),
    askedAt: at.toISOString(),
  }
}

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
  const check = payeeCheckOf({ offer })
  if (!check) return undefined
  const { question, answer, askedAt } = check
  invariant(answer, 'a page shows the answer of the payee’s bank')
  const asking = {
    question,
    accountId: accountIds[0]!,
    askedAt: askedAt === undefined ? createdAt : new Date(askedAt),
    verificationId: parseConsentId(consentId)!,
  }
  return { asking, answer, principal: { entityId: entityId!, clientId: psuId! } }
}

/**
 * Returns the payee check that a payment relies on, as a verification of the payer; undefined if the payment needs none.
 *
 * @throws ob_forbidden if the check is more than a day old
 */
export function verificationFor(
  consent: Consent,
  { entity, settings }: EntityProfile,
  at: Date,
): VerificationRow | undefined {
  const { initiation } = asked(consent.terms!)
  const destination = { currency: transferCurrency(initiation), bankCountry: bankCountry(initiation) ?? '' }
  const payer = { jurisdiction: entity.jurisdiction, vopRequired: settings.vopRequired }
  const shown = shownCheck(consent)
  if (!shown || !isVerificationRequired(payer, destination)) return undefined
  const row = verificationOf({ principal: shown.principal, at }, shown.asking, shown.answer)
  if (at >= row.expiresAt)
    throw refuseOb.ob_forbidden({ detail: 'the payee check is more than a day old; create a new consent' })
  return row
}
