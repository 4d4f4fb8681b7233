import { countingRates } from '../../fx/reference-rates/index.ts'
import { expect, test } from 'vitest'
import { standingMarket } from '../../../test/support/market.ts'
import { refuseAmount } from '../../kernel/values/money.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { inBase } from '../orders/base-amount.ts'
import { refuse, refuseErrors } from './rules.ts'
import { presentReason } from './status-reasons.ts'
import { pathTo } from '../reports/path.ts'

test('the first failing stage is reported with all its errors, and no later stage', () => {
  const errors = [
    { pointer: '/paymentDate', refusal: refuse.payment_date_unavailable({ nextAvailable: '2026-11-23' }) },
    { pointer: '/tradeId', refusal: refuseShared.trade_not_found() },
    { pointer: '/amount', refusal: refuseAmount.amount_not_positive() },
    { pointer: '/beneficiaryId', refusal: refuse.beneficiary_choice_invalid() },
  ]
  const shape = refuseErrors(errors)
  expect([shape.status, shape.code]).toEqual([400, 'validation_failed'])
  expect(shape.errors.map(({ pointer }) => pointer)).toEqual(['/amount', '/beneficiaryId'])
  expect(refuseErrors(errors.slice(0, 2)).code).toBe('trade_not_found')
  const rule = refuseErrors(errors.slice(0, 1))
  expect([rule.status, rule.params['nextAvailable'], rule.errors[0]!.pointer]).toEqual([
    422,
    '2026-11-23',
    '/paymentDate',
  ])
})

test('an amount counts in base currency at mid, through USD, rounded half-up', () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const base = (amountMinor: bigint, currency: string, baseCurrency: string) =>
    inBase(countingRates(standingMarket()), { amountMinor, currency, baseCurrency }, at)
  expect(base(100_00n, 'EUR', 'EUR')).toBe(100_00n)
  expect(base(100_00n, 'EUR', 'USD')).toBe(116_25n)
  expect(base(100_00n, 'GBP', 'EUR')).toBe(112_89n) // 131.240 / 1.16250 = 112.8946
  expect(base(15_432n, 'JPY', 'USD')).toBe(100_00n)
  expect(base(100_00n, 'CHF', 'USD')).toBe(124_19n) // 100 / 0.80520 = 124.1928
  expect(() => base(1n, 'XOF', 'EUR')).toThrow('reference rate')
})

test.each([
  ['Submitted', 'Sent', ['Sent']],
  ['Submitted', 'Completed', ['Completed']],
  ['Submitted', 'Returned', ['Sent', 'Returned']],
  ['Completed', 'Returned', ['Returned']],
  ['Completed', 'Sent', []],
  ['Failed', 'Completed', []],
  ['Returned', 'Failed', []],
] as const)('a payment that is %s and reported as %s takes the steps %j', (from, reported, steps) => {
  expect(pathTo(from, reported)).toEqual(steps)
})

test('an unknown reason is shown unchanged', () => {
  expect(presentReason('ZZ99')).toMatchObject({ code: 'ZZ99', message: 'The bank gave the code ZZ99.' })
  expect(presentReason('constructor')).toMatchObject({ message: 'The bank gave the code constructor.' })
  expect(presentReason('AC01')!.message).toContain('account number')
  expect(presentReason(null)).toBeNull()
})
