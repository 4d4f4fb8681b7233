import type { Actor } from './actor.ts'

/** Source of a change: the request that asked for it. */
export interface Origin {
  requestId?: string | undefined
  /** The client's address; of an operator, the account and the host. */
  address?: string | undefined
  /** Id of the operation of the API; of an operator, the command. */
  operation?: string | undefined
  /** Epoch of the sandbox in which the business time was read (`Clock`); undefined in production. */
  epoch?: number | undefined
}

/** Actor, time and origin of a change: made once for each request, and once for each job. */
export interface Act extends Origin {
  actor: Actor
  /** Business time. */
  at: Date
  /** Wall time. */
  wall: Date
}

/** Returns the act of a context that holds more than it. */
export const actOf = ({ actor, at, wall, requestId, address, operation, epoch }: Act): Act => ({
  actor,
  at,
  wall,
  requestId,
  address,
  operation,
  epoch,
})
