import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountsOf } from '../../accounts/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { findUser, type User } from '../../users/index.ts'
import { consentsOfPsu, revokeConsent } from '../consents/index.ts'
import { type Form, formOf, formScope } from './forms.ts'
import { passkeyIn, tryLogIn } from './journey/journey.ts'
import type { JourneyDeps } from './journey/journey-context.ts'
import { connectionsPage } from './pages/connections.ts'
import { CONNECTIONS_PATH, sendPage } from './pages/layout.ts'
import { logInPage } from './pages/log-in.ts'
import { csrfToken, isOwnForm, type PsuSession } from './journey/psu-sessions.ts'

type Deps = Omit<JourneyDeps, 'provider' | 'scriptedUser'>

interface Call {
  request: FastifyRequest
  reply: FastifyReply
  session: PsuSession
  form: Form
}

const open = { config: { public: true }, schema: { hide: true } }

/** The user's own pages: connected third parties, and the passkeys. */
export function connectionRoutes(app: App, deps: Deps): void {
  const path = CONNECTIONS_PATH
  formScope(app, (scope) => {
    scope.get(path, open, async (request, reply) =>
      show(deps, await deps.sessions.open(request, reply), request, reply),
    )
    scope.post(`${path}/log-in`, open, (request, reply) => onForm(deps, request, reply, logUserIn))
    for (const [name, act] of Object.entries(ACTS))
      scope.post(`${path}/${name}`, open, (request, reply) => onForm(deps, request, reply, asUser(act)))
  })
}

type Act = (deps: Deps, user: User, call: Call) => Promise<string | undefined>

/** Actions of a logged-in user; each returns a sentence with its result. */
const ACTS: Record<string, Act> = {
  async revoke(deps, user, { request, form }) {
    const act = {
      actor: { type: 'psu' as const, id: user.userId },
      requestId: request.id,
      at: request.receivedAt,
      wall: deps.clock.wall(),
    }
    const psu = { entityId: user.entityId, psuId: user.userId }
    await inTransaction(deps.db, (tx) => revokeConsent(tx, psu, form.get('consent') ?? '', act))
    return 'The access was withdrawn. It gives no data any more.'
  },
  async passkeys(deps, user, { session, form }) {
    const answer = passkeyIn(form, await deps.sessions.takeChallenge(session))
    if (!answer) return 'No passkey was added.'
    await deps.passkeys.add(user, answer)
    return 'The passkey was added. You can use it instead of the code from now on.'
  },
  async 'passkeys/remove'(deps, user, { form }) {
    await deps.passkeys.remove(user, form.get('id') ?? '')
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
      fault: 'That form was not sent from this page in this browser. Please log in again.',
      status: 403,
    })
  return step(deps, { request, reply, session, form })
}

async function logUserIn(deps: Deps, { reply, session, form }: Call): Promise<FastifyReply> {
  const user = await tryLogIn(deps, session, form)
  if (user instanceof Refusal)
    return showLogIn(deps, session, reply, { fault: user.message, username: form.get('username') ?? '', status: 401 })
  await deps.sessions.authenticate(reply, session, user)
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
const noticeOf = ({ code, message }: Refusal): string =>
  code.startsWith('ob_') ? 'This access has already ended.' : message

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
  const psu = { entityId: user.entityId, psuId: user.userId }
  const consents = await consentsOfPsu(deps.db.pool, psu, request.receivedAt)
  const names = new Map<string, string>()
  for (const clientId of new Set(consents.map((consent) => consent.clientId)))
    names.set(clientId, (await deps.thirdParties.find(clientId))?.name ?? 'A third party that is no longer registered')
  const options = await deps.passkeys.creationOptions(user)
  await deps.sessions.challenge(session, options.challenge)
  const page = connectionsPage({
    consents: consents.map((consent) => ({ consent, thirdPartyName: names.get(consent.clientId)! })),
    accounts: await accountsOf(deps.db.pool, user.entityId),
    username: user.username,
    csrf: csrfToken(session),
    path: CONNECTIONS_PATH,
    passkeys: await deps.passkeys.list(user),
    passkeyOptions: JSON.stringify(options),
    ...(notice !== undefined && { notice }),
  })
  return sendPage(reply, page)
}

async function showLogIn(
  deps: Deps,
  session: PsuSession,
  reply: FastifyReply,
  { fault, username, status = 200 }: { fault?: string; username?: string; status?: number } = {},
): Promise<FastifyReply> {
  const options = await deps.passkeys.requestOptions()
  await deps.sessions.challenge(session, options.challenge)
  const page = logInPage({
    action: `${CONNECTIONS_PATH}/log-in`,
    csrf: csrfToken(session),
    reason: 'Log in to see who has access to your accounts, and to withdraw it.',
    passkeyOptions: JSON.stringify(options),
    ...(fault !== undefined && { fault }),
    ...(username !== undefined && { username }),
  })
  return sendPage(reply, page, status)
}
