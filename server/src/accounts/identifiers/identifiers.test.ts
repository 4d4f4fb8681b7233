import { isValidBIC, isValidIBAN } from 'ibantools'
import { expect, test } from 'vitest'
import { identifiersFor } from './identifiers.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { formatTransactionId } from '../transactions.ts'

test.each(['GB', 'IE', 'DE', 'LU', 'NL', 'BE', 'FR', 'ES', 'SE', 'US'])(
  'accounts of a holder in %s have IBANs with right check digits, national ones too',
  (country) => {
    for (let serial = 10_000_001n; serial < 10_000_500n; serial += 7n) {
      const { iban, bic } = identifiersFor(country, serial)
      expect(isValidIBAN(iban)).toBe(true)
      expect(isValidBIC(bic)).toBe(true)
      expect(iban.slice(0, 2)).toBe({ SE: 'IE', US: 'GB' }[country] ?? country)
    }
  },
)

test('no two accounts share an IBAN', () => {
  const all = Array.from({ length: 1000 }, (_, i) => identifiersFor('NL', 10_000_001n + BigInt(i)).iban)
  expect(new Set(all).size).toBe(1000)
})

test.each([
  ['GB', 99_999_999n],
  ['IE', 99_999_999n],
  ['DE', 9_999_999_999n],
  ['LU', 9_999_999_999_999n],
  ['NL', 99_999_999n],
  ['BE', 19_999_999n],
  ['FR', 99_999_999_999n],
  ['ES', 9_999_999_999n],
])('the branch of %s has numbers up to %i and none after it, rather than one that has been given', (country, last) => {
  const first = identifiersFor(country, 10_000_001n).iban
  expect(identifiersFor(country, last).iban).not.toBe(first)
  expect(() => identifiersFor(country, last + 1n)).toThrow('has no account number left')
  expect(() => identifiersFor(country, last + 10_000_002n)).toThrow('has no account number left')
})

test('a transaction id names account and sequence, in 40 characters at most', () => {
  const accountId = '01a1f906-52ff-70e6-94ee-188eb901f002'
  for (const sequence of [1n, 31n, 32n, 1_000_000_007n, 2n ** 50n - 1n]) {
    const id = formatTransactionId(accountId, sequence)
    expect(id.length).toBeLessThanOrEqual(40)
    const digits = Array.from(id.slice(30), (digit) => BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit)))
    expect(parseId('txn', id.slice(0, 30))).toBe(accountId)
    expect(digits.reduce((sum, digit) => sum * 32n + digit, 0n)).toBe(sequence)
  }
})
