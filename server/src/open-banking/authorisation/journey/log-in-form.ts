import { noteRejection } from '../../../kernel/http/listener/request-log.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import type { LogIn, User } from '../../../users/index.ts'
import type { Form } from '../forms.ts'
import type { Call, JourneyDeps } from './journey-context.ts'
import { attemptOrigin } from './psu-sessions.ts'

/** Logs in by a form; returns rejections instead of throwing them. */
export async function tryLogIn(
  deps: Pick<JourneyDeps, 'logIn' | 'sessions'>,
  { request, session, form }: Omit<Call, 'reply'>,
  factors: keyof LogIn,
): Promise<User | Refusal> {
  const page = await deps.sessions.takeChallenge(session)
  const passkey = passkeyIn(form, page?.challenge)
  const code = form.get('code')
  const names = { username: form.get('username') ?? '', password: form.get('password') ?? '' }
  const attempt = { ...names, ...attemptOrigin(request), ...(code && { code }), ...(passkey && { passkey }) }
  return deps.logIn[factors](attempt).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    noteRejection(request, error.code)
    return error
  })
}

/** Reads the response of the browser's passkey to our challenge. */
export function passkeyIn(form: Form, challenge: string | undefined) {
  const response = passkeyOf(form)
  return response === undefined || challenge === undefined ? undefined : { challenge, response }
}

/** Reads the response of the browser's passkey; undefined without one. */
export function passkeyOf(form: Form): unknown {
  const sent = form.get('passkey')
  if (!sent) return undefined
  try {
    return JSON.parse(sent) as unknown
  } catch {
    return undefined
  }
}
