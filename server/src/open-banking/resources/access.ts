import type { FastifyRequest } from 'fastify'
import type { Account } from '../../accounts/index.ts'
import type { Entity } from '../../entities/index.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import {
  type Consent,
  findConsent,
  IN_WORDS,
  isCancelledForGood,
  isKnownTo,
  type PermissionCode,
  consentNotFound,
  noteConsentUse,
} from '../consents/index.ts'
import type { ThirdParty } from '../dcr/index.ts'
import { type ObVersion, refuseOb } from '../http/index.ts'
import type { ResourceDeps } from './deps.ts'

/** Access of a user's token at one instant: the current consent and its readable accounts. */
export interface Access {
  consent: Consent
  holder: Entity
  /** Name of the institution. */
  institution: string
  /** Newest first. */
  accounts: readonly Account[]
  /** All of the holder's, in the consent or not. */
  known: readonly Account[]
  /** Business time, and the epoch of the sandbox in which it was read. */
  now: Date
  epoch: number | undefined
}

/**
 * Opens the accounts of a consent. Every request asks anew, so that a consent ends for all tokens at the same instant.
 *
 * @throws ob_unauthorised (401) when the third party has deleted the consent; ob_resource_not_found (400) for one of v4.0
 *   through v3.1; ob_reauthenticate (403) when the user withdrew it here and may authorise it again;
 *   ob_forbidden (403) when it has expired
 */
export async function openAccess(
  deps: Pick<ResourceDeps, 'db' | 'accounts' | 'entities' | 'issuer'>,
  thirdParty: ThirdParty,
  version: ObVersion,
  { receivedAt: now, epoch }: Pick<FastifyRequest, 'receivedAt' | 'epoch'>,
): Promise<Access> {
  const { clientId, consentId = '' } = thirdParty
  const consent = await findConsent(deps.db.reader, { clientId, consentId }, now)
  if (!consent) throw refuseOb.ob_unauthorised()
  if (consent.kind !== 'accountAccess' || !isKnownTo(version, consent, 'use')) throw consentNotFound(consentId)
  checkAlive(consent, now)
  await noteConsentUse(deps.db.pool, consent, now)
  const known = await deps.accounts.ofEntity(consent.entityId!)
  const shared = new Set(consent.accountIds)
  const profile = await deps.entities.get(consent.entityId!)
  invariant(profile, 'a consent belongs to an entity with settings')
  const accounts = known.filter((account) => shared.has(account.accountId) && isReadable(account))
  return { consent, holder: profile.entity, institution: deps.issuer.name, accounts, known, now, epoch }
}

/** Blocked accounts stay readable; closed ones, and those an operator took reporting from, do not. */
const isReadable = ({ status, permissions }: Account): boolean =>
  status !== 'Closed' && permissions.includes('Reporting')

/** @throws ob_reauthenticate for one that the user can take up again; ob_forbidden for one that is over */
function checkAlive(consent: Consent, now: Date): void {
  const { status, expiresAt } = consent
  if (status === 'AUTH') return
  const hasExpired = status === 'EXPD' || isCancelledForGood(consent, now)
  if (status === 'CANC' && !hasExpired) throw refuseOb.ob_reauthenticate()
  const since = hasExpired ? `it expired at ${expiresAt!.toISOString()}` : `it ${IN_WORDS[status]}`
  throw refuseOb.ob_forbidden({ detail: `${since}; create a new consent` })
}

/** @throws ob_forbidden (403) unless the consent has one of the permissions */
export function requireOneOf({ consent }: Access, codes: readonly PermissionCode[]): void {
  if (codes.some((code) => consent.permissions.includes(code))) return
  throw refuseOb.ob_forbidden({ detail: `it needs the permission ${codes.join(' or ')}` })
}

export const has = ({ consent }: Access, code: PermissionCode): boolean => consent.permissions.includes(code)

/**
 * An account of the consent by its id on the wire.
 *
 * @throws ob_resource_not_found (400) when the user has no such account; ob_forbidden (403) when it is not in the consent
 */
export function accountOf(access: Access, wireId: string): Account {
  const accountId = parseId('acc', wireId)
  const account = access.accounts.find((each) => each.accountId === accountId)
  if (account) return account
  if (access.known.some((each) => each.accountId === accountId))
    throw refuseOb.ob_forbidden({ detail: 'use an account that the user has shared' })
  throw refuseOb.ob_resource_not_found({ detail: 'use an AccountId that GET /accounts answers' })
}

export const wireAccountId = (accountId: string): string => formatId('acc', accountId)
