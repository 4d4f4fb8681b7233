import { CambistError, problemOf, timedOut, unreachable } from './errors.ts'
import { metaOf, type Reply, textOf } from './meta.ts'
import type { Fetch, Hooks, OutgoingRequest } from './options.ts'

/** Timers, randomness and the network of a client. */
export interface Surroundings {
  fetch: Fetch
  sleep(ms: number): Promise<void>
  random(): number
  hooks: Hooks
}

/** Rules for the attempts of one call. */
export interface Attempts {
  /** Most repetitions. */
  maxRetries: number
  /** Milliseconds of one attempt. */
  timeout: number
  signal: AbortSignal | undefined
  /** True if sending it twice has the effect of once: a GET, or another call with an idempotency key. */
  repeatable: boolean
}

/** One attempt's request. */
export interface Prepared {
  method: string
  url: string
  headers: Headers
  body?: string | Uint8Array | undefined
}

type Body = NonNullable<RequestInit['body']>

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000
/** A longer pause is the caller's to decide: the call fails. */
const LONGEST_RETRY_AFTER_MS = 30_000

/**
 * Sends a request until it has an answer that a repetition would not improve. Calls that are not repeatable are repeated
 * only if the service allows it.
 *
 * @param prepare makes the request of each attempt
 * @throws UnreachableError if the last attempt got no answer; the reason of the signal
 */
export async function sendWithRetries(
  around: Surroundings,
  rules: Attempts,
  prepare: () => Promise<Prepared>,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    rules.signal?.throwIfAborted()
    const request: Prepared & OutgoingRequest = { ...(await abortable(prepare(), rules.signal)), attempt }
    const answer = await attemptOnce(around, rules, request)
    const isLast = attempt > rules.maxRetries
    if (answer instanceof CambistError) {
      if (isLast || !rules.repeatable) throw answer
    } else if (isLast || !isWorthRepeating(answer, rules.repeatable)) return answer
    const waitMs = waitOf(attempt, around.random(), answer)
    const reason = answer instanceof CambistError ? answer.code : `status ${answer.meta.status}`
    await around.hooks.beforeRetry?.({ request, waitMs, reason })
    await abortable(around.sleep(waitMs), rules.signal)
  }
}

async function attemptOnce(
  around: Surroundings,
  { timeout, signal }: Attempts,
  request: Prepared & OutgoingRequest,
): Promise<Reply | CambistError> {
  const { hooks } = around
  await hooks.beforeRequest?.(request)
  const timer = AbortSignal.timeout(timeout)
  const { method, url, headers, body } = request
  const init: RequestInit = {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, timer]) : timer,
    credentials: 'omit', // a browser then reports a 401 instead of asking for a password
    ...(body !== undefined && { body: body as Body }),
  }
  let reply: Reply
  try {
    const response = await around.fetch(url, init)
    reply = { meta: metaOf(response), bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (cause) {
    signal?.throwIfAborted()
    return timer.aborted ? timedOut(url, timeout) : unreachable(url, cause)
  }
  await hooks.afterResponse?.(reply.meta, request)
  return reply
}

function isWorthRepeating(reply: Reply, repeatable: boolean): boolean {
  const { status } = reply.meta
  if (status < 400 || retryAfterOf(reply) > LONGEST_RETRY_AFTER_MS) return false
  if (status === 429) return true
  if (status === 502 || status === 504) return repeatable
  return problemOf(textOf(reply), reply.meta).retryable
}

/** Full jitter, so that clients that failed together do not return together; never before `Retry-After`. */
function waitOf(attempt: number, random: number, answer: Reply | CambistError): number {
  const backoff = random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return Math.max(backoff, answer instanceof CambistError ? 0 : retryAfterOf(answer))
}

/** Returns the milliseconds that the service wants the client to wait; 0 if it does not state seconds. */
const retryAfterOf = ({ meta }: Reply): number => Number(meta.headers.get('retry-after') ?? 0) * 1000 || 0

/** Waits for work, or for the signal. @throws the reason of the signal */
async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller chose the reason
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
