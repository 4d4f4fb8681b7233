import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import { TargetError, type WebhookTargets } from './targets.ts'

/** Reason for which an attempt failed. */
export type AttemptFailure =
  | 'HttpStatus'
  | 'Gone'
  | 'Redirect'
  | 'Timeout'
  | 'ConnectionFailed'
  | 'CertificateInvalid'
  | 'HostNotFound'
  | 'AddressNotAllowed'
  | 'UrlNotAllowed'
  /** The service could not make the request: a defect, or a secret that it cannot open. */
  | 'NotPrepared'

/** Outcome of one request to an endpoint. */
export interface AttemptOutcome {
  /** Absent on success. */
  failure?: AttemptFailure
  responseStatus?: number
  /** Time after which the receiver wants the next attempt. */
  retryAfterMs?: number
  durationMs: number
}

interface Post {
  url: string
  headers: Record<string, string>
  body: string
}

interface PostLimits {
  /** Time for resolution, connection, request and response status together. */
  timeoutMs: number
  /** Ends the request early. */
  signal: AbortSignal
}

/** Bytes of a response that are read; the rest is cut off. */
const MOST_RESPONSE_BYTES = 16_384

/**
 * Sends a request to an endpoint: to the checked addresses only, with TLS verified, without redirects and with a time limit.
 *
 * @returns the outcome; it never throws for anything that the receiver does
 */
export async function post(targets: WebhookTargets, request: Post, limits: PostLimits): Promise<AttemptOutcome> {
  const startedAt = performance.now()
  const deadline = new AbortController()
  const { signal } = deadline
  const end = () => deadline.abort()
  const timer = setTimeout(end, limits.timeoutMs)
  limits.signal.addEventListener('abort', end, { once: true })
  if (limits.signal.aborted) end()
  try {
    const outcome = await attempt(targets, request, signal).catch((error: unknown) => ({
      failure: signal.aborted ? ('Timeout' as const) : failureOf(error),
    }))
    return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', end)
  }
}

async function attempt(
  targets: WebhookTargets,
  { url, headers, body }: Post,
  signal: AbortSignal,
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  let target: URL
  try {
    target = targets.checkUrl(url)
  } catch {
    return { failure: 'UrlNotAllowed' } // the operator has withdrawn a permission since it was saved
  }
  const addresses = await before(signal, targets.resolve(target))
  const { statusCode: responseStatus = 0, headers: answered } = await send(target, addresses, { headers, body }, signal)
  if (responseStatus >= 200 && responseStatus < 300) return { responseStatus }
  return { responseStatus, failure: failureOfStatus(responseStatus), ...retryAfter(answered['retry-after']) }
}

function failureOfStatus(status: number): AttemptFailure {
  if (status === 410) return 'Gone'
  return status >= 300 && status < 400 ? 'Redirect' : 'HttpStatus'
}

/** Reads Retry-After: seconds, or a date. */
function retryAfter(value = ''): { retryAfterMs?: number } {
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms > 0 ? { retryAfterMs: ms } : {}
}

/** Waits for a promise until the signal is aborted. */
const before = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
      if (signal.aborted) reject(new Error('aborted'))
    }),
  ])

/** Returns the response, once it ended or enough of it was read; later errors do not change it. */
function send(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers, body }: Pick<Post, 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    agent: false,
    lookup: answerWith(addresses),
    rejectUnauthorized: true, // whatever the environment says
    maxHeaderSize: MOST_RESPONSE_BYTES,
  }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? https.request(url, options) : http.request(url, options)
    request.on('error', reject)
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response) // without this listener neither a response nor an error would follow
    })
    request.on('response', (response) => {
      response.on('close', () => resolve(response))
      discard(response)
    })
    request.end(body)
  })
}

/** Reads a response to its end or to a limit. */
function discard(response: IncomingMessage): void {
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_RESPONSE_BYTES) response.destroy()
  })
  response.on('error', () => {}) // its end follows
}

/** Returns a lookup that has only checked addresses. */
const answerWith =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  }

const CERTIFICATE_ERROR = /CERT|SIGNATURE|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof TargetError) return error.fault
  const { code = '' } = error as { code?: string }
  return CERTIFICATE_ERROR.test(code) ? 'CertificateInvalid' : 'ConnectionFailed'
}
