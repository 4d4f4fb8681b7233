/** Seconds between a failed attempt and the next one. */
const DELAYS_S = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600]
const LATER_DELAY_S = 43_200
/** Largest part by which a delay is lengthened, so that deliveries that failed together are not repeated together. */
const JITTER = 0.2
/** Time after the first attempt in which a delivery is repeated. */
const REPEATED_MS = 72 * 3_600_000

/**
 * Returns when a delivery is attempted again; undefined when its 72 hours are over.
 *
 * @param attempts attempts made, at least 1
 * @param random from 0 to 1
 */
export function nextAttempt(attempts: number, firstAt: Date, now: Date, random: number): Date | undefined {
  const delay = (DELAYS_S[attempts - 1] ?? LATER_DELAY_S) * 1000
  const next = now.getTime() + delay * (1 + JITTER * random)
  return next > firstAt.getTime() + REPEATED_MS ? undefined : new Date(Math.round(next))
}

/** Returns when a receiver that asks for a pause gets the next attempt: not before the regular one, and at most 12 hours later. */
export function afterPause(regular: Date, now: Date, pauseMs: number, firstAt: Date): Date {
  const asked = now.getTime() + Math.min(pauseMs, LATER_DELAY_S * 1000)
  return new Date(Math.max(regular.getTime(), Math.min(asked, firstAt.getTime() + REPEATED_MS)))
}
