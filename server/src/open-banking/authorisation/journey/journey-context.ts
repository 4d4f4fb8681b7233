import type { Act } from '../../../kernel/values/act.ts'
import type { FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Clock } from '../../../kernel/values/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import type { LogIn, Passkeys, User } from '../../../users/index.ts'
import type { Consent } from '../../consents/index.ts'
import type { ThirdParties, ThirdPartyProfile } from '../../dcr/index.ts'
import type { PsuSessions } from './psu-sessions.ts'

export interface JourneyDeps {
  db: Db
  clock: Clock
  provider: () => Provider
  sessions: PsuSessions
  thirdParties: ThirdParties
  logIn: LogIn
  passkeys: Passkeys
  /** Origin of the pages, without a trailing slash. */
  origin: string
  issuer: string
  /** Determines if the payment of a consent needs more approvers of the payer than the user. */
  needsOthers: NeedsOthers
  /** Test only: user who approves every request without a page. */
  scriptedUser?: () => Promise<User | undefined>
}

export type NeedsOthers = (consent: Consent, entityId: string, now: Date) => Promise<boolean>

/** One authorisation in progress, as its pages need it. */
export interface Journey {
  uid: string
  details: Awaited<ReturnType<Provider['interactionDetails']>>
  params: Record<string, string>
  consent: Consent
  thirdParty: ThirdPartyProfile
  path: string
}

/** Returns actor and time: the user, or an unknown actor. */
export const actOf = ({ clock }: JourneyDeps, request: FastifyRequest, psuId?: string): Act => ({
  actor: psuId === undefined ? { type: 'system' } : { type: 'psu', id: psuId },
  ...(psuId === undefined ? {} : { requestId: request.id }),
  at: request.receivedAt,
  wall: clock.wall(),
})

/** The consent that a journey’s stored request names. */
export function intentIn(params: Record<string, string>): string {
  const claims = JSON.parse(params['claims'] ?? '{}') as { id_token?: { openbanking_intent_id?: { value?: string } } }
  return claims.id_token?.openbanking_intent_id?.value ?? ''
}

/** A refusal as a value; anything else is thrown on. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
