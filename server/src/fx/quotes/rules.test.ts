import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handMarket } from '../../../test/support/credit.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { checkBookable, type DealAccount, pickAccount } from './rules.ts'
import { dayIn, valueIn } from './value.ts'

const account = (currency: string, change: Partial<DealAccount> = {}): DealAccount => ({
  accountId: newUuid(),
  currency,
  status: 'Active',
  isDefault: false,
  permissions: ['Reporting', 'Fx'],
  ...change,
})
const [second, main, dollars] = [
  account('EUR'),
  account('EUR', { isDefault: true }),
  account('USD', { isDefault: true }),
]
const accounts = [second, main, dollars]
const coded = (code: string) => expect.objectContaining({ code })

test('without an id the default account of the currency is taken, with one the account named', () => {
  expect(pickAccount(accounts, undefined, 'EUR')).toBe(main)
  expect(pickAccount(accounts, formatId('acc', second.accountId), 'EUR')).toBe(second)
})

test.each([
  [undefined, 'GBP', 'currency_account_missing'],
  [formatId('acc', newUuid()), 'EUR', 'account_not_found'],
  ['acc_nonsense', 'EUR', 'account_not_found'],
  [formatId('acc', dollars.accountId), 'EUR', 'currency_mismatch'],
])('account %s for %s is refused: %s', (wireId, currency, code) => {
  expect(() => pickAccount(accounts, wireId, currency)).toThrow(coded(code))
})

test.each([
  [{ permissions: ['Payments'] }, 'account_permission_missing'],
  [{ status: 'Blocked' as const }, 'account_blocked'],
  [{ status: 'Closed' as const }, 'account_closed'],
])('an account with %o is refused: %s', (change, code) => {
  expect(() => pickAccount([account('EUR', { isDefault: true, ...change })], undefined, 'EUR')).toThrow(coded(code))
})

test('a quote can be booked until just before it expires, once', () => {
  const expiresAt = new Date('2026-11-25T10:00:10.000Z')
  expect(() => checkBookable({ tradeId: null, expiresAt }, new Date('2026-11-25T10:00:09.999Z'))).not.toThrow()
  expect(() => checkBookable({ tradeId: null, expiresAt }, expiresAt)).toThrow(coded('quote_expired'))
  expect(() => checkBookable({ tradeId: newUuid(), expiresAt }, new Date(0))).toThrow(coded('quote_already_booked'))
})

test('the size of a deal is its amount at the middle rates, rounded once, half-up', () => {
  const rates = { EUR: '1.162504', GBP: '1.31240', JPY: '154.321', KWD: '0.30654' }
  const { data } = handMarket(rates)
  const currency = fc.constantFrom('USD', ...(Object.keys(rates) as (keyof typeof rates)[]))
  const at = new Date('2026-11-25T10:00:00.000Z')
  const inUsd = (code: string) => {
    if (code === 'USD') return new Decimal(1)
    const { mid } = data.leg(code, at)!
    return code === 'EUR' || code === 'GBP' ? mid : new Decimal(1).div(mid)
  }
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), currency, currency, (minor, from, to) => {
      const expected = toMinor(toDecimal(minor, from).mul(inUsd(from)).div(inUsd(to)), to)
      expect(valueIn(data, { minor, currency: from }, to, at)).toBe(from === to ? minor : expected)
    }),
  )
})

test('the day of the daily limit turns at midnight of the entity’s zone, in winter and in summer', () => {
  expect(dayIn('Europe/Berlin', new Date('2026-11-25T22:59:59.999Z')).day).toBe('2026-11-25')
  expect(dayIn('Europe/Berlin', new Date('2026-11-25T23:00:00.000Z')).day).toBe('2026-11-26')
  expect(dayIn('Europe/Berlin', new Date('2027-07-01T22:00:00.000Z')).day).toBe('2027-07-02')
  expect(dayIn('Europe/Berlin', new Date('2026-11-25T12:00:00.000Z'))).toMatchObject({
    day: '2026-11-25',
    endsAt: new Date('2026-11-25T23:00:00.000Z'),
  })
})
