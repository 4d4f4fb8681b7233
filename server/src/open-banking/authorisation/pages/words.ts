import type { Account } from '../../../accounts/index.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type { Refusal } from '../../../kernel/values/refusals.ts'
import type { Consent } from '../../consents/index.ts'
import type { ObRefusalCode } from '../../http/index.ts'

/** Permissions of the standard as people say them; those that say more than another come in its place. */
const PERMISSIONS: [code: string, words: string, unless?: string][] = [
  ['ReadAccountsDetail', 'The name, the currency and the numbers of your accounts (IBAN, sort code, account number)'],
  ['ReadAccountsBasic', 'The name and the currency of your accounts, without their numbers', 'ReadAccountsDetail'],
  ['ReadBalances', 'How much money is in your accounts'],
  ['ReadTransactionsDetail', 'Your transactions, with their purpose and the payer or payee'],
  ['ReadTransactionsBasic', 'Your transactions, without the payer or payee', 'ReadTransactionsDetail'],
  ['ReadTransactionsCredits', 'Only transactions of money coming in'],
  ['ReadTransactionsDebits', 'Only transactions of money going out'],
  ['ReadStatementsDetail', 'Your statements, with their amounts and as files'],
  ['ReadStatementsBasic', 'The list of your statements and their periods', 'ReadStatementsDetail'],
  ['ReadBeneficiariesDetail', 'The people and companies you have saved to pay, with their account numbers'],
  ['ReadBeneficiariesBasic', 'The list of people and companies you have saved to pay', 'ReadBeneficiariesDetail'],
  ['ReadDirectDebits', 'Your direct debits'],
  ['ReadStandingOrdersDetail', 'Your standing orders, with the payees'],
  ['ReadStandingOrdersBasic', 'Your standing orders', 'ReadStandingOrdersDetail'],
  ['ReadScheduledPaymentsDetail', 'Payments you have planned, with the payees'],
  ['ReadScheduledPaymentsBasic', 'Payments you have planned', 'ReadScheduledPaymentsDetail'],
  ['ReadProducts', 'The type of your account and its terms'],
  ['ReadOffers', 'Offers made to you for your accounts'],
  ['ReadParty', 'The holder of the accounts'],
  ['ReadPartyPSU', 'Your name as registered here'],
  ['ReadPAN', 'The numbers of your cards in full'],
]

/** Directions of transactions; with both, the transactions are not limited. */
const LIMITS = ['ReadTransactionsCredits', 'ReadTransactionsDebits']

/** Describes the data a consent discloses to the third party, one sentence each. */
export function permissionsInWords(permissions: readonly string[]): string[] {
  const has = new Set(permissions)
  const isUnlimited = LIMITS.every((code) => has.has(code))
  return PERMISSIONS.filter(([code, , unless]) => has.has(code) && !(unless && has.has(unless)))
    .filter(([code]) => !(isUnlimited && LIMITS.includes(code)))
    .map(([, words]) => words)
}

/** "3 March 2027", in a time zone. */
export const dayInWords = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(instant)

/** "3 March 2027 at 14:05 CET", in a time zone. */
export const instantInWords = (instant: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(instant)} ${zoneInWords(instant, timeZone)}`

/** "14:05 CET", in a time zone. */
export const timeInWords = (instant: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(instant)} ${zoneInWords(instant, timeZone)}`

/** "CET", "GMT+4": the short name of a zone at an instant. */
const zoneInWords = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** Texts for the approving person in place of rejections worded for third parties. */
const REFUSALS: Partial<Record<ObRefusalCode, string>> = {
  ob_resource_not_found:
    'You cannot approve this request: it was withdrawn, or another person approved it and only they can renew it.',
  ob_consent_status: 'This request was already decided, or it has expired.',
  ob_account_identifier_unsupported: 'Choose one of the accounts shown to pay from.',
  ob_forbidden:
    'You cannot approve this request: the registration of the third party has changed or is suspended. Refuse, and ask the third party.',
}

/** Rejections of a payment whose text the approving person can use unchanged. */
const PLAIN: ReadonlySet<string> = new Set<ObRefusalCode>([
  'ob_rule_failed',
  'ob_market_closed',
  'ob_not_enabled',
  'ob_rate_expired',
])

/** Returns the reason of a rejected approval in plain words. */
export const refusalInWords = ({ code, message }: Refusal): string =>
  REFUSALS[code as ObRefusalCode] ??
  (PLAIN.has(code) ? message : 'This cannot be approved now. Start again at the third party.')

/** Describes the duration of the access. */
export const howLong = ({ expiresAt }: Consent, timeZone: string): string =>
  expiresAt ? `Until ${instantInWords(expiresAt, timeZone)}, or until you withdraw it` : 'Until you withdraw it'

/** Describes the period of visible transactions and statements. */
export function whichTime({ transactionsFrom: from, transactionsTo: to }: Consent, timeZone: string): string {
  if (from && to) return `From ${instantInWords(from, timeZone)} to ${instantInWords(to, timeZone)}`
  if (from) return `From ${instantInWords(from, timeZone)} on`
  return to ? `Up to ${instantInWords(to, timeZone)}` : 'All dates'
}

/** "GB12 CAMB 0000 ..." in groups of four; a sort code and number as they are. */
export const grouped = (identification: string): string => identification.replace(/(.{4})(?=.)/g, '$1 ')

/** Describes an account by currency and number. */
export const accountLine = (account: Account): string => `${account.currency} · ${grouped(account.iban)}`

/** "GBP 1,250.00". @param minor minor units of the currency */
export function money(minor: bigint, currency: string): string {
  return `${currency} ${withCommas(formatAmount(minor, currency))}`
}

/** An amount that is text already. */
export const moneyText = (amount: string, currency: string): string => `${currency} ${withCommas(amount)}`

function withCommas(amount: string): string {
  const [whole, part] = amount.split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? grouped : `${grouped}.${part}`
}
