import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../kernel/http/http.ts'
import { originOf } from '../../../kernel/http/origin.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { findUser } from '../../../users/index.ts'
import { type Consent, consentForApproval } from '../../consents/index.ts'
import { findJourney } from '../adapter.ts'
import { isOutage } from '../errors/unavailable.ts'
import { cancel, decide } from './decide.ts'
import { formOf, formScope } from '../forms.ts'
import { actOf, type Call, intentIn, type Journey, type JourneyDeps } from './journey-context.ts'
import { endJourney, failure, isAnswered, leadBack, NOT_IN_TIME } from './journey-end.ts'
import { tryLogIn } from './log-in-form.ts'
import { playScript } from '../scripted/play.ts'
import { PATHS } from '../requests/paths.ts'
import { showAgain } from './again.ts'
import { showConsent, showLogIn } from './show.ts'
import { isOwnForm, whyRejected } from './psu-sessions.ts'

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
    scope.post<ByUid>(`${PATHS.consent}/:uid/again`, open, (request, reply) =>
      onJourney(deps, request, reply, onForm(showAgain)),
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
  const details = await deps.provider().interactionDetails(request.raw, reply.raw).catch(undefinedUnlessOutage)
  const stored = details?.uid === uid ? await findJourney(deps.db.pool, uid) : undefined
  // Decided: a button was pressed twice, or the browser did not follow it. The answer stays, whatever the time.
  if (details && stored && details.result !== undefined) return reply.redirect(details.returnTo, 303)
  if (!details || !stored) return leadBack(deps, request, reply)
  const params = details.params as Record<string, string>
  const clientId = params['client_id']!
  const name = { clientId, consentId: intentIn(params) }
  if (stored.expiresAt <= deps.clock.wall())
    return endJourney(deps, { uid, details, consent: name }, NOT_IN_TIME, { request, reply })
  const [consent, thirdParty] = await Promise.all([
    consentToDecide(deps, name, { ...actOf(deps, request), ...originOf(request) }),
    deps.thirdParties.introduce(clientId),
  ])
  if (!consent || !thirdParty)
    return endJourney(
      deps,
      { uid, details },
      { error: failure('invalid_request', 'The consent can no longer be authorised.') },
      { request, reply },
    )
  const { expiresAt: endsAt, latestEnd } = stored
  const journey = { uid, details, params, consent, thirdParty, path: `${PATHS.consent}/${uid}`, endsAt, latestEnd }
  return step(deps, journey, request, reply).catch((error: unknown) => {
    if (isOutage(error)) throw error // the user can try again, and a decision that was stored counts
    request.log.error({ err: error, requestId: request.id }, 'defect')
    const failed = failure('server_error', 'Something failed at the bank; nothing was agreed to.')
    return endJourney(deps, journey, { error: failed }, { request, reply })
  })
}

/** Returns undefined for a browser without this journey. @throws the error of an outage, after which the journey continues */
function undefinedUnlessOutage(error: unknown): undefined {
  if (isOutage(error)) throw error
}

/** Returns the consent with its payee check; undefined if it cannot be authorised, or ended while the payee's bank was asked. */
async function consentToDecide(
  deps: JourneyDeps,
  name: Pick<Consent, 'clientId' | 'consentId'>,
  act: Act,
): Promise<Consent | undefined> {
  const find = () => consentForApproval(deps.db.pool, name, act.at).catch(asUndefined)
  const consent = await find()
  const checked = consent && (await deps.checkPayee(consent, act))
  return checked === consent ? consent : find()
}

/** A step that a form of ours asks for; any other is answered with the page it should have come from. */
const onForm =
  (step: (deps: JourneyDeps, journey: Journey, call: Call) => Promise<FastifyReply>): Step =>
  async (deps, journey, request, reply) => {
    const session = await deps.sessions.find(request, journey.uid)
    const form = formOf(request)
    if (!session && (await isAnswered(deps, journey))) return reply.redirect(journey.details.returnTo, 303) // another press ended it
    if (!session || !isOwnForm(request, session, form.get('csrf'), deps.origin))
      return showLogIn(deps, journey, await deps.sessions.open(request, reply, journey.uid), reply, {
        error: whyRejected(session),
        status: 403,
      })
    return step(deps, journey, { request, reply, session, form })
  }

const showPage: Step = async (deps, journey, request, reply) => {
  if (await playScript(deps, journey, request, reply)) return reply
  const session = await deps.sessions.open(request, reply, journey.uid)
  const user = session.user && (await findUser(deps.db.pool, session.user.entityId, session.user.userId))
  return user ? showConsent(deps, journey, { user, session, request }, reply) : showLogIn(deps, journey, session, reply)
}

async function logUserIn(deps: JourneyDeps, journey: Journey, call: Call): Promise<FastifyReply> {
  const { reply, session, form } = call
  const isPayment = journey.consent.kind !== 'accountAccess'
  const user = await tryLogIn(deps, call, isPayment ? 'firstFactor' : 'full')
  if (user instanceof Refusal) {
    const error = { error: user.message, username: form.get('username') ?? '', status: user.status }
    return showLogIn(deps, journey, session, reply.headers(user.headers), error)
  }
  await deps.sessions.authenticate(reply, session, user)
  if (!isPayment) deps.sessions.remember(reply, user)
  return reply.redirect(journey.path, 303)
}

const asUndefined = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}
