import { randomUUID } from 'node:crypto'

interface ClientCredentials {
  clientId: string
  clientSecret: string
  entityId: string
}

/** sandbox-credentials.json. */
export interface Credentials {
  baseUrl: string
  clients: { rm: ClientCredentials; abs: ClientCredentials }
}

/** Calls the service as one client, like any program outside it. */
export interface Caller {
  entityId: string
  /** Fetches the token that the other calls send. */
  authenticate(): Promise<{ scope: string; expires_in: number }>
  get<T>(path: string, query?: Record<string, string>): Promise<T>
  /** Sends an Idempotency-Key of its own. */
  post<T>(path: string, body: object): Promise<T>
}

/** @throws Error with the service's own words when an answer is not a success */
export function createCaller(baseUrl: string, { clientId, clientSecret, entityId }: ClientCredentials): Caller {
  let authorization = ''
  const call = async <T>(method: string, path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(baseUrl + path, { method, ...init, signal: AbortSignal.timeout(60_000) }).catch(
      (error: Error) => {
        throw new Error(`${baseUrl} does not answer (${(error.cause as Error | undefined)?.message ?? error.message})`)
      },
    )
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${explain(text)}`)
    return JSON.parse(text) as T
  }
  return {
    entityId,
    async authenticate() {
      const body = new URLSearchParams({ grant_type: 'client_credentials' })
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const headers = { authorization: `Basic ${basic}` }
      const token = await call<TokenAnswer>('POST', '/v1/oauth2/token', { body, headers })
      authorization = `Bearer ${token.access_token}`
      return token
    },
    get: (path, query) =>
      call('GET', query ? `${path}?${new URLSearchParams(query).toString()}` : path, { headers: { authorization } }),
    post: (path, body) =>
      call('POST', path, {
        body: JSON.stringify(body),
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      }),
  }
}

interface TokenAnswer {
  access_token: string
  scope: string
  /** Seconds. */
  expires_in: number
}

/** The sentences of a problem document; anything else as it came, shortened. */
function explain(text: string): string {
  try {
    const { code, detail, errors = [], requestId } = JSON.parse(text) as ProblemText
    const fields = errors.map(({ pointer, message }) => `\n    ${pointer}: ${message}`).join('')
    return `${code}: ${detail}${fields} (request ${requestId})`
  } catch {
    return text.slice(0, 200)
  }
}

interface ProblemText {
  code: string
  detail: string
  errors?: { pointer: string; message: string }[]
  requestId: string
}
