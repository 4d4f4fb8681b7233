import type { Origin } from '../../../kernel/values/act.ts'
import type { EntityProfile } from '../../../entities/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { type Principal, actorOf } from '../../../kernel/http/principal.ts'
import { invariant, type Refusal } from '../../../kernel/values/refusals.ts'
import { makePayment, type PaymentRow } from '../../../payments/index.ts'
import { insertVerification } from '../../../payments/vop/index.ts'
import { type Consent, consumeConsent, parseConsentId } from '../../consents/index.ts'
import { refuseOb } from '../../http/index.ts'
import type { MakingDeps } from '../deps.ts'
import { type InitiatedPayment, insertInitiated } from '../queries.ts'
import { asked } from '../terms/terms.ts'
import type { PaymentKind } from '../terms/words.ts'
import { type DatedPayment, datesOfPayment } from './dates.ts'
import { type Exchanged, exchangeFirst } from './deal.ts'
import { orderOf } from './order.ts'
import { verificationFor } from './payee-check.ts'
import { asOurs } from './rejections.ts'

/** Time of a payment, and the request that asks for it. */
export interface Moment extends Origin {
  /** Business time. */
  at: Date
  /** Wall time. */
  wall: Date
  requestId: string
}

/**
 * Makes the payment of an authorised consent: uses the consent up and carries it out, in the caller's transaction.
 *
 * @returns the payment's stored id
 * @throws as `carryOut`; ob_forbidden if a single authorisation no longer suffices
 */
export async function initiate(
  tx: Tx,
  deps: MakingDeps,
  consent: Consent,
  { actor, ...moment }: Moment & Pick<CommandContext, 'actor'>,
): Promise<string> {
  const { entityId, clientId, consentId } = consent
  invariant(entityId !== null, 'an authorised consent has a user')
  await consumeConsent(tx, { clientId, consentId }, { actor, ...moment })
  const { row, exchanged, needsOthers } = await carryOut(tx, deps, consent, moment)
  if (needsOthers && isSingle(consent))
    throw refuseOb.ob_forbidden({
      detail: 'the payer now needs more approvals than a single one; create a new consent',
    })
  await insertInitiated(tx, initiatedBy(consent, row, exchanged, moment.at))
  return row.paymentId
}

/** Returns the link between a consent and its payment. @param at business time of its creation */
export const initiatedBy = (
  consent: Consent,
  payment: Pick<PaymentRow, 'paymentId'> & DatedPayment,
  exchanged: Exchanged | undefined,
  at: Date,
): InitiatedPayment => ({
  entityId: consent.entityId!,
  paymentId: payment.paymentId,
  consentUuid: parseConsentId(consent.consentId)!,
  clientId: consent.clientId,
  version: consent.version,
  kind: consent.kind as PaymentKind,
  tradeId: exchanged?.trade.tradeId ?? null,
  exchange: exchanged?.information ?? null,
  ...datesOfPayment(payment, at),
  createdAt: at,
})

/** Returns true if the third party asks for an authorisation by the user alone. */
export const isSingle = ({ terms }: Pick<Consent, 'terms'>): boolean =>
  terms?.authorisation?.['AuthorisationType'] === 'Single'

interface CarriedOut {
  row: PaymentRow
  exchanged: Exchanged | undefined
  /** Reason why a payment is rejected at once, or waits for money. */
  refusal: Refusal | undefined
  /** True if the payment or its exchange waits for other approvers of the payer. */
  needsOthers: boolean
}

/**
 * Deals the exchange of a consent if it needs one, and hands the order to the payments module, in the caller's
 * transaction. The user is the maker. Submission and the check before approval both run this function, so that they
 * apply the same rules.
 *
 * @throws ob_rate_expired after the end of an actual rate; the rejections of the modules that deal and pay, converted by
 *   `asOurs`
 */
export async function carryOut(tx: Tx, deps: MakingDeps, consent: Consent, moment: Moment): Promise<CarriedOut> {
  const profile = await deps.entities.get(consent.entityId!)
  invariant(profile, 'a user belongs to an entity')
  const context = contextOf(tx, consent, profile, moment)
  return asOurs(async () => {
    const exchanged = await exchangeFirst(deps, context, consent, profile)
    const verification = verificationFor(consent, profile, moment.at)
    if (verification) await insertVerification(tx, verification) // stored by the approval; not in a trial before it
    const order = orderOf(deps, consent, moment.at, {
      trade: exchanged?.trade,
      verificationId: verification?.verificationId,
    })
    const { EndToEndIdentification: endToEndId } = asked(consent.terms!).initiation
    const { row, refusal } = await makePayment(context, { ...deps, ...deps.payments }, order, { endToEndId })
    const needsOthers = row.approvalRequired || exchanged?.trade.status === 'PendingApproval'
    return { row, exchanged, refusal, needsOthers }
  })
}

function contextOf(tx: Tx, consent: Consent, profile: EntityProfile, moment: Moment): CommandContext {
  const principal = makerOf(consent, profile)
  return { tx, principal, actor: actorOf(principal), ...moment, dryRun: false }
}

/** Returns the user of a consent as the maker of its payment. */
export const makerOf = ({ entityId, psuId }: Consent, { entity }: EntityProfile): Principal => ({
  clientId: psuId!,
  entityId: entityId!,
  serviceKind: entity.serviceKind,
  scopes: new Set(['fx:trade', 'payments:write']),
  roles: new Set(['maker']),
  actorType: 'psu',
})
