import type { Secret, Server } from './stage/server.ts'

/** Response of the service. */
export interface Reply<T = Json> {
  status: number
  body: T
  replayed: boolean
}

export interface Json {
  [name: string]: unknown
  code?: string
  params?: Record<string, unknown>
}

/** One API client; answers survive kills of the server: a command is sent again with its key until it has an answer. */
export interface Caller {
  entityId: string
  get<T = Json>(path: string): Promise<T>
  /** Reads text in another format than JSON. */
  read(path: string, accept?: string): Promise<{ status: number; bytes: Buffer }>
  send<T = Json>(path: string, body: object, options?: SendOptions): Promise<Reply<T>>
}

export interface SendOptions {
  method?: 'POST' | 'PUT' | 'DELETE'
  /** Headers beside the usual ones. */
  headers?: Record<string, string>
  contentType?: string
  text?: string
}

export interface Watcher {
  /** Called for each response of status 500 and above. */
  onServerError(path: string, status: number, text: string): void
  onCall(): void
}

const PATIENCE_MS = 120_000
/** Consecutive broken connections before the run is aborted. */
const MOST_TRIES = 20

/** Calls the service as one client. `nextKey` names commands: the same seed gives the same keys. */
export function createCaller(server: Server, secret: Secret, watcher: Watcher, nextKey: () => string): Caller {
  let token: Promise<string> | undefined

  async function authorization(): Promise<string> {
    token ??= tokenOf(server, secret)
    return token
  }

  async function call(method: string, path: string, init: { headers: Record<string, string>; body?: string }) {
    for (let tries = 1; ; tries++) {
      await server.up()
      try {
        const headers = { ...init.headers, authorization: await authorization() }
        const response = await fetch(server.baseUrl + path, {
          ...init,
          method,
          headers,
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        const bytes = Buffer.from(await response.arrayBuffer())
        watcher.onCall()
        if (response.status === 401 && tries < 3) token = undefined
        else if (response.status < 500) return { response, bytes }
        else if (!server.isStopping()) {
          watcher.onServerError(`${method} ${path}`, response.status, bytes.toString())
          return { response, bytes }
        }
      } catch (error) {
        token = undefined // it may have been the token's request that broke
        if ((error as Error).name === 'TimeoutError' || tries === MOST_TRIES)
          throw new Error(`${method} ${path} has no answer`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  return {
    entityId: secret.entityId,
    async get<T>(path: string) {
      const { response, bytes } = await call('GET', path, { headers: {} })
      if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${bytes.toString().slice(0, 500)}`)
      return JSON.parse(bytes.toString()) as T
    },
    async read(path, accept) {
      const { response, bytes } = await call('GET', path, { headers: accept ? { accept } : {} })
      return { status: response.status, bytes }
    },
    async send<T>(path: string, body: object, options: SendOptions = {}): Promise<Reply<T>> {
      const headers = {
        'content-type': options.contentType ?? 'application/json',
        'idempotency-key': nextKey(),
        ...options.headers,
      }
      const method = options.method ?? 'POST'
      const init = method === 'DELETE' ? { headers: {} } : { headers, body: options.text ?? JSON.stringify(body) }
      const { response, bytes } = await call(method, path, init)
      const replayed = response.headers.get('idempotent-replayed') === 'true'
      const text = bytes.toString()
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as T, replayed }
    },
  }
}

async function tokenOf(server: Server, { clientId, clientSecret }: Secret): Promise<string> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await fetch(`${server.baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
}
