import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Refusal } from '../../kernel/values/refusals.ts'
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

/** Requests to one endpoint, one after the other. They share a connection as long as the receiver keeps it open. */
interface Line {
  /**
   * Sends a request to the checked addresses only, with TLS verified, without redirects and with a time limit.
   *
   * @returns the outcome; it never throws for anything that the receiver does
   */
  post(request: Post, limits: PostLimits): Promise<AttemptOutcome>
  /** Closes the connection. */
  close(): void
}

/** Opens a line to the URL of an endpoint. Its host is resolved once, with the first request. */
export function openLine(targets: WebhookTargets, url: string): Line {
  let opened: Promise<Target> | undefined
  return {
    async post(request, limits) {
      const startedAt = performance.now()
      const deadline = new AbortController()
      const { signal } = deadline
      const end = () => deadline.abort()
      const timer = setTimeout(end, limits.timeoutMs)
      limits.signal.addEventListener('abort', end, { once: true })
      if (limits.signal.aborted) end()
      try {
        const outcome = await attempt((opened ??= openTarget(targets, url)), request, signal).catch(
          (error: unknown) => ({ failure: signal.aborted ? ('Timeout' as const) : failureOf(error) }),
        )
        return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
      } finally {
        clearTimeout(timer)
        limits.signal.removeEventListener('abort', end)
      }
    },
    close: () => void opened?.then(({ agent }) => agent.destroy()).catch(() => {}),
  }
}

/** A checked URL with the agent that connects to its checked addresses. */
interface Target {
  url: URL
  agent: http.Agent
  request: typeof http.request
}

async function openTarget(targets: WebhookTargets, text: string): Promise<Target> {
  const url = targets.checkUrl(text)
  const lookup = answerWith(await targets.resolve(url))
  const { Agent, request } = url.protocol === 'https:' ? https : http
  // TLS is verified whatever the environment says.
  return { url, request, agent: new Agent({ keepAlive: true, maxSockets: 1, lookup, rejectUnauthorized: true }) }
}

async function attempt(
  opened: Promise<Target>,
  request: Post,
  signal: AbortSignal,
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  const target = await before(signal, opened)
  const { statusCode: responseStatus = 0, headers: answered } = await send(target, request, signal)
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

/** Returns the response. A connection that the receiver closed between two requests is replaced by a new one. */
async function send(target: Target, request: Post, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    return await sendOnce(target, request, signal)
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error
    return sendOnce(target, request, signal)
  }
}

/** The receiver closed a kept connection as a request was sent on it. */
class ClosedMeanwhile extends Error {}

/** Returns the response, once it ended or enough of it was read; later errors do not change it. */
function sendOnce({ url, agent, request: open }: Target, { headers, body }: Post, signal: AbortSignal) {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    agent,
    maxHeaderSize: MOST_RESPONSE_BYTES,
  }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = open(url, options)
    request.on('error', (error: Error & { code?: string }) => {
      const isClosed = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') && !signal.aborted
      reject(isClosed ? new ClosedMeanwhile() : error)
    })
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
  if (error instanceof TargetError) return error.reason
  if (error instanceof Refusal) return 'UrlNotAllowed' // the operator has withdrawn a permission since it was saved
  const { code = '' } = error as { code?: string }
  return CERTIFICATE_ERROR.test(code) ? 'CertificateInvalid' : 'ConnectionFailed'
}
