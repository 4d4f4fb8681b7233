import { accessSync, constants, statSync } from 'node:fs'
import { ROLES } from '../../../kernel/http/principal.ts'
import { isLei } from '../../../kernel/text/lei.ts'
import { isCountry } from '../../../kernel/values/countries.ts'
import { findCurrency } from '../../../kernel/values/currencies.ts'
import { isDay, isInstant } from '../../../kernel/values/days.ts'
import { own } from '../../../kernel/own.ts'
import { latin, textError } from '../../../payments/validation/index.ts'
import { idError, reviewerOf, type WHAT } from '../run.ts'

/** Returns what is wrong with a value, as the rest of a sentence that begins with it; undefined if it is valid. */
type Format = (text: string) => string | undefined

const matching =
  (pattern: RegExp, expected: string): Format =>
  (text) =>
    pattern.test(text) ? undefined : `is not ${expected}.`

/** Accepts whole numbers in a range. */
const numberOf =
  (unit: string, least: number, most: number): Format =>
  (text) =>
    /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? undefined
      : `is not a number of ${unit}: use a whole number from ${least} to ${most}.`

const AMOUNT: Format = (text) =>
  /^\d{1,15}(\.\d{1,4})?$/.test(text)
    ? undefined
    : 'is not an amount: use at most 15 digits and an optional decimal part, for example 1250.00.'

const ANY: Format = () => undefined

/** Formats of options by the placeholder of their value. */
const BY_PLACEHOLDER: Record<string, Format> = {
  amount: AMOUNT,
  day: (text) => (isDay(text) ? undefined : 'is not a day like 2027-06-30.'),
  date: (text) => (isDay(text) ? undefined : 'is not a day like 2027-06-30.'),
  instant: (text) => (isInstant(text) ? undefined : 'is not an instant like 2026-11-20T12:00:00Z.'),
  percent: (text) =>
    /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100
      ? undefined
      : 'is not a percentage like 2.5: use a number from 0 to 100 with at most 4 decimals.',
  bps: matching(/^\d{1,4}(\.\d{1,3})?$/, 'a number of basis points like 12.5'),
  year: matching(/^20\d\d$/, 'a year like 2028'),
  duration: matching(/^P(?=\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?$/, 'a period like P12M'),
  pair: matching(/^[A-Z]{3}\/[A-Z]{3}$/, 'a currency pair like EUR/USD'),
  uuid: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a UUID like 6f1c2a4e-0b1d-4c55-9a57-3c1f5b7d9e20'),
  zone: (text) => (isTimeZone(text) ? undefined : 'is not a time zone like Europe/Berlin.'),
  lei: (text) => (isLei(text) ? undefined : 'is not a Legal Entity Identifier: 20 characters with valid check digits.'),
  who: reviewerError,
  reviewer: reviewerError,
  path: fileError,
  file: fileError,
}

const currency: Format = (text) =>
  findCurrency(text) ? undefined : 'is not a currency: use a code of ISO 4217, for example EUR.'
const directoryId = matching(/^[0-9A-Za-z-]{1,64}$/, 'a directory id: use 1 to 64 letters, digits and hyphens')

/** Accepts a text that messages to banks carry whole, in its Latin spelling. */
const bankText =
  (limit: number): Format =>
  (text) => {
    const error = textError(text, '')
    if (error) return `is not valid. ${error.message}`
    if (latin(text).length <= limit) return undefined
    return `is too long: messages to banks carry ${limit} characters of it in Latin letters.`
  }

/** Formats of options whose placeholder does not tell, by command and option, or by option. */
const BY_NAME: Record<string, Format> = {
  currency,
  'base-currency': currency,
  country: (text) => (isCountry(text) ? undefined : 'is not a country: use a code of ISO 3166, for example DE.'),
  'overlap-hours': numberOf('hours', 0, 9999),
  'grace-hours': numberOf('hours', 0, 720),
  'cooling-off-hours': numberOf('hours', 0, 720),
  'due-days': numberOf('business days', 0, 30),
  'create-entity line1': bankText(70),
  'create-entity city': bankText(35),
  'create-entity post-code': bankText(16),
  software: directoryId,
  'suspend-third-party organisation': directoryId,
  'reinstate-third-party organisation': directoryId,
  'create-user username': matching(
    /^[a-z0-9][a-z0-9._@+-]{2,63}$/,
    'a username: use 3 to 64 lower-case letters, digits and . _ @ + -, beginning with a letter or digit',
  ),
  role: (text) => (ROLES.some((role) => role === text) ? undefined : `is not a role. Use ${ROLES.join(' or ')}.`),
  'create-third-party role': matching(/^[AP]ISP$/, 'a role. Use AISP, PISP or both'),
  'create-third-party folder': ANY,
  'generate-holidays out': ANY,
  'load-screening-list list': matching(
    /^[A-Z0-9_]{2,40}$/,
    'a list name: use 2 to 40 capitals, digits and underscores, such as OFAC_SDN',
  ),
  'report-payment reason': matching(/^[A-Z0-9]{4}$/, 'an ISO 20022 code of four characters like AC04'),
  // Its command checks them together with the rest of a rate.
  'set-reference-rate currency': ANY,
  'set-reference-rate day': ANY,
  'list-reference-rates currency': ANY,
  ...Object.fromEntries(
    Object.entries({
      entity: 'ent',
      parent: 'ent',
      client: 'cli',
      account: 'acc',
      facility: 'fac',
      snapshot: 'snp',
      trade: 'trd',
      policy: 'apl',
      payment: 'pay',
      'inbound-payment': 'inp',
      case: 'scr',
      beneficiary: 'ben',
      quote: 'amq',
      contradiction: 'ctr',
      break: 'brk',
      consent: 'obc',
      user: 'usr',
    } satisfies Record<string, keyof typeof WHAT>).map(([name, prefix]) => [
      name,
      (text: string) => idError(prefix, text),
    ]),
  ),
}

/** Returns the format of an option's value. */
export const formatOf = (command: string, option: string, placeholder: string): Format =>
  own(BY_NAME, `${command} ${option}`) ?? own(BY_NAME, option) ?? own(BY_PLACEHOLDER, placeholder) ?? ANY

function reviewerError(text: string): string | undefined {
  try {
    reviewerOf(text)
    return undefined
  } catch {
    return 'names no reviewer: give the id of an API client (cli_01K9...), a name or an e-mail address.'
  }
}

function fileError(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return 'does not exist: give the path of a file.'
  if (found.isDirectory()) return 'is a directory: give the path of a file.'
  try {
    accessSync(file, constants.R_OK)
    return undefined
  } catch {
    return 'cannot be read by this account.'
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone }) !== undefined
  } catch {
    return false
  }
}
