/**
 * Two times (interface 13). Business time rules quotes, cut-offs, value dates, settlement and statements; in the
 * sandbox it can be moved forward. Wall time rules tokens, idempotency, lock-out and signatures, and is never moved.
 */
export interface Clock {
  /** Business time. */
  now(): Date
  /** Wall time. */
  wall(): Date
  /** Number of resets of the sandbox, each of which begins with new data and a new time; absent in production. */
  epoch?(): number
}

export const systemClock: Clock = { now: () => new Date(), wall: () => new Date() }
