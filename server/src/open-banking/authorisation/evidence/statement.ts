import type { Account } from '../../../accounts/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import type { User } from '../../../users/index.ts'
import type { Consent } from '../../consents/index.ts'
import type { ThirdPartyProfile } from '../../dcr/index.ts'
import { CONFIRMED_MISMATCH, isMismatch } from '../pages/payee-check.ts'
import { accountText, amountOf, payeeCheckOf, paymentLines } from '../pages/payment-lines.ts'

interface Approved {
  consent: Consent
  thirdParty: ThirdPartyProfile
  user: User
  /** Zone of the user's entity. */
  timeZone: string
  /** Account that pays. */
  account: Account
  /** Random text, different for each page. */
  nonce: string
}

/**
 * Returns what a user confirms with the second factor: the lines of the page, the chosen account, and who asks. Line breaks and
 * backslashes within a value are escaped, so that no value can imitate a line.
 */
export function statementOf({ consent, thirdParty, user, timeZone, account, nonce }: Approved): string {
  const check = payeeCheckOf(consent)
  const lines: [string, string][] = [
    ['Consent', consent.consentId],
    ['Asked by', `${thirdParty.name} of ${thirdParty.organisationName} (${consent.clientId})`],
    ['Amount', amountOf(consent)],
    ...paymentLines(consent, timeZone),
    ...(check ? [['Name check', check.text] satisfies [string, string]] : []),
    ...(isMismatch(consent) ? [['Confirmed', CONFIRMED_MISMATCH] satisfies [string, string]] : []),
    ['Pay from', `${accountText(account)} (${formatId('acc', account.accountId)})`],
    ['Approved by', user.username],
    ['Nonce', nonce],
  ]
  return lines.map(([name, value]) => `${name}: ${escaped(value)}`).join('\n')
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' }
const escaped = (value: string): string => value.replace(/[\\\n\r]/g, (character) => ESCAPES[character]!)
