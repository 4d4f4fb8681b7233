import { isValidBIC, isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { HARTWICK } from '../../../test/support/institution.ts'
import { testInstitution } from '../../../test/support/accounts.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { formatTransactionId } from '../transactions.ts'
import { openOwnBanks } from './bank-codes.ts'
import { identifiersFor } from './identifiers.ts'

const { branches } = testInstitution

test.each(['GB', 'IE', 'DE', 'LU', 'NL', 'BE', 'FR', 'ES', 'SE', 'US'])(
  'accounts of a holder in %s have IBANs with right check digits, national ones too',
  (country) => {
    for (let serial = 10_000_001n; serial < 10_000_500n; serial += 7n) {
      const { iban, bic } = identifiersFor(branches, country, serial)
      expect(isValidIBAN(iban)).toBe(true)
      expect(isValidBIC(bic)).toBe(true)
      expect(iban.slice(0, 2)).toBe({ SE: 'GB', US: 'GB' }[country] ?? country)
    }
  },
)

test('numbers have the codes that the institution configured, and those of its first branch where it has none', () => {
  expect(identifiersFor(HARTWICK.branches, 'GB', 10_000_001n)).toEqual({
    iban: expect.stringMatching(/^GB\d\dHRTW60708010000001$/),
    bic: 'HRTWGB2L',
    accountNumber: '10000001',
    sortCode: '607080',
    routingCodes: [{ type: 'SortCode', value: '607080' }],
  })
  expect(identifiersFor(HARTWICK.branches, 'DE', 10_000_001n)).toMatchObject({
    iban: expect.stringMatching(/^DE\d\d765432100010000001$/),
    routingCodes: [{ type: 'BankCode', value: '76543210' }],
  })
  expect(identifiersFor(HARTWICK.branches, 'DK', 10_000_001n).iban).toMatch(/^IE\d\dHRTW93115210000001$/)
})

test('no two accounts share an IBAN', () => {
  const all = Array.from({ length: 1000 }, (_, i) => identifiersFor(branches, 'NL', 10_000_001n + BigInt(i)).iban)
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
])('the branch of %s has account numbers up to %i, and none is reused after it', (country, last) => {
  const first = identifiersFor(branches, country, 10_000_001n).iban
  expect(identifiersFor(branches, country, last).iban).not.toBe(first)
  expect(() => identifiersFor(branches, country, last + 1n)).toThrow('has no account number left')
  expect(() => identifiersFor(branches, country, last + 10_000_002n)).toThrow('has no account number left')
})

describe('our accounts', async () => {
  const db = await testDatabase()
  const codes = ['GBCMBT049901', 'GBNWBK601613', 'FR2004101005', 'IT0542811101', 'ES21000418', 'NLABNA', 'PL10901014']
  await db.pool.query('insert into own_bank_codes select unnest($1::text[])', [codes])
  const own = await openOwnBanks(db, { on() {} }, HARTWICK.branches)

  test.each([
    ['of a stored British code', 'GB29NWBK60161331926819', true],
    ['of another branch of that bank', 'GB94BARC10201530093459', false],
    ['of a stored French code', 'FR1420041010050500013M02606', true],
    ['of a stored Italian code', 'IT60X0542811101000000123456', true],
    ['of a stored Spanish code', 'ES9121000418450200051332', true],
    ['of a stored Dutch code', 'NL91ABNA0417164300', true],
    ['of a stored Polish code', 'PL61109010140000071219812874', true],
    ['of a configured branch', identifiersFor(HARTWICK.branches, 'DE', 7n).iban, true],
    ['of an earlier configuration', identifiersFor(branches, 'GB', 10_000_001n).iban, true],
    ['of another bank', identifiersFor(branches, 'DE', 10_000_001n).iban, false],
  ])('are recognised by their bank code: one %s', (_what, iban, isOurs) => expect(own.isOwnIban(iban)).toBe(isOurs))

  test('have an IBAN for sort code and number; accounts of other banks have none', () => {
    expect(own.ibanOfSortCode('607080', '10000001')).toBe(identifiersFor(HARTWICK.branches, 'GB', 10_000_001n).iban)
    expect(own.ibanOfSortCode('049901', '10000001')).toBe(identifiersFor(branches, 'GB', 10_000_001n).iban)
    expect(own.ibanOfSortCode('200000', '10000001')).toBeUndefined()
  })
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
