import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountsOf } from '../../../accounts/index.ts'
import { noteRejection } from '../../../kernel/http/listener/request-log.ts'
import { findUser, type User } from '../../../users/index.ts'
import { type ApprovalEvidence, statementHash } from '../../consents/index.ts'
import { statementOf } from '../evidence/statement.ts'
import { timeZoneOf } from './time-zone.ts'
import { isMismatchConfirmed } from '../pages/payee-check.ts'
import { refusalInWords } from '../pages/words.ts'
import { approve } from './approve.ts'
import { asRefusal, type Call, type Journey, type JourneyDeps } from './journey-context.ts'
import { endJourney, failure, isAnswered } from './journey-end.ts'
import { passkeyOf } from './log-in-form.ts'
import { checkPayable } from './payable.ts'
import { type FormError, showConsent, showLogIn } from './show.ts'

/** Takes the user's decision. If several arrive at once, the first counts: the others lead to its result. */
export async function decide(deps: JourneyDeps, journey: Journey, call: Call): Promise<FastifyReply> {
  const { request, reply, session, form } = call
  const user = session.user && (await findUser(deps.db.pool, session.user.entityId, session.user.userId))
  if (!user) return showLogIn(deps, journey, session, reply, { status: 401 })
  if (form.get('decision') !== 'approve') {
    const error = failure('access_denied', 'The user refused.')
    return endJourney(deps, journey, { reason: 'refused', error }, { ...call, psuId: user.userId })
  }
  const error = await (journey.consent.payment ? approvePayment : approveAccess)(deps, journey, call, user)
  if (error && !(await isAnswered(deps, journey)))
    return showConsent(deps, journey, { user, session, request }, reply, { ...error, chosen: form.all('account') })
  if (!error) deps.sessions.remember(reply, user)
  // The session stays until it ends by itself: with it only this browser can take the answer back to the third party.
  return reply.redirect(journey.details.returnTo, 303)
}

/** Ends the journey of a user who does not want to log in. */
export async function cancel(deps: JourneyDeps, journey: Journey, call: Call): Promise<FastifyReply> {
  const error = failure('access_denied', 'The user cancelled.')
  return endJourney(deps, journey, { reason: 'cancelled', error }, call)
}

type Approve = (deps: JourneyDeps, journey: Journey, call: Call, user: User) => Promise<FormError | undefined>

const approveAccess: Approve = async (deps, journey, { request, form }, user) => {
  const accountIds = form.all('account')
  const refusal = await approve(deps, journey, user, { accountIds, request }).catch(asRefusal)
  if (!refusal) return undefined
  return {
    status: 422,
    error: ACCESS_ERRORS[accountIds.length === 0 ? 'none' : refusal.code] ?? refusalInWords(refusal),
  }
}

/** Rejections whose words for payments would not fit. */
const ACCESS_ERRORS: Readonly<Record<string, string>> = {
  none: 'Choose at least one account, or refuse.',
  ob_account_identifier_unsupported: 'Choose among the accounts shown, or refuse.',
}

const CHANGED =
  'Something about the payment changed while the page was open. Check it again, then approve or refuse it.'
const UNCONFIRMED =
  'The name of the payee does not match the account. Tick the box if you still want to pay, or choose "Do not pay".'
const NOT_ACCEPTED =
  'That code or passkey was not accepted. Each code works once: wait for the next one. After five wrong codes each further attempt has to wait.'

/** Approves a payment with the second factor, which confirms what the page showed and nothing else. */
const approvePayment: Approve = async (deps, journey, call, user) => {
  const { request, session, form } = call
  if (!isMismatchConfirmed(journey.consent, form)) return { status: 422, error: UNCONFIRMED }
  const [accountId, ...more] = form.all('account')
  if (accountId === undefined || more.length > 0)
    return { status: 422, error: 'Choose the account to pay from, or refuse.' }
  const page = await deps.sessions.takeChallenge(session)
  if (!page) {
    await waitForOther(deps, journey, request)
    return { status: 409, error: CHANGED }
  }
  const account = (await accountsOf(deps.db.pool, user.entityId)).find((each) => each.accountId === accountId)
  const shown = page.shown?.[accountId]
  if (!account || shown === undefined) return { status: 422, error: 'Choose one of the accounts shown to pay from.' }
  const { consent, thirdParty } = journey
  const timeZone = await timeZoneOf(deps.entities, user.entityId)
  const statement = statementOf({ consent, thirdParty, user, timeZone, account, nonce: page.challenge })
  const hash = statementHash(statement)
  if (hash.toString('base64url') !== shown) return { status: 409, error: CHANGED }
  const psu = { entityId: user.entityId, psuId: user.userId, among: [accountId] }
  const unpayable = await checkPayable(deps, consent, psu, request).catch(asRefusal)
  if (unpayable) return { status: 422, error: refusalInWords(unpayable) }
  const confirmation = await deps.confirm(user, hash, { code: form.get('code'), passkey: passkeyOf(form) })
  if (!confirmation) {
    noteRejection(request, 'second_factor_rejected')
    return { status: 401, error: NOT_ACCEPTED, isFactor: true }
  }
  const evidence: ApprovalEvidence = { statement, confirmation }
  const refusal = await approve(deps, journey, user, { accountIds: [accountId], request, evidence }).catch(asRefusal)
  return refusal ? { status: 422, error: refusalInWords(refusal) } : undefined
}

const POLL_MS = 50
const MOST_MS = 5000

/** Waits while another press of a button is decided: until the journey has its answer, or its page is shown again. */
async function waitForOther(deps: JourneyDeps, journey: Journey, request: FastifyRequest): Promise<void> {
  for (let waitedMs = 0; waitedMs < MOST_MS; waitedMs += POLL_MS) {
    if (await isAnswered(deps, journey)) return
    const session = await deps.sessions.find(request, journey.uid)
    if (!session || session.challenge !== null) return
    await pause(POLL_MS)
  }
}
