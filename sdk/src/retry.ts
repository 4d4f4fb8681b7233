import { CambistError, problemOf, unreachable } from './errors.ts'

/** Number and timing of retries. */
export interface RetryPolicy {
  /** Calls in all, the first included; 1 never repeats. */
  attempts: number
  /** Longest wait before the first repetition; it doubles with each, up to `capMs`. */
  baseMs: number
  capMs: number
}

export const defaultRetries: RetryPolicy = { attempts: 4, baseMs: 200, capMs: 5_000 }

/** Timers and randomness used by retries. */
export interface Surroundings {
  fetch(request: Request): Promise<Response>
  sleep(ms: number): Promise<void>
  /** Returns a number from 0, inclusive, to 1, exclusive. */
  random(): number
}

const LONGEST_RETRY_AFTER_MS = 30_000

/**
 * Sends a request until it has an answer that repeating would not improve.
 *
 * @param repeatable that sending it twice has the effect of once (a GET, or a POST with an idempotency key). Other calls are
 *   repeated only when the service itself says that they may be.
 * @throws CambistError `unreachable` when the last attempt got no answer
 */
export async function sendWithRetries(
  around: Surroundings,
  policy: RetryPolicy,
  repeatable: boolean,
  make: () => Promise<Request>,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const last = attempt >= policy.attempts
    const answer = await attemptOnce(around, await make())
    if (answer instanceof CambistError) {
      if (last || !repeatable) throw answer
    } else if (last || !(await isWorthRepeating(answer, repeatable))) return answer
    await around.sleep(waitMs(policy, attempt, around.random(), answer))
  }
}

async function attemptOnce(around: Surroundings, request: Request): Promise<Response | CambistError> {
  try {
    return await around.fetch(request)
  } catch (cause) {
    return unreachable(request.url, cause)
  }
}

async function isWorthRepeating(response: Response, repeatable: boolean): Promise<boolean> {
  if (response.ok) return false
  if (response.status === 429) return true
  if (response.status === 502 || response.status === 504) return repeatable
  return (await problemOf(response.clone())).retryable
}

/** Full jitter, so that clients that failed together do not come back together; never sooner than `Retry-After`. */
function waitMs(policy: RetryPolicy, attempt: number, random: number, answer: Response | CambistError): number {
  const backoff = random * Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1))
  const asked = answer instanceof CambistError ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1000
  return Math.max(backoff, Math.min(asked || 0, LONGEST_RETRY_AFTER_MS))
}
