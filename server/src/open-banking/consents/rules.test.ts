import { expect, test } from 'vitest'
import { officialCodes, officialFilesAtHand } from '../../../test/support/official-openapi.ts'
import { accountAccessCan, paymentCan } from './possible.ts'
import { isPossible, REASONS, standingAt } from './lifecycle.ts'
import { PERMISSION_CODES } from './permission-codes.ts'
import { isAccount } from './is-account.ts'
import { checkAuthorisable, checkPermissions, isKnownTo, namespaced } from './rules.ts'
import type { Consent, ConsentStatus } from './types.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'passes'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  ['an empty list', [], 'ob_field_missing'],
  ['no accounts', ['ReadBalances'], 'ob_field_invalid'],
  ['an unknown code', ['ReadAccountsBasic', 'ReadEverything'], 'ob_field_invalid'],
  ['transactions without a direction', ['ReadAccountsBasic', 'ReadTransactionsBasic'], 'ob_field_invalid'],
  ['a direction without transactions', ['ReadAccountsBasic', 'ReadTransactionsCredits'], 'ob_field_invalid'],
  ['accounts alone', ['ReadAccountsBasic'], 'passes'],
  [
    'detail, which includes basic',
    ['ReadAccountsDetail', 'ReadTransactionsDetail', 'ReadTransactionsDebits'],
    'passes',
  ],
  ['all 21', PERMISSION_CODES, 'passes'],
])('4: permissions with %s: %#', (_what, codes, expected) => {
  expect(codeOf(() => checkPermissions(codes))).toBe(expected)
})

test('4: a repeated permission is no error and is kept once', () => {
  expect(checkPermissions(['ReadAccountsBasic', 'ReadAccountsBasic'])).toEqual(['ReadAccountsBasic'])
})

test.each([
  ['3.1', '3.1', 'accountAccess', 'read delete use'],
  ['4.0', '4.0', 'domesticPayment', 'read delete use'],
  ['4.0', '3.1', 'accountAccess', 'read delete use'],
  ['4.0', '3.1', 'domesticPayment', 'read'],
  ['4.0', '3.1', 'internationalPayment', 'read'],
  ['3.1', '4.0', 'accountAccess', ''],
  ['3.1', '4.0', 'domesticPayment', ''],
] as const)('6: v%s may do with a v%s %s: "%s"', (through, version, kind, allowed) => {
  const acts = (['read', 'delete', 'use'] as const).filter((act) => isKnownTo(through, { version, kind }, act))
  expect(acts.join(' ')).toBe(allowed)
})

test('2: what each status allows is what the standard draws', () => {
  const all: ConsentStatus[] = ['AWAU', 'AUTH', 'RJCT', 'COND', 'CANC', 'EXPD']
  const from = (kind: Consent['kind'], act: 'authorise' | 'reject' | 'revoke' | 'use') =>
    all.filter((status) => isPossible({ kind, status }, act))
  expect(from('domesticPayment', 'authorise')).toEqual(['AWAU']) // never again once decided
  expect(from('accountAccess', 'authorise')).toEqual(['AWAU', 'AUTH', 'CANC'])
  expect(from('domesticPayment', 'revoke')).toEqual([])
  expect(from('internationalPayment', 'use')).toEqual(['AUTH'])
  expect(Object.keys(accountAccessCan)).toEqual(Object.keys(paymentCan))
})

const authoriseBy = new Date('2026-11-20T11:00:00Z')
const expiresAt = new Date('2026-12-20T00:00:00Z')
const stored = (status: ConsentStatus, more: object = {}) => ({
  status,
  statusReasons: [],
  statusAt: new Date('2026-11-20T10:00:00Z'),
  authoriseBy,
  expiresAt,
  ...more,
})
const justBefore = (at: Date) => new Date(at.getTime() - 1)

test('a consent awaits its user for an hour, then is rejected with U036 from exactly that instant', () => {
  expect(standingAt(stored('AWAU'), justBefore(authoriseBy)).status).toBe('AWAU')
  const { status, statusAt, statusReasons } = standingAt(stored('AWAU'), new Date('2027-01-01'))
  expect([status, statusAt, statusReasons[0]!.code]).toEqual(['RJCT', authoriseBy, 'U036'])
})

test('an authorised consent expires at exactly its ExpirationDateTime, with TKXP', () => {
  expect(standingAt(stored('AUTH'), justBefore(expiresAt)).status).toBe('AUTH')
  const { status, statusAt, statusReasons } = standingAt(stored('AUTH'), expiresAt)
  expect([status, statusAt, statusReasons[0]!.code]).toEqual(['EXPD', expiresAt, 'TKXP'])
  expect(standingAt(stored('AUTH', { expiresAt: null }), new Date('2099-01-01')).status).toBe('AUTH')
})

test('a cancelled consent can be taken up again, but not after it expired', () => {
  const cancelled = { kind: 'accountAccess' as const, status: 'CANC' as const, expiresAt }
  expect(codeOf(() => checkAuthorisable(cancelled, justBefore(expiresAt)))).toBe('passes')
  expect(codeOf(() => checkAuthorisable(cancelled, expiresAt))).toBe('ob_consent_status')
})

test('an account is found by each of its numbers, however they are written', () => {
  const account = { iban: 'GB29CMBT04990110000001', sortCode: '049901', accountNumber: '10000001' }
  expect(isAccount(account, namespaced('IBAN'), 'gb29 CMBT 0499 0110 0000 01')).toBe(true)
  expect(isAccount(account, 'UK.OBIE.SortCodeAccountNumber', '04990110000001')).toBe(true)
  expect(isAccount(account, 'UK.OBIE.SortCodeAccountNumber', '04990110000002')).toBe(false)
  expect(isAccount({ ...account, sortCode: null }, 'UK.OBIE.SortCodeAccountNumber', 'null10000001')).toBe(false)
})

test.skipIf(!officialFilesAtHand).each(Object.entries(REASONS))(
  'a consent that is %s has a reason of the standard, and not that of an undisclosed one',
  (_name, { code }) => {
    expect(officialCodes('OBExternalStatusReason1Code')).toContain(code)
    expect(code).not.toBe('U042')
  },
)
