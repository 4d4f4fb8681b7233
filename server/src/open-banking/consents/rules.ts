import { isAccount } from './is-account.ts'
import { PERMISSION_CODES, type PermissionCode } from './permission-codes.ts'
import type { Account } from '../../accounts/index.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { fieldErrorOf, refuseErrors, refuseOb } from '../http/index.ts'
import { type ConsentAct, IN_WORDS, isPossible } from './lifecycle.ts'
import type { Consent, ConsentKind, ObVersion } from './types.ts'

/** Time for a user's decision: business time from the consent's creation. */
export const TIME_TO_AUTHORISE_MS = 60 * 60_000

const whatPasses: Record<ConsentAct, string> = {
  authorise: 'only one that awaits authorisation can be authorised; create a new consent',
  reject: 'only one that awaits authorisation can be refused',
  revoke: 'only an authorised account access consent can be withdrawn',
  use: 'only an authorised consent can be used',
}

/** @throws ob_consent_status (U009) when the act is not possible in the consent's status */
export function checkPossible(consent: Pick<Consent, 'kind' | 'status'>, act: ConsentAct): void {
  if (isPossible(consent, act)) return
  throw refuseOb.ob_consent_status({ standing: IN_WORDS[consent.status], detail: whatPasses[act] })
}

/** @throws ob_consent_status also for a cancelled consent that has expired since: it cannot be taken up again */
export function checkAuthorisable(consent: Pick<Consent, 'kind' | 'status' | 'expiresAt'>, now: Date): void {
  checkPossible(isCancelledForGood(consent, now) ? { ...consent, status: 'EXPD' } : consent, 'authorise')
}

/** Returns true for a cancelled consent that has expired since: the user cannot authorise it again. */
export const isCancelledForGood = ({ status, expiresAt }: Pick<Consent, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'CANC' && expiresAt !== null && expiresAt <= now

/**
 * Determines the access of an interface version to consents of the other: account access consents of v3.1 can be read,
 * deleted and used in v4.0; payment consents of v3.1 can be read in v4.0 but used only in v3.1; consents of v4.0 are
 * invisible to v3.1. A forbidden consent is answered like a missing one.
 */
export function isKnownTo(
  version: ObVersion,
  consent: Pick<Consent, 'version' | 'kind'>,
  act: 'read' | 'delete' | 'use',
): boolean {
  if (consent.version === version) return true
  if (version === '3.1') return false
  return consent.kind === 'accountAccess' || act === 'read'
}

export const consentNotFound = (consentId: string) =>
  refuseOb.ob_resource_not_found({ detail: `use a ConsentId of this client, not ${consentId.slice(0, 64)}` })

/** Rejects access to a consent or payment of another third party without disclosing it. */
export const ofAnother = () => refuseOb.ob_forbidden({ detail: 'it belongs to another third party' })

/**
 * Accounts that a user may choose for a consent: those still open; for a payment those that may pay, in the currency
 * that leaves the account where nothing is exchanged, and only the one that the third party named, when it named one.
 *
 * @param accounts all of the user's entity
 */
export function accountsToChoose<A extends Account>(consent: Consent, accounts: readonly A[]): A[] {
  const open = accounts.filter(({ status }) => status === 'Active')
  if (consent.kind === 'accountAccess') return open.filter(({ permissions }) => permissions.includes('Reporting'))
  const payers = open.filter(({ permissions }) => permissions.includes('Payments'))
  const able =
    consent.kind === 'domesticPayment'
      ? payers.filter(({ currency }) => currency === consent.payment!.currency)
      : payersAbroad(consent, payers)
  const named = debtorOf(consent)
  return named ? able.filter((account) => isAccount(account, named.scheme, named.identification)) : able
}

/**
 * Returns accounts that can make an international payment: in the consent's sell currency, if known, and only if the
 * user has an account in the buy currency, which pays the payee.
 */
function payersAbroad<A extends Account>(consent: Consent, payers: readonly A[]): A[] {
  const bought = consent.payment!.currencyOfTransfer
  const sold = consent.offer?.['debitCurrency']
  if (!payers.some(({ currency }) => currency === bought)) return []
  return payers.filter(({ currency }) => sold === undefined || currency === sold)
}

/** The account that a payment consent names as the payer; undefined when the user is to choose. */
function debtorOf(consent: Pick<Consent, 'terms'>): { scheme: string; identification: string } | undefined {
  const named = consent.terms?.initiation['DebtorAccount'] as
    | { SchemeName?: string; Identification?: string }
    | undefined
  if (!named?.Identification) return undefined
  return { scheme: namespaced(named.SchemeName ?? ''), identification: named.Identification }
}

/** A scheme's name as we answer it: "IBAN" and "UK.OBIE.IBAN", "NCC.US" and "UK.OBIE.NCC.US" are the same. */
export const namespaced = (scheme: string): string =>
  scheme.includes('.') && !scheme.startsWith('NCC.') ? scheme : `UK.OBIE.${scheme}`

/** @throws ob_account_identifier_unsupported (U021) unless each account is one that can be chosen, and a payment has one */
export function checkChoice(consent: Consent, chosen: readonly string[], accounts: readonly Account[]): void {
  const allowed = new Set(accountsToChoose(consent, accounts).map(({ accountId }) => accountId))
  const detail = 'choose accounts of the user that are open to this consent'
  if (chosen.length === 0 || chosen.some((accountId) => !allowed.has(accountId)))
    throw refuseOb.ob_account_identifier_unsupported({ detail })
  if (consent.kind !== 'accountAccess' && new Set(chosen).size !== 1)
    throw refuseOb.ob_account_identifier_unsupported({ detail: 'a payment leaves one account' })
}

export const isKind = (consent: Pick<Consent, 'kind'>, kinds: readonly ConsentKind[]): boolean =>
  kinds.includes(consent.kind)

/**
 * The permissions of a request, without repetition, in the order given.
 *
 * @throws ob_field_missing for an empty list; ob_field_invalid for each unknown code, for a list without accounts, and
 *   for transactions without a direction or a direction without transactions (open banking, account access consents)
 */
export function checkPermissions(codes: readonly string[]): PermissionCode[] {
  const errors = permissionErrors(codes)
  if (errors.length > 0) throw refuseErrors(errors)
  return [...new Set(codes)] as PermissionCode[]
}

const PERMISSIONS = '/Data/Permissions'

function permissionErrors(codes: readonly string[]): FieldError[] {
  if (codes.length === 0) return [fieldErrorOf(PERMISSIONS, refuseOb.ob_field_missing())]
  const invalid = (detail: string, at = PERMISSIONS) => fieldErrorOf(at, refuseOb.ob_field_invalid({ detail }))
  const unknown = codes.flatMap((code, i) =>
    (PERMISSION_CODES as readonly string[]).includes(code) ? [] : [`${PERMISSIONS}/${i}`],
  )
  const missing = missingPermissions(codes)
  return [
    ...unknown.map((at) => invalid('use one of the 21 permission codes of the standard', at)),
    ...(missing.length === 0 ? [] : [invalid(missing.join('; '))]),
  ]
}

/** Returns what a list of permissions lacks to be of use. */
function missingPermissions(codes: readonly string[]): string[] {
  const has = (...some: PermissionCode[]) => some.some((code) => codes.includes(code))
  const transactions = has('ReadTransactionsBasic', 'ReadTransactionsDetail')
  const directions = has('ReadTransactionsCredits', 'ReadTransactionsDebits')
  return [
    !has('ReadAccountsBasic', 'ReadAccountsDetail') &&
      'add ReadAccountsBasic or ReadAccountsDetail, without which nothing can be read',
    transactions && !directions && 'add ReadTransactionsCredits, ReadTransactionsDebits or both',
    directions && !transactions && 'add ReadTransactionsBasic or ReadTransactionsDetail',
  ].filter((each) => each !== false)
}
