import { errorOf } from './errors.ts'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** Space-separated; absent: all that the client has. */
  scope?: string
}

/** Hands out a valid access token; asks for a new one when there is none or it is about to expire. */
export interface Tokens {
  get(): Promise<string>
  /** Drops a token rejected by the service: the next `get` requests a new one. */
  drop(token: string): void
  /** The token held now, if any: for revoking it. */
  held(): string | undefined
}

const EARLY_MS = 30_000

/**
 * Client-credentials tokens, one request at a time however many calls wait for it.
 *
 * @param send sends the token request, repeating it as the policy says
 * @param now wall time in milliseconds
 */
export function createTokens(
  baseUrl: string,
  credentials: ClientCredentials,
  send: (request: () => Request) => Promise<Response>,
  now: () => number,
): Tokens {
  let current: { token: string; renewAt: number } | undefined
  let asking: Promise<string> | undefined

  const ask = async () => {
    const response = await send(() => tokenRequest(baseUrl, credentials))
    if (!response.ok) throw await errorOf(response)
    const { access_token: token, expires_in: seconds } = (await response.json()) as TokenAnswer
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
    },
    held: () => current?.token,
  }
}

interface TokenAnswer {
  access_token: string
  /** Seconds. */
  expires_in: number
}

function tokenRequest(baseUrl: string, { clientId, clientSecret, scope }: ClientCredentials): Request {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  if (scope) form.set('scope', scope)
  return new Request(`${baseUrl}/v1/oauth2/token`, { method: 'POST', body: form })
}
