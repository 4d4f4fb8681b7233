import { originOf } from '../../../kernel/http/origin.ts'
import type { Act } from '../../../kernel/values/act.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { EntityDirectory } from '../../../entities/index.ts'
import type { Clock } from '../../../kernel/values/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import type { Authenticators, Confirm, LogIn, Passkeys } from '../../../users/index.ts'
import type { CheckPayee, Consent, FindPayers } from '../../consents/index.ts'
import type { IntroducedThirdParty, IntroducingThirdParties } from '../../dcr/index.ts'
import type { Form } from '../forms.ts'
import type { PsuSession, PsuSessions } from './psu-sessions.ts'

export interface JourneyDeps {
  db: Db
  entities: EntityDirectory
  clock: Clock
  provider: () => Provider
  sessions: PsuSessions
  thirdParties: IntroducingThirdParties
  logIn: LogIn
  passkeys: Passkeys
  confirm: Confirm
  authenticators: Authenticators
  /** Zone of the times on pages before a user is known. */
  timeZone: string
  /** Origin of the pages, without a trailing slash. */
  origin: string
  issuer: string
  findPayers: FindPayers
  checkPayee: CheckPayee
  /** Sandbox only: decisions without a page. */
  scripts?: Scripts
}

/** Decisions without a page: those that a login hint orders, and the approval of all others by the user of this name. */
export interface Scripts {
  everyone?: string
  /** Time that a request waits for a decision before it is led back to wait again; 90 seconds if absent. */
  mostWaitMs?: number
}

/** One authorisation in progress, as its pages need it. */
export interface Journey {
  uid: string
  details: Awaited<ReturnType<Provider['interactionDetails']>>
  params: Record<string, string>
  consent: Consent
  thirdParty: IntroducedThirdParty
  path: string
  /** End of the time for the decision, and the latest one that the user can get. */
  endsAt: Date
  latestEnd: Date
}

/** A form that the user sent from a page of ours. */
export interface Call {
  request: FastifyRequest
  reply: FastifyReply
  session: PsuSession
  form: Form
}

/** Returns actor and time: the user, or an unknown actor. */
export const actOf = ({ clock }: JourneyDeps, request: FastifyRequest, psuId?: string): Act => ({
  actor: psuId === undefined ? { type: 'system' } : { type: 'psu', id: psuId },
  ...(psuId === undefined ? {} : originOf(request)),
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
