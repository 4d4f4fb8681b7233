import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BankDetails, checkBankDetails } from './bank-details.ts'
import { isAba, isClabe } from '../schemes/facts/check-digits.ts'
import { ibanError } from './iban.ts'
import { loadModulusTable } from './modulus-files.ts'
import { ROUTING_CODE_TYPES } from '../schemes/index.ts'

const table = loadModulusTable()
const optional = (arbitrary: fc.Arbitrary<string>) => fc.option(arbitrary, { nil: undefined })
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.stringMatching(/^[A-Z0-9 -]{1,30}$/),
  fc.stringMatching(/^\d{1,18}$/),
)
const details = fc.record({
  bankCountryCode: fc.constantFrom('GB', 'JE', 'DE', 'US', 'AU', 'MX', 'BR', 'CN', 'AE', 'JP', 'ZZ'),
  currency: fc.constantFrom('GBP', 'EUR', 'USD', 'AUD', 'MXN', 'BRL', 'CNY', 'AED', 'JPY'),
  type: fc.constantFrom('Individual', 'Company'),
  iban: optional(fc.oneof(text, fc.constantFrom('DE89370400440532013000', 'gb82 west 12345698765432'))),
  bic: optional(fc.oneof(text, fc.constantFrom('DEUTDEFF', 'chasus33'))),
  accountNumber: optional(text),
  taxId: optional(text),
  accountType: optional(fc.constantFrom('Checking', 'Savings')),
  routingCodes: fc.array(fc.record({ type: fc.constantFrom(...ROUTING_CODE_TYPES), value: text }), { maxLength: 3 }),
}) as fc.Arbitrary<BankDetails>

test('for any details: no error means a rail, the normalised form validates alike, and every error names its field', () => {
  fc.assert(
    fc.property(details, (sent) => {
      const found = checkBankDetails(sent, table)
      expect(found.errors.length > 0 || found.rails.length > 0).toBe(true)
      expect(checkBankDetails(found.normalised, table)).toEqual(found)
      for (const error of found.errors) {
        expect(error.pointer).toMatch(/^\/[a-zA-Z]+(\/\d\/(value|type))?$/)
        expect(error.message).not.toMatch(/\{\w+\}/)
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['IBAN', 'DE89370400440532013000', (typed: string) => !ibanError(typed)],
  ['ABA', '021000021', isAba],
  ['CLABE', '032180000118359719', isClabe],
])('one mistyped digit of an %s is always found', (_what, valid, passes) => {
  const digits = fc.record({ place: fc.nat(valid.length - 1), digit: fc.integer({ min: 0, max: 9 }) })
  fc.assert(
    fc.property(digits, ({ place, digit }) => {
      fc.pre(/\d/.test(valid[place]!) && valid[place] !== String(digit))
      expect(passes(valid.slice(0, place) + digit + valid.slice(place + 1))).toBe(false)
    }),
  )
})
