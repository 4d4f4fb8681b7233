import type { EntityProfile } from '../../../entities/index.ts'
import { recordAudit } from '../../../events/index.ts'
import { inTransaction, type Reaction } from '../../../kernel/db/db.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { HOUSE_ENTITY_ID } from '../../../kernel/values/house.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import {
  askScheme,
  isVerificationRequired,
  messageOf,
  outcomeOf,
  recordVerification,
  requestRecord,
  type SchemeAnswer,
  verificationOf,
  type VerificationRow,
} from '../../../payments/vop/index.ts'
import {
  type Consent,
  type CreationRecord,
  findConsent,
  formatConsentId,
  keepPayeeAnswer,
  parseConsentId,
} from '../../consents/index.ts'
import { refuseOb } from '../../http/index.ts'
import type { InitiationDeps } from '../deps.ts'
import type { Offer, PayeeAnswer } from '../offer.ts'
import { bankCountry } from '../terms/payee.ts'
import { asked, transferCurrency } from '../terms/terms.ts'

/**
 * Asks the payee's bank about a consent that was stored without the answer, outside any transaction, and stores the answer with it.
 * Safe to repeat: the creation of the consent asks, and a page of the user does under the same id if the answer was lost. The first
 * answer that is stored counts. A bank that does not answer in time has not checked the name.
 *
 * @param at business time
 */
export async function askPayeesBank(
  { db, verification }: Pick<InitiationDeps, 'db' | 'verification'>,
  consent: Consent,
  at: Date,
): Promise<void> {
  const check = openCheckOf(consent)
  if (!check) return
  const answer = await askScheme(verification, check.question, parseConsentId(consent.consentId)!)
  await keepPayeeAnswer(db.pool, consent, { ...answered(answer, at) })
}

/** Returns the payee check of a consent that waits for the answer of the payee's bank. */
function openCheckOf(consent: Consent) {
  const check = payeeCheckOf(consent)
  return check && !check.answer && consent.status === 'AWAU' ? check : undefined
}

/**
 * Returns the audit record that the payee's bank is asked about a new consent; undefined if it is not. The consent has no entity yet,
 * so it is the institution's.
 */
export const payeeRequestOf: CreationRecord = (consentUuid, offer) => {
  const check = payeeCheckOf({ offer })
  return check && requestRecord({ entityId: HOUSE_ENTITY_ID, verificationId: consentUuid, question: check.question })
}

/**
 * Asks as `askPayeesBank` does, with a record of its own. Returns the consent as it is stored then; unchanged if nothing is to be
 * asked.
 */
export async function checkPayee(
  deps: Pick<InitiationDeps, 'db' | 'verification'>,
  consent: Consent,
  act: Act,
): Promise<Consent> {
  if (!openCheckOf(consent)) return consent
  const { clientId, consentId } = consent
  await inTransaction(deps.db, (tx) => recordAudit(tx, act, payeeRequestOf(parseConsentId(consentId)!, consent.offer)!))
  await askPayeesBank(deps, consent, act.at)
  return (await findConsent(deps.db.pool, { clientId, consentId }, act.at)) ?? consent
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
