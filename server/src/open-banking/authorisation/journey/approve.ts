import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountsOf } from '../../../accounts/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import type { User } from '../../../users/index.ts'
import { type ApprovalEvidence, authoriseConsent, lockConsent, scopeOf } from '../../consents/index.ts'
import { lockIfAnswered, nameGrant, revokeConsentGrants, storingIn } from '../adapter.ts'
import { actOf, asRefusal, type Journey, type JourneyDeps } from './journey-context.ts'
import { timeZoneOf } from './time-zone.ts'
import { statementOf } from '../evidence/statement.ts'
import { endJourney, failure } from './journey-end.ts'
import { choiceOf, endUnpayable } from './payable.ts'
import { ACR_CA, ACR_SCA, grantSeconds, INTENT_CLAIM } from '../rules.ts'
import { checkRegistered } from './registered.ts'
import { whyNotServed } from './served.ts'

interface Approved {
  accountIds: readonly string[]
  request: FastifyRequest
  evidence?: ApprovalEvidence
}

/**
 * Approves in one transaction: the consent, the grant of the tokens to come, and the answer that the authorisation server
 * gives when the browser returns to it. A journey that has its answer keeps it.
 *
 * @param evidence of a payment: what the user saw and confirmed
 * @throws ob_not_enabled where the user may approve nothing, and the rejections of `authoriseConsent`
 */
export async function approve(
  deps: JourneyDeps,
  { details, params, consent }: Journey,
  user: User,
  { accountIds, request, evidence }: Approved,
): Promise<void> {
  const whyNot = await whyNotServed(deps.entities, user.entityId)
  if (whyNot) throw whyNot.rejection
  const accounts: Account[] = await accountsOf(deps.db.pool, user.entityId)
  const { clientId, consentId } = consent
  const psu = { entityId: user.entityId, psuId: user.userId }
  const act = actOf(deps, request, user.userId)
  await inTransaction(deps.db, (tx) =>
    storingIn(tx, async () => {
      // What was withdrawn stays ended: taking the consent up again gives new tokens, and wakes none of the old.
      const name = { clientId, consentId }
      await checkRegistered(tx, consent, params)
      const status = await lockConsent(tx, name)
      if (await lockIfAnswered(tx, details.uid)) return
      if (status === 'CANC') await revokeConsentGrants(tx, consentId, act.wall)
      const approval = { ...psu, accountIds, accounts, ...(evidence && { evidence }) }
      const authorised = await authoriseConsent(tx, name, approval, act)
      const { Grant } = deps.provider()
      const grant = new Grant({ accountId: consentId, clientId, expiresIn: grantSeconds(authorised, act.at) } as never)
      grant.addOIDCScope(['openid', scopeOf(consent)].join(' '))
      grant.addOIDCClaims([INTENT_CLAIM])
      const grantId = await grant.save()
      await nameGrant(tx, grantId, { consentId, ...psu })
      const ts = Math.floor(act.wall.getTime() / 1000)
      const login = { accountId: consentId, remember: false, acr: acrIn(params), amr: ['pwd', 'otp', 'mfa'], ts }
      details.result = { login, consent: { grantId } }
      await details.persist()
    }),
  )
}

/** Sandbox only: approves without a page, with the first accounts or all (a payment: with the first that can pay). */
export async function approveAll(
  deps: JourneyDeps,
  journey: Journey,
  { user, accounts: count }: { user: User; accounts?: number | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await choiceOf(deps, journey, user, request)
  if (found.whyNone) return endUnpayable(deps, journey, found.whyNone, { user, request, reply })
  const most = journey.consent.payment ? 1 : found.accounts.length
  if (count !== undefined && count > most) {
    const error = failure(
      'invalid_request',
      `The login_hint asks for ${count} accounts; at most ${most} can be chosen.`,
    )
    return endJourney(deps, journey, { error }, { request, reply })
  }
  const ids = found.accounts.slice(0, count ?? most).map(({ accountId }) => accountId)
  const [account] = found.accounts
  const timeZone = await timeZoneOf(deps.entities, user.entityId)
  const statement =
    account && journey.consent.payment && statementOf({ ...journey, user, timeZone, account, nonce: 'scripted' })
  const refusal = await approve(deps, journey, user, {
    accountIds: ids,
    request,
    ...(statement && { evidence: { statement, confirmation: { method: 'Scripted' } } }),
  }).catch(asRefusal)
  if (refusal)
    return endJourney(deps, journey, { error: failure('access_denied', refusal.message) }, { request, reply })
  return reply.redirect(journey.details.returnTo, 303)
}

const acrIn = (params: Record<string, string>): string =>
  [params['claims'], params['acr_values']].join(' ').includes(ACR_SCA) || !params['claims']?.includes(ACR_CA)
    ? ACR_SCA
    : ACR_CA
