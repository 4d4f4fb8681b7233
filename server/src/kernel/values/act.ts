import type { Actor } from './actor.ts'

/** Actor and time of a change: made once for each request, and once for each job. */
export interface Act {
  actor: Actor
  /** Business time. */
  at: Date
  /** Wall time. */
  wall: Date
  /** The request's, where a request asked for it. */
  requestId?: string | undefined
}

/** Returns the act of a context that holds more than it. */
export const actOf = ({ actor, at, wall, requestId }: Act): Act => ({ actor, at, wall, requestId })
