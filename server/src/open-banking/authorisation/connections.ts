import { noteRejection } from '../../kernel/http/listener/request-log.ts'
import { originOf } from '../../kernel/http/origin.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountsOf } from '../../accounts/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { type AuthenticatorSetup, findUser, type User } from '../../users/index.ts'
import { type Consent, consentsOfPsu, isPossible, lastUses, revokeConsent } from '../consents/index.ts'
import { type Form, formOf, formScope } from './forms.ts'
import { passkeyIn, tryLogIn } from './journey/log-in-form.ts'
import type { JourneyDeps } from './journey/journey-context.ts'
import { authenticatorPage } from './pages/authenticator.ts'
import { type Connection, connectionsPage, withdrawPage } from './pages/connections.ts'
import { AUTHENTICATOR_PATH, CONNECTIONS_PATH, sendPage } from './pages/layout.ts'
import { isWrongAt, logInPage } from './pages/log-in.ts'
import { wantsData } from './journey/again.ts'
import { timeForScript, type TimeLimit } from './pages/time-limit.ts'
import { timeZoneOf } from './journey/time-zone.ts'
import { loggedInAs } from './journey/logged-in.ts'
import { csrfToken, isOwnForm, type PsuSession, whyRejected } from './journey/psu-sessions.ts'

type Deps = Omit<JourneyDeps, 'provider' | 'scripts'>

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  session: PsuSession
  form: Form
}

const open = { config: { public: true }, schema: { hide: true } }

/** The user's own pages: connected third parties, the authenticator app and the passkeys. */
export function connectionRoutes(app: App, deps: Deps): void {
  const path = CONNECTIONS_PATH
  formScope(app, (scope) => {
    scope.get(path, open, async (request, reply) =>
      show(deps, await deps.sessions.open(request, reply), request, reply),
    )
    scope.get<{ Querystring: { consent?: unknown } }>(`${path}/withdraw`, open, async (request, reply) =>
      askToWithdraw(deps, await deps.sessions.open(request, reply), request, reply),
    )
    scope.get(AUTHENTICATOR_PATH, open, async (request, reply) =>
      setUpAuthenticator(deps, await deps.sessions.open(request, reply), reply),
    )
    scope.post(AUTHENTICATOR_PATH, open, (request, reply) => onForm(deps, request, reply, confirmAuthenticator))
    scope.post(`${path}/log-in`, open, (request, reply) => onForm(deps, request, reply, logUserIn))
    scope.post(`${path}/again`, open, (request, reply) => onForm(deps, request, reply, extendTime))
    for (const [name, act] of Object.entries(ACTS))
      scope.post(`${path}/${name}`, open, (request, reply) => onForm(deps, request, reply, asUser(act)))
  })
}

/** Gives the session more time and shows the page again; the script of a page asks for the new time alone. */
async function extendTime(deps: Deps, { request, reply, session }: Call): Promise<FastifyReply> {
  const longer = await deps.sessions.extend(reply, session)
  if (!wantsData(request.headers.accept)) return show(deps, longer, request, reply)
  const { user } = longer
  const timeZone = user ? await timeZoneOf(deps.entities, user.entityId) : deps.timeZone
  return reply.header('cache-control', 'no-store').send(timeForScript(timeLimitOf(deps, longer, timeZone)))
}

const timeLimitOf = ({ clock }: Deps, { expiresAt, latestEnd }: PsuSession, timeZone: string): TimeLimit => ({
  endsAt: expiresAt,
  secondsLeft: Math.max(0, (expiresAt.getTime() - clock.wall().getTime()) / 1000),
  mayExtend: latestEnd > expiresAt,
  timeZone,
  consequence: 'After that you have to log in again.',
  action: `${CONNECTIONS_PATH}/again`,
  endPath: CONNECTIONS_PATH,
})

type Act = (deps: Deps, user: User, call: Call) => Promise<string | undefined>

/** Actions of a logged-in user; each returns a sentence with its result. */
const ACTS: Record<string, Act> = {
  async revoke(deps, user, { request, form }) {
    const act = {
      actor: { type: 'psu' as const, id: user.userId },
      ...originOf(request),
      at: request.receivedAt,
      wall: deps.clock.wall(),
    }
    const psu = { entityId: user.entityId, psuId: user.userId }
    await inTransaction(deps.db, (tx) => revokeConsent(tx, psu, form.get('consent') ?? '', act))
    return 'The access was withdrawn. The third party can no longer read your data.'
  },
  async passkeys(deps, user, { request, session, form }) {
    const answer = passkeyIn(form, (await deps.sessions.takeChallenge(session))?.challenge)
    if (!answer) return 'No passkey was added.'
    await deps.passkeys.add(user, answer, originOf(request))
    return 'The passkey was added. You can use it instead of the code from now on.'
  },
  async 'passkeys/remove'(deps, user, { request, form }) {
    await deps.passkeys.remove(user, form.get('id') ?? '', originOf(request))
    return 'The passkey was removed.'
  },
  async 'log-out'(deps, _user, { reply, session }) {
    await deps.sessions.end(reply, session)
    return undefined
  },
}

async function onForm(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  step: (deps: Deps, call: Call) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const session = await deps.sessions.find(request)
  const form = formOf(request)
  if (!session || !isOwnForm(request, session, form.get('csrf'), deps.origin))
    return showLogIn(deps, await deps.sessions.open(request, reply), reply, {
      error: whyRejected(session),
      status: 403,
    })
  return step(deps, { request, reply, session, form })
}

async function logUserIn(deps: Deps, call: Call): Promise<FastifyReply> {
  const { reply, session, form } = call
  const user = await tryLogIn(deps, call, 'full')
  if (user instanceof Refusal) {
    const username = form.get('username') ?? ''
    return showLogIn(deps, session, reply.headers(user.headers), { error: user.message, username, status: user.status })
  }
  await deps.sessions.authenticate(reply, session, user)
  deps.sessions.remember(reply, user)
  return reply.redirect(CONNECTIONS_PATH, 303)
}

const asUser =
  (act: Act) =>
  async (deps: Deps, call: Call): Promise<FastifyReply> => {
    const user = await userOf(deps, call.session)
    if (!user) return showLogIn(deps, call.session, call.reply, { status: 401 })
    const notice = await act(deps, user, call).catch((error: unknown) => {
      if (error instanceof Refusal) return noticeOf(error)
      throw error
    })
    if (notice === undefined) return call.reply.redirect(CONNECTIONS_PATH, 303)
    return show(deps, call.session, call.request, call.reply, notice)
  }

/** Refusals of the consents speak to third parties; those of log-in and passkeys to people. */
const noticeOf = ({ code, message }: Refusal): string => (code.startsWith('ob_') ? ENDED : message)

const ENDED = 'This access has already ended.'

const userOf = (deps: Deps, { user }: PsuSession): Promise<User | undefined> =>
  user ? findUser(deps.db.pool, user.entityId, user.userId) : Promise.resolve(undefined)

async function show(
  deps: Deps,
  session: PsuSession,
  request: FastifyRequest,
  reply: FastifyReply,
  notice?: string,
): Promise<FastifyReply> {
  const user = await userOf(deps, session)
  if (!user) return showLogIn(deps, session, reply)
  const consents = await consentsOf(deps, user, request)
  const options = await deps.passkeys.creationOptions(user)
  await deps.sessions.challenge(session, options.challenge)
  const page = connectionsPage({
    ...(await ownPage(deps, user, session)),
    connections: await connectionsOf(deps, user, consents),
    loggedInAs: await loggedInAs(deps.entities, user),
    passkeys: await deps.passkeys.list(user),
    passkeyOptions: JSON.stringify(options),
    ...(notice !== undefined && { notice }),
  })
  return sendPage(reply, page)
}

/** Shows a new secret for an authenticator app. Nothing is stored until a code confirms it. */
async function setUpAuthenticator(
  deps: Deps,
  session: PsuSession,
  reply: FastifyReply,
  { setup, error }: { setup?: AuthenticatorSetup; error?: string } = {},
): Promise<FastifyReply> {
  const user = await userOf(deps, session)
  if (!user) return showLogIn(deps, session, reply)
  const page = authenticatorPage({
    ...(await ownPage(deps, user, session)),
    action: AUTHENTICATOR_PATH,
    setup: setup ?? deps.authenticators.begin(user, session.secret),
    ...(error !== undefined && { error }),
  })
  return sendPage(reply, page, error === undefined ? 200 : 422)
}

async function confirmAuthenticator(deps: Deps, { request, reply, session, form }: Call): Promise<FastifyReply> {
  const user = await userOf(deps, session)
  if (!user) return showLogIn(deps, session, reply, { status: 401 })
  const setup = deps.authenticators.reopen(user, session.secret, form.get('setup') ?? '')
  if (!setup) return setUpAuthenticator(deps, session, reply, { error: 'This set-up has ended. Use the new key.' })
  try {
    await deps.authenticators.confirm(user, setup, form.get('code') ?? '', originOf(request))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    noteRejection(request, error.code)
    return setUpAuthenticator(deps, session, reply, { setup, error: error.message })
  }
  return show(deps, session, request, reply, 'The app was set up. Codes of an earlier app are not accepted any more.')
}

/** Asks before an access is withdrawn. An access that cannot be withdrawn leads to the list. */
async function askToWithdraw(
  deps: Deps,
  session: PsuSession,
  request: FastifyRequest<{ Querystring: { consent?: unknown } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const user = await userOf(deps, session)
  if (!user) return showLogIn(deps, session, reply)
  const { consent: wanted } = request.query
  const consents = await consentsOf(deps, user, request)
  const consent = consents.find(({ consentId }) => consentId === wanted)
  if (!consent || consent.kind !== 'accountAccess' || !isPossible(consent, 'revoke'))
    return show(deps, session, request, reply, ENDED)
  const [connection] = await connectionsOf(deps, user, [consent])
  return sendPage(reply, withdrawPage(await ownPage(deps, user, session), connection!))
}

const consentsOf = ({ db }: Deps, { entityId, userId: psuId }: User, { receivedAt }: FastifyRequest) =>
  consentsOfPsu(db.pool, { entityId, psuId }, receivedAt)

const ownPage = async (deps: Deps, { entityId }: User, session: PsuSession) => {
  const timeZone = await timeZoneOf(deps.entities, entityId)
  return {
    accounts: await accountsOf(deps.db.pool, entityId),
    csrf: csrfToken(session),
    path: CONNECTIONS_PATH,
    timeZone,
    time: timeLimitOf(deps, session, timeZone),
  }
}

const UNKNOWN = {
  name: 'A third party that is no longer registered',
  organisationName: 'A third party that is no longer registered',
  reference: 'no longer registered',
}

/** Returns the consents with their third parties and last uses. */
async function connectionsOf(deps: Deps, { entityId }: User, consents: readonly Consent[]): Promise<Connection[]> {
  const clientIds = [...new Set(consents.map(({ clientId }) => clientId))]
  const [uses, found] = await Promise.all([
    lastUses(deps.db.pool, entityId),
    Promise.all(clientIds.map((clientId) => deps.thirdParties.introduce(clientId))),
  ])
  const parties = new Map(found.flatMap((party) => (party ? [[party.clientId, party]] : [])))
  return consents.map((consent) => {
    const lastUsedAt = uses.get(consent.consentId)
    return { consent, party: parties.get(consent.clientId) ?? UNKNOWN, ...(lastUsedAt && { lastUsedAt }) }
  })
}

async function showLogIn(
  deps: Deps,
  session: PsuSession,
  reply: FastifyReply,
  { error, username, status = 200 }: { error?: string; username?: string; status?: number } = {},
): Promise<FastifyReply> {
  const options = await deps.passkeys.requestOptions()
  await deps.sessions.challenge(session, options.challenge)
  const page = logInPage({
    action: `${CONNECTIONS_PATH}/log-in`,
    csrf: csrfToken(session),
    reason: 'Log in to see who has access to your accounts, and to withdraw it.',
    needsCode: true,
    passkeyOptions: JSON.stringify(options),
    time: timeLimitOf(deps, session, deps.timeZone),
    isWrong: error !== undefined && isWrongAt(status),
    ...(error !== undefined && { error }),
    ...(username !== undefined && { username }),
  })
  return sendPage(reply, page, status)
}
