import createOpenApiClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch'
import { errorOf } from './errors.ts'
import type { paths } from './generated/api.ts'
import { defaultRetries, type RetryPolicy, type Surroundings, sendWithRetries } from './retry.ts'
import { type ClientCredentials, createTokens, type Tokens } from './tokens.ts'

export interface ClientOptions extends ClientCredentials {
  /** The service's address, as in "http://localhost:8080". */
  baseUrl: string
  retries?: Partial<RetryPolicy>
  /** Timeout of one attempt in milliseconds; default: 30 s. */
  timeoutMs?: number
  /** Replacement for fetch, for tests and proxies. */
  fetch?: (request: Request) => Promise<Response>
  sleep?: (ms: number) => Promise<void>
  random?: () => number
  now?: () => number
}

type Json = 'application/json'
type Method = 'get' | 'post' | 'put' | 'delete'
type PathsWith<M extends Method> = ClientPathsWithMethod<Client<paths, Json>, M>
type Init<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? MaybeOptionalInit<paths[P], M> : never
type Args<I> = undefined extends I ? [init?: I] : [init: I]
type Answer<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends Record<string | number, unknown>
    ? Exclude<FetchResponse<paths[P][M], object, Json>['data'], undefined>
    : never
type Verb<M extends Method> = <P extends PathsWith<M>>(path: P, ...init: Args<Init<P, M>>) => Promise<Answer<P, M>>
type Item<P extends PathsWith<'get'>> = Answer<P, 'get'> extends { data: (infer T)[] } ? T : never

/** The service's operations by path, typed by its OpenAPI document. Every call throws a `CambistError`. */
export interface Cambist {
  get: Verb<'get'>
  /** Sends an `Idempotency-Key` of its own unless the call brings one, the same on every repetition. */
  post: Verb<'post'>
  put: Verb<'put'>
  delete: Verb<'delete'>
  /** Every item of a list, page after page, newest first; stop when you have seen enough. */
  list<P extends PathsWith<'get'>>(path: P, ...init: Args<Init<P, 'get'>>): AsyncGenerator<Item<P>>
  /** Revokes the access token; the next call asks for a new one. */
  close(): Promise<void>
}

/**
 * Creates a client of one service for one API client. It fetches and renews its token, creates idempotency keys, and retries safe calls.
 *
 * @example
 * const cambist = createClient({ baseUrl: 'http://localhost:8080', clientId, clientSecret })
 * for await (const account of cambist.list('/v1/accounts')) console.log(account.accountId)
 */
export function createClient(options: ClientOptions): Cambist {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const around = surroundings(options)
  const policy = { ...defaultRetries, ...options.retries }
  const sendToken = (make: () => Request) => sendWithRetries(around, policy, true, async () => make())
  const tokens = createTokens(baseUrl, options, sendToken, options.now ?? Date.now)
  const api = createOpenApiClient<paths, Json>({ baseUrl, fetch: (request) => send(around, policy, tokens, request) })

  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, init: unknown): Promise<unknown> => {
    const { data } = await (api[method] as LooseCall)(path, init)
    return data
  }
  return {
    get: ((path: string, init: unknown) => call('GET', path, init)) as Verb<'get'>,
    post: ((path: string, init: unknown) => call('POST', path, init)) as Verb<'post'>,
    put: ((path: string, init: unknown) => call('PUT', path, init)) as Verb<'put'>,
    delete: ((path: string, init: unknown) => call('DELETE', path, init)) as Verb<'delete'>,
    list: ((path: string, init?: LooseInit) => listItems((page) => call('GET', path, page), init)) as Cambist['list'],
    close: async () => {
      const token = tokens.held()
      if (!token) return
      tokens.drop(token)
      await sendToken(() => revocation(baseUrl, options, token))
    },
  }
}

type LooseCall = (path: string, init: unknown) => Promise<{ data?: unknown }>
interface LooseInit {
  params?: { query?: Record<string, unknown> }
}

function surroundings(options: ClientOptions): Surroundings {
  const fetchOne = options.fetch ?? ((request: Request) => fetch(request))
  const timeoutMs = options.timeoutMs ?? 30_000
  return {
    // Without credentials a browser tells a 401 instead of asking its user for a password.
    fetch: (request) => fetchOne(new Request(request, { signal: AbortSignal.timeout(timeoutMs), credentials: 'omit' })),
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    random: options.random ?? Math.random,
  }
}

/** One call: a token, an idempotency key where one helps, repetitions, and once a new token after a 401. */
async function send(around: Surroundings, policy: RetryPolicy, tokens: Tokens, original: Request): Promise<Response> {
  if (original.method === 'POST' && !original.headers.has('idempotency-key')) {
    original.headers.set('idempotency-key', randomKey())
  }
  const repeatable = original.method === 'GET' || original.headers.has('idempotency-key')
  let token = ''
  const attempt = () =>
    sendWithRetries(around, policy, repeatable, async () => {
      token = await tokens.get()
      const request = original.clone()
      request.headers.set('authorization', `Bearer ${token}`)
      return request
    })
  let response = await attempt()
  if (response.status === 401) {
    tokens.drop(token)
    response = await attempt()
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

/** 128 random bits; works without a secure context too, unlike crypto.randomUUID. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function* listItems(read: (init: LooseInit) => Promise<unknown>, init: LooseInit = {}): AsyncGenerator {
  let after: string | null = null
  do {
    const query: Record<string, unknown> = { ...init.params?.query, ...(after === null ? {} : { after }) }
    const page = (await read({ ...init, params: { ...init.params, query } })) as {
      data: unknown[]
      nextCursor?: string | null
    }
    yield* page.data
    after = page.nextCursor ?? null
  } while (after !== null)
}

function revocation(baseUrl: string, { clientId, clientSecret }: ClientCredentials, token: string): Request {
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
  return new Request(`${baseUrl}/v1/oauth2/revoke`, { method: 'POST', body })
}
