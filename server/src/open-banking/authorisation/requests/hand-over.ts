import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeProtectedHeader } from 'jose'
import type Provider from 'oidc-provider'
import { noteOutage } from '../../../kernel/http/listener/outages.ts'
import { noteRejection } from '../../../kernel/http/listener/request-log.ts'
import { outageBehind } from '../errors/unavailable.ts'
import { errorOfAssertion, errorOfRequest } from './signed-claims.ts'
import { verifyingBy } from './verifying-keys.ts'

/** An error in the signed parts of a request. */
export interface SignedError {
  status: number
  error: string
  description: string
}

/**
 * Checks the claims of a client assertion and of a request object before the provider reads them, because it relies on
 * their types.
 *
 * @returns the first error; undefined without one
 */
export function signedErrorIn(parameters: URLSearchParams): SignedError | undefined {
  const ofAssertion = firstError(parameters.getAll('client_assertion'), errorOfAssertion)
  if (ofAssertion !== undefined)
    return { status: 401, error: 'invalid_client', description: `The client_assertion is rejected. ${ofAssertion}` }
  const ofRequest = firstError(parameters.getAll('request'), errorOfRequest)
  if (ofRequest === undefined) return undefined
  return { status: 400, error: 'invalid_request_object', description: `The request object is rejected. ${ofRequest}` }
}

const firstError = (tokens: readonly string[], errorOf: (jwt: string) => string | undefined): string | undefined =>
  tokens.map(errorOf).find((error) => error !== undefined)

/**
 * Passes a request to the provider. Forwarded headers are overwritten from the configuration, because the provider
 * trusts them. It gets no session of its own, because users log in for each authorisation.
 */
export async function handOver(
  { provider, origin }: { provider: () => Provider; origin: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { protocol, host } = new URL(origin)
  const { headers } = request.raw
  for (const name of Object.keys(headers)) if (/^(x-)?forwarded(-|$)/.test(name)) delete headers[name]
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  headers['x-forwarded-host'] = host
  if (headers.cookie !== undefined) headers.cookie = withoutSession(headers.cookie)
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
  withoutSessionCookies(reply.raw)
  reply.hijack()
  const incoming = unread(request)
  handed.set(incoming, request)
  await verifyingBy(kidsIn(request, origin), () => provider().callback()(incoming, reply.raw))
  return reply
}

/** Returns the keys that the signed parts of a request name, unverified. */
function kidsIn({ body, url }: FastifyRequest, origin: string): string[] {
  const parameters = typeof body === 'string' ? new URLSearchParams(body) : new URL(url, origin).searchParams
  const kids = ['client_assertion', 'request'].map((name) => kidOf(parameters.get(name) ?? ''))
  return [...new Set(kids)].filter((kid) => kid !== undefined)
}

function kidOf(jwt: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(jwt)
    return typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

/** Requests that the provider answers, by what it was given. */
const handed = new WeakMap<IncomingMessage, FastifyRequest>()

/** Remembers the code with which the provider rejects a request, for the log, and reports an outage. */
export function noteProviderError(incoming: IncomingMessage, given: { error?: string }): void {
  const request = handed.get(incoming)
  if (!request || given.error === undefined) return
  noteRejection(request, given.error)
  const outage = outageBehind(given)
  if (outage) noteOutage(request, outage, given.error)
}

/** Returns the request for the provider, which reads the received and checked body again. */
function unread({ raw, body }: FastifyRequest): IncomingMessage {
  if (typeof body !== 'string') return raw
  async function* iterator() {
    yield Buffer.from(body as string)
  }
  return Object.create(raw, { readable: { value: true }, iterator: { value: iterator } }) as IncomingMessage
}

/** Drops the provider's session cookies from a response: requests are passed on without them. */
function withoutSessionCookies(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) => {
    if (name.toLowerCase() !== 'set-cookie') return setHeader(name, value)
    const kept = [value].flat().filter((cookie) => !/^_session(\.sig)?=/.test(String(cookie))) as string[]
    if (kept.length > 0) return setHeader(name, kept)
    response.removeHeader(name)
    return response
  }
}

const withoutSession = (cookies: string): string =>
  cookies
    .split(';')
    .filter((cookie) => !/^\s*_session(\.sig)?\s*=/.test(cookie))
    .join(';')
