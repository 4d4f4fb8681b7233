import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountsOf } from '../../../accounts/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import type { User } from '../../../users/index.ts'
import { accountsToChoose, authoriseConsent, lockConsent } from '../../consents/index.ts'
import { lockIfAnswered, nameGrant, revokeConsentGrants, storingIn } from '../adapter.ts'
import { actOf, asRefusal, type Journey, type JourneyDeps } from './journey-context.ts'
import { failure, finish, reject } from './journey-end.ts'
import { ACR_CA, ACR_SCA, grantSeconds, INTENT_CLAIM, scopeOf } from '../rules.ts'

/**
 * Approves in one transaction: the consent, the grant of the tokens to come, and the answer that the authorisation server
 * gives when the browser returns to it. A journey that has its answer keeps it.
 */
export async function approve(
  deps: JourneyDeps,
  { details, params, consent }: Journey,
  user: User,
  accountIds: readonly string[],
  request: FastifyRequest,
): Promise<void> {
  const accounts: Account[] = await accountsOf(deps.db.pool, user.entityId)
  const { clientId, consentId } = consent
  const psu = { entityId: user.entityId, psuId: user.userId }
  const act = actOf(deps, request, user.userId)
  await inTransaction(deps.db, (tx) =>
    storingIn(tx, async () => {
      // What was withdrawn stays ended: taking the consent up again gives new tokens, and wakes none of the old.
      const name = { clientId, consentId }
      const status = await lockConsent(tx, name)
      if (await lockIfAnswered(tx, details.uid)) return
      if (status === 'CANC') await revokeConsentGrants(tx, consentId, act.wall)
      const authorised = await authoriseConsent(tx, name, { ...psu, accountIds, accounts }, act)
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

/** Returns true if the third party requested a single authorisation and the payer's policy requires more. */
export async function isSingleTooFew(
  { needsOthers }: JourneyDeps,
  { consent }: Journey,
  { entityId }: User,
  request: FastifyRequest,
): Promise<boolean> {
  const { AuthorisationType: type } = (consent.terms?.authorisation ?? {}) as { AuthorisationType?: string }
  return type === 'Single' && needsOthers(consent, entityId, request.receivedAt)
}

/**
 * Rejects the consent because the requested authorisation is impossible, and returns an OAuth error to the third party.
 */
export async function endForOthers(
  deps: JourneyDeps,
  journey: Journey,
  { userId }: User,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await reject(deps, journey, 'needsOthers', { request, psuId: userId })
  const told = 'AuthorisationType Single cannot be met: the payer needs more approvals. Ask for Any.'
  return finish(deps, reply, journey.details, failure('invalid_request', told))
}

/** Test only: yes, with all accounts (a payment: with the first that can pay). */
export async function approveAll(
  deps: JourneyDeps,
  journey: Journey,
  user: User,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accounts = accountsToChoose(journey.consent, await accountsOf(deps.db.pool, user.entityId))
  const ids = accounts.map(({ accountId }) => accountId)
  const chosen = journey.consent.kind === 'accountAccess' ? ids : ids.slice(0, 1)
  if (await isSingleTooFew(deps, journey, user, request)) return endForOthers(deps, journey, user, request, reply)
  const refusal = await approve(deps, journey, user, chosen, request).catch(asRefusal)
  if (refusal) return finish(deps, reply, journey.details, failure('access_denied', refusal.message))
  return reply.redirect(journey.details.returnTo, 303)
}

const acrIn = (params: Record<string, string>): string =>
  [params['claims'], params['acr_values']].join(' ').includes(ACR_SCA) || !params['claims']?.includes(ACR_CA)
    ? ACR_SCA
    : ACR_CA
