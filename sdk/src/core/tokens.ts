import { errorOf, problemOf, unexpected } from './errors.ts'
import { jsonOf, type Reply, textOf } from './meta.ts'
import type { ClientCredentials } from './options.ts'
import type { Prepared } from './retry.ts'

/** Source of access tokens. */
export interface Tokens {
  /** Returns a valid token. A signal ends the wait of one caller only. */
  get(): Promise<string>
  /** Drops a token that the service rejected: the next `get` requests a new one. Returns false if it cannot get another. */
  drop(token: string): boolean
  /** Returns the token held now, if any. */
  held(): string | undefined
}

/** A token is renewed this long before its end. */
const EARLY_MS = 30_000

/**
 * Creates a source of client-credentials tokens. It sends one request at a time, however many calls wait for it.
 *
 * @param send sends the token request, and repeats it if necessary
 * @param now wall time in milliseconds
 */
export function createTokens(
  baseUrl: string,
  credentials: ClientCredentials,
  send: (request: Prepared) => Promise<Reply>,
  now: () => number,
): Tokens {
  let current: { token: string; renewAt: number } | undefined
  let asking: Promise<string> | undefined

  const ask = async () => {
    const reply = await send(tokenRequest(baseUrl, credentials))
    if (reply.meta.status >= 400) throw errorOf(problemOf(textOf(reply), reply.meta), reply.meta)
    const { access_token: token, expires_in: seconds } = (jsonOf(reply) ?? {}) as Partial<TokenAnswer>
    if (typeof token !== 'string' || typeof seconds !== 'number') throw unexpected(baseUrl, reply.meta)
    current = { token, renewAt: now() + seconds * 1000 - EARLY_MS }
    return token
  }

  return {
    get: async () => {
      if (current && now() < current.renewAt) return current.token
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
    drop: (token) => {
      if (current?.token === token) current = undefined
      return true
    },
    held: () => current?.token,
  }
}

/** Returns the caller's own token, or asks its function for one. */
export function givenTokens(given: string | (() => string | Promise<string>)): Tokens {
  return {
    get: async () => (typeof given === 'string' ? given : given()),
    drop: () => typeof given !== 'string',
    held: () => undefined,
  }
}

interface TokenAnswer {
  access_token: string
  /** Seconds. */
  expires_in: number
}

function tokenRequest(baseUrl: string, { clientId, clientSecret, scope }: ClientCredentials): Prepared {
  const form: Record<string, string> = { grant_type: 'client_credentials' }
  if (scope) form['scope'] = scope
  return formRequest(`${baseUrl}/v1/oauth2/token`, { ...form, client_id: clientId, client_secret: clientSecret })
}

/** Creates the request that revokes a token. */
export const revocation = (baseUrl: string, credentials: ClientCredentials, token: string): Prepared =>
  formRequest(`${baseUrl}/v1/oauth2/revoke`, {
    token,
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  })

const formRequest = (url: string, form: Record<string, string>): Prepared => ({
  method: 'POST',
  url,
  headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
  body: new URLSearchParams(form).toString(),
})
