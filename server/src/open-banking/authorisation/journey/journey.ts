import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountsOf } from '../../../accounts/index.ts'
import { type Db } from '../../../kernel/db/db.ts'
import type { App } from '../../../kernel/http/http.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { findUser, type User } from '../../../users/index.ts'
import { accountsToChoose, consentForApproval } from '../../consents/index.ts'
import { approve, approveAll, endForOthers, isSingleTooFew } from './approve.ts'
import { type Form, formOf, formScope } from '../forms.ts'
import { asRefusal, intentIn, type Journey, type JourneyDeps } from './journey-context.ts'
import { failure, finish, leadBack, reject } from './journey-end.ts'
import { consentPage } from '../pages/consent.ts'
import { sendPage } from '../pages/layout.ts'
import { logInPage } from '../pages/log-in.ts'
import { refusalInWords } from '../pages/words.ts'
import { PATHS } from '../provider.ts'
import { csrfToken, isOwnForm, type PsuSession } from './psu-sessions.ts'

interface ByUid {
  Params: { uid: string }
}

const open = { config: { public: true }, schema: { hide: true } }

/** Registers the pages for login and decision. Every path leads the browser back to the third party. */
export function journeyRoutes(app: App, deps: JourneyDeps): void {
  formScope(app, (scope) => {
    scope.get<ByUid>(`${PATHS.consent}/:uid`, open, (request, reply) => onJourney(deps, request, reply, showPage))
    scope.post<ByUid>(`${PATHS.consent}/:uid/log-in`, open, (request, reply) =>
      onJourney(deps, request, reply, onForm(logUserIn)),
    )
    scope.post<ByUid>(`${PATHS.consent}/:uid/decision`, open, (request, reply) =>
      onJourney(deps, request, reply, onForm(decide)),
    )
    scope.post<ByUid>(`${PATHS.consent}/:uid/cancel`, open, (request, reply) =>
      onJourney(deps, request, reply, onForm(cancel)),
    )
  })
}

type Step = (deps: JourneyDeps, journey: Journey, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Runs a step of the journey that the address and the browser's cookie name; leads back when it is over. */
async function onJourney(
  deps: JourneyDeps,
  request: FastifyRequest<ByUid>,
  reply: FastifyReply,
  step: Step,
): Promise<FastifyReply> {
  const { uid } = request.params
  const details = await deps
    .provider()
    .interactionDetails(request.raw, reply.raw)
    .catch(() => undefined)
  if (details?.uid !== uid || details.exp <= Date.now() / 1000) return leadBack(deps, request, reply)
  if (details.result !== undefined) return reply.redirect(details.returnTo, 303) // decided: a button was pressed twice
  const params = details.params as Record<string, string>
  const clientId = params['client_id']!
  const name = { clientId, consentId: intentIn(params) }
  const [consent, thirdParty] = await Promise.all([
    consentForApproval(deps.db.pool, name, request.receivedAt).catch(asUndefined),
    deps.thirdParties.find(clientId),
  ])
  if (!consent || !thirdParty)
    return finish(deps, reply, details, failure('invalid_request', 'The consent can no longer be authorised.'))
  const journey = { uid, details, params, consent, thirdParty, path: `${PATHS.consent}/${uid}` }
  return step(deps, journey, request, reply).catch((error: unknown) => {
    request.log.error({ err: error, requestId: request.id }, 'defect')
    return finish(deps, reply, details, failure('server_error', 'Something failed at the bank; nothing was agreed to.'))
  })
}

/** A step that a form of ours asks for; any other is answered with the page it should have come from. */
const onForm =
  (step: (deps: JourneyDeps, journey: Journey, call: Call) => Promise<FastifyReply>): Step =>
  async (deps, journey, request, reply) => {
    const session = await deps.sessions.find(request, journey.uid)
    const form = formOf(request)
    if (!session || !isOwnForm(request, session, form.get('csrf'), deps.origin))
      return showLogIn(deps, journey, await deps.sessions.open(request, reply, journey.uid), reply, {
        fault: 'That form was not sent from this page in this browser. Please log in again.',
        status: 403,
      })
    return step(deps, journey, { request, reply, session, form })
  }

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  session: PsuSession
  form: Form
}

const showPage: Step = async (deps, journey, request, reply) => {
  const scripted = await deps.scriptedUser?.()
  if (scripted) return approveAll(deps, journey, scripted, request, reply)
  const session = await deps.sessions.open(request, reply, journey.uid)
  const user = session.user && (await findUser(deps.db.pool, session.user.entityId, session.user.userId))
  return user ? showConsent(deps, journey, { user, session }, reply) : showLogIn(deps, journey, session, reply)
}

interface Fault {
  fault?: string
  username?: string
  status?: number
}

async function showLogIn(
  deps: JourneyDeps,
  journey: Journey,
  session: PsuSession,
  reply: FastifyReply,
  { fault, username, status = 200 }: Fault = {},
): Promise<FastifyReply> {
  const options = await deps.passkeys.requestOptions()
  await deps.sessions.challenge(session, options.challenge)
  const what = journey.consent.kind === 'accountAccess' ? 'see your account information' : 'make a payment for you'
  return sendPage(
    reply,
    logInPage({
      action: `${journey.path}/log-in`,
      cancelAction: `${journey.path}/cancel`,
      csrf: csrfToken(session),
      reason: `${journey.thirdParty.name} wants to ${what}. Log in to see the details and decide.`,
      passkeyOptions: JSON.stringify(options),
      ...timing(deps, journey),
      ...(fault !== undefined && { fault }),
      ...(username !== undefined && { username }),
    }),
    status,
  )
}

async function showConsent(
  deps: JourneyDeps,
  journey: Journey,
  { user, session }: { user: User; session: PsuSession },
  reply: FastifyReply,
  { fault, status = 200 }: Fault = {},
): Promise<FastifyReply> {
  const { consent, thirdParty } = journey
  const accounts = accountsToChoose(consent, await accountsInOrder(deps.db, user))
  // What cannot be valued now is told when it is paid.
  const others = consent.payment && (await deps.needsOthers(consent, user.entityId, deps.clock.now()).catch(asRefusal))
  return sendPage(
    reply,
    consentPage({
      consent,
      thirdParty,
      accounts,
      username: user.username,
      action: `${journey.path}/decision`,
      csrf: csrfToken(session),
      needsOthers: others === true,
      ...timing(deps, journey),
      ...(fault !== undefined && { fault }),
    }),
    status,
  )
}

/** Oldest first: the account an entity began with is the one it works with. */
async function accountsInOrder(db: Db, { entityId }: User): Promise<Account[]> {
  const accounts = await accountsOf(db.pool, entityId)
  return accounts.sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

interface Timing {
  /** Left to decide: until the journey ends, or a rate that was promised. */
  minutes: number
  refreshAfter: number
  formTarget: string
}

/** The page comes back by itself when time is up, and is then led back to the third party. */
function timing({ clock }: JourneyDeps, { details, params, consent }: Journey): Timing {
  const byConsent =
    consent.status === 'AWAU' ? (consent.authoriseBy.getTime() - clock.now().getTime()) / 1000 : Infinity
  const seconds = Math.max(0, Math.min(details.exp - Date.now() / 1000, byConsent))
  return {
    minutes: Math.max(1, Math.round(seconds / 60)),
    refreshAfter: Math.ceil(seconds) + 1,
    formTarget: new URL(params['redirect_uri']!).origin,
  }
}

async function logUserIn(deps: JourneyDeps, journey: Journey, { reply, session, form }: Call): Promise<FastifyReply> {
  const username = form.get('username') ?? ''
  const user = await tryLogIn(deps, session, form)
  if (user instanceof Refusal)
    return showLogIn(deps, journey, session, reply, { fault: user.message, username, status: 401 })
  await deps.sessions.authenticate(reply, session, user)
  return reply.redirect(journey.path, 303)
}

/** Logs in by a form; returns rejections instead of throwing them. */
export async function tryLogIn(
  deps: Pick<JourneyDeps, 'logIn' | 'sessions'>,
  session: PsuSession,
  form: Form,
): Promise<User | Refusal> {
  const challenge = await deps.sessions.takeChallenge(session)
  const passkey = passkeyIn(form, challenge)
  const [code, attempt] = [
    form.get('code'),
    { username: form.get('username') ?? '', password: form.get('password') ?? '' },
  ]
  return deps.logIn({ ...attempt, ...(code && { code }), ...(passkey && { passkey }) }).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
}

/** Reads the response of the browser's passkey to our challenge. */
export function passkeyIn(form: Form, challenge: string | undefined) {
  const sent = form.get('passkey')
  if (!sent || challenge === undefined) return undefined
  try {
    return { challenge, response: JSON.parse(sent) as unknown }
  } catch {
    return undefined
  }
}

async function decide(deps: JourneyDeps, journey: Journey, call: Call): Promise<FastifyReply> {
  const { request, reply, session, form } = call
  const user = session.user && (await findUser(deps.db.pool, session.user.entityId, session.user.userId))
  if (!user) return showLogIn(deps, journey, session, reply, { status: 401 })
  if (form.get('decision') !== 'approve') {
    await reject(deps, journey, 'refused', { request, psuId: user.userId })
    await deps.sessions.end(reply, session)
    return finish(deps, reply, journey.details, failure('access_denied', 'The user refused.'))
  }
  if (await isSingleTooFew(deps, journey, user, request)) return endForOthers(deps, journey, user, request, reply)
  const refusal = await approve(deps, journey, user, form.all('account'), request).catch(asRefusal)
  if (refusal) {
    const fault = form.all('account').length === 0 ? 'Choose at least one account, or refuse.' : refusalInWords(refusal)
    return showConsent(deps, journey, { user, session }, reply, { fault, status: 422 })
  }
  // The session stays until it ends by itself: with it only this browser can take the answer back to the third party.
  return reply.redirect(journey.details.returnTo, 303)
}

async function cancel(deps: JourneyDeps, journey: Journey, { request, reply, session }: Call): Promise<FastifyReply> {
  await reject(deps, journey, 'notCompleted', { request })
  await deps.sessions.end(reply, session)
  return finish(deps, reply, journey.details, failure('access_denied', 'The user cancelled.'))
}

const asUndefined = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}
