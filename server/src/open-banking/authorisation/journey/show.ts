import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../../accounts/index.ts'
import type { User } from '../../../users/index.ts'
import { statementHash } from '../../consents/index.ts'
import { statementOf } from '../evidence/statement.ts'
import type { SecondFactor } from '../pages/approve-form.ts'
import { consentPage } from '../pages/consent.ts'
import { sendPage } from '../pages/layout.ts'
import { isWrongAt, logInPage } from '../pages/log-in.ts'
import type { Journey, JourneyDeps } from './journey-context.ts'
import { loggedInAs } from './logged-in.ts'
import { choiceOf, endUnpayable } from './payable.ts'
import { timeLimitOf } from './time-limit-of.ts'
import { csrfToken, type PsuSession } from './psu-sessions.ts'

/** Error shown on a page. */
export interface FormError {
  error?: string
  username?: string
  status?: number
  /** True if the code or passkey was not accepted. */
  isFactor?: boolean
  /** Accounts that the user had chosen before the page came again. */
  chosen?: readonly string[] | 'all'
}

/**
 * Shows the login: for a payment the first factor alone, as the second one approves the payment. Where failures of others delay
 * it, a passkey lets its user in at once.
 */
export async function showLogIn(
  deps: JourneyDeps,
  journey: Journey,
  session: PsuSession,
  reply: FastifyReply,
  { error, username, status = 200 }: FormError = {},
): Promise<FastifyReply> {
  const isPayment = journey.consent.kind !== 'accountAccess'
  const isDelayed = status === 429
  const options = isPayment && !isDelayed ? undefined : await deps.passkeys.requestOptions()
  if (options) await deps.sessions.challenge(session, options.challenge)
  const what = isPayment ? 'make a payment for you' : 'see your account information'
  return sendPage(
    reply,
    logInPage({
      action: `${journey.path}/log-in`,
      cancelAction: `${journey.path}/cancel`,
      csrf: csrfToken(session),
      reason: `${journey.thirdParty.name} wants to ${what}. Log in to see the details and decide.`,
      needsCode: !isPayment,
      ...(options && { passkeyOptions: JSON.stringify(options) }),
      leadsBack: true,
      time: await timeLimitOf(deps, journey, undefined),
      isWrong: error !== undefined && isWrongAt(status),
      ...(error !== undefined && { error }),
      ...(username !== undefined && { username }),
    }),
    status,
  )
}

/** Permitted target of forms besides our origin: the third party's redirect. */
export async function showConsent(
  deps: JourneyDeps,
  journey: Journey,
  { user, session, request }: { user: User; session: PsuSession; request: FastifyRequest },
  reply: FastifyReply,
  { error, status = 200, isFactor = false, chosen }: FormError = {},
): Promise<FastifyReply> {
  const { consent, thirdParty } = journey
  const { accounts, short, funds, needsOthers, whyNone } = await choiceOf(deps, journey, user, request)
  if (whyNone) return endUnpayable(deps, journey, whyNone, { user, request, reply, session })
  const time = await timeLimitOf(deps, journey, user)
  const secondFactor =
    consent.payment && (await challengeFor(deps, journey, { user, session, accounts, timeZone: time.timeZone }))
  return sendPage(
    reply,
    consentPage({
      consent,
      thirdParty,
      accounts,
      short,
      funds,
      showsBalances: deps.sessions.maySeeBalances(request, user),
      loggedInAs: await loggedInAs(deps.entities, user),
      action: `${journey.path}/decision`,
      csrf: csrfToken(session),
      needsOthers,
      ...(secondFactor && { secondFactor: { ...secondFactor, isRejected: isFactor } }),
      leadsBack: true,
      time,
      ...(chosen && { chosen }),
      ...(error !== undefined && { error }),
    }),
    status,
  )
}

interface Shown {
  user: User
  session: PsuSession
  accounts: readonly Account[]
  timeZone: string
}

/** Keeps the hashes of the statements that the page shows, one for each account: a second factor can confirm only these. */
async function challengeFor(
  deps: JourneyDeps,
  { consent, thirdParty }: Journey,
  { user, session, accounts, timeZone }: Shown,
): Promise<Omit<SecondFactor, 'isRejected'>> {
  const nonce = randomBytes(16).toString('base64url')
  const challenges = new Map(
    accounts.map((account) => {
      const statement = statementOf({ consent, thirdParty, user, timeZone, account, nonce })
      return [account.accountId, statementHash(statement).toString('base64url')]
    }),
  )
  await deps.sessions.challenge(session, nonce, Object.fromEntries(challenges))
  if ((await deps.passkeys.list(user)).length === 0) return { challenges }
  const { challenge: _ours, ...options } = await deps.passkeys.requestOptions()
  return { passkeyOptions: JSON.stringify(options), challenges }
}
