import { type Answer, Call } from './call.ts'
import { errorOf, problemOf, unexpected } from './errors.ts'
import { jsonOf, type Reply, type ResponseMeta, textOf } from './meta.ts'
import type { ClientCredentials, ClientOptions, FileAnswer, FileContent, RequestSpec } from './options.ts'
import { type Attempts, type Prepared, sendWithRetries, type Surroundings } from './retry.ts'
import { createTokens, givenTokens, revocation, type Tokens } from './tokens.ts'

/** Sends calls of one client. */
export interface Transport {
  call<T>(spec: RequestSpec): Call<T>
  /** Revokes the access token; the next call requests a new one. */
  close(): Promise<void>
}

const TIMEOUT_MS = 30_000
const MAX_RETRIES = 3

/** Creates the transport of a client. @throws TypeError for an address that is not http or https */
export function createTransport(options: ClientOptions): Transport {
  const baseUrl = addressOf(options.baseUrl)
  const around = surroundingsOf(options)
  const { timeout = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options
  const sendToken = (request: Prepared) =>
    sendWithRetries(around, { timeout, maxRetries, signal: undefined, repeatable: true }, async () => copyOf(request))
  const credentials = credentialsOf(options)
  const tokens = tokensOf(options, credentials, (held) =>
    createTokens(baseUrl, held, sendToken, options.now ?? Date.now),
  )

  async function answerTo<T>(spec: RequestSpec): Promise<Answer<T>> {
    const request = requestOf(baseUrl, spec, options.headers)
    const reply = await send(around, tokens, {
      request,
      signal: spec.signal,
      timeout: spec.timeout ?? timeout,
      maxRetries: spec.maxRetries ?? maxRetries,
      authenticated: spec.authenticated ?? true,
    })
    if (reply.meta.status >= 400) throw errorOf(problemOf(textOf(reply), reply.meta), reply.meta)
    const data = spec.expect === 'file' ? fileOf(reply) : dataOf(request, reply)
    return { data: data as T, response: reply.meta }
  }

  return {
    call: <T>(spec: RequestSpec) => new Call<T>(answerTo<T>(spec)),
    close: async () => {
      const token = tokens?.held()
      if (!credentials || token === undefined) return
      tokens?.drop(token)
      await sendToken(revocation(baseUrl, credentials, token))
    },
  }
}

function addressOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`baseUrl must begin with http:// or https:// and a host, not be "${baseUrl}".`)
  return baseUrl.replace(/\/+$/, '')
}

function surroundingsOf(options: ClientOptions): Surroundings {
  return {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    random: options.random ?? Math.random,
    hooks: options.hooks ?? {},
  }
}

function credentialsOf({ clientId, clientSecret, scope }: ClientOptions): ClientCredentials | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined
  return { clientId, clientSecret, ...(scope !== undefined && { scope }) }
}

function tokensOf(
  { accessToken }: ClientOptions,
  credentials: ClientCredentials | undefined,
  create: (credentials: ClientCredentials) => Tokens,
): Tokens | undefined {
  if (accessToken !== undefined) return givenTokens(accessToken)
  return credentials && create(credentials)
}

interface Sending extends Omit<Attempts, 'repeatable'> {
  request: Prepared
  authenticated: boolean
}

/** Sends one call: with a token, repetitions, and once a new token after a 401. */
async function send(around: Surroundings, tokens: Tokens | undefined, sending: Sending): Promise<Reply> {
  const { request, authenticated } = sending
  const rules = { ...sending, repeatable: request.method === 'GET' || request.headers.has('idempotency-key') }
  if (!authenticated) return sendWithRetries(around, rules, async () => copyOf(request))
  if (!tokens) throw new TypeError('The client has no credentials: set clientId and clientSecret, or accessToken.')
  let token = ''
  const attempt = () =>
    sendWithRetries(around, rules, async () => {
      token = await tokens.get()
      const copy = copyOf(request)
      copy.headers.set('authorization', `Bearer ${token}`)
      return copy
    })
  const reply = await attempt()
  return reply.meta.status === 401 && tokens.drop(token) ? attempt() : reply
}

const copyOf = (request: Prepared): Prepared => ({ ...request, headers: new Headers(request.headers) })

/** Creates the request of a call, without its token. */
function requestOf(baseUrl: string, spec: RequestSpec, common: Record<string, string> | undefined): Prepared {
  const { method, path, query, body, expect, idempotencyKey } = spec
  const headers = new Headers({ accept: expect === 'file' ? '*/*' : 'application/json', ...common, ...spec.headers })
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  else if (method !== 'GET' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomKey())
  const url = baseUrl + path + queryText(query)
  if (body === undefined) return { method, url, headers }
  if (body instanceof URLSearchParams) {
    headers.set('content-type', 'application/x-www-form-urlencoded')
    return { method, url, headers, body: body.toString() }
  }
  const isFile = isFileContent(body)
  headers.set('content-type', isFile ? body.contentType : 'application/json')
  return { method, url, headers, body: isFile ? body.content : JSON.stringify(body) }
}

const isFileContent = (body: unknown): body is FileContent =>
  typeof body === 'object' && body !== null && 'contentType' in body && 'content' in body

/** Writes a query; lists repeat their name, and undefined and null are left out. */
function queryText(query: Record<string, unknown> | undefined): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      if (each !== undefined && each !== null) pairs.append(name, String(each as string | number | boolean))
  const text = pairs.toString()
  return text && `?${text}`
}

/** Creates 128 random bits; works without a secure context too, unlike crypto.randomUUID. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function fileOf({ meta, bytes }: Reply): FileAnswer {
  const fileName = /filename="?([^";]+)"?/.exec(meta.headers.get('content-disposition') ?? '')?.[1]
  return { contentType: contentTypeOf(meta), fileName, bytes }
}

/**
 * Returns the value of a response's JSON, and the text of another format, which the caller asked for.
 *
 * @throws ServiceError unexpected_answer for JSON that cannot be parsed, and for a web page that was not asked for
 */
function dataOf({ url, headers }: Prepared, reply: Reply): unknown {
  if (reply.bytes.length === 0) return undefined
  const contentType = contentTypeOf(reply.meta)
  const isPage = /^text\/html\b/i.test(contentType) && !/text\/html/i.test(headers.get('accept') ?? '')
  if (!isPage && !/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return textOf(reply)
  const value = isPage ? undefined : jsonOf(reply)
  if (value === undefined) throw unexpected(url, reply.meta)
  return value
}

const contentTypeOf = ({ headers }: ResponseMeta): string => headers.get('content-type') ?? ''
