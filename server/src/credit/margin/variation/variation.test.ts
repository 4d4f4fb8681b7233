import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { Decimal } from '../../../kernel/values/rates.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { deadline } from '../calls.ts'
import { adversePercent, keptMargin, requiredMargin, type Risk, type VariationTerms } from './required.ts'
import { marginStep } from './step.ts'

const byRate: VariationTerms = {
  basis: 'RateMove',
  thresholdPercent: new Decimal('2.5'),
  callPercent: new Decimal('2.5'),
  thresholdMinor: 0n,
  blockMinor: 1n,
  minimumMinor: 100_000n,
}
const byValue: VariationTerms = { ...byRate, basis: 'MtmOverNotional' }
/** A loss of GBP 200,000 is tolerated, calls come in blocks of 50,000. */
const byNet: VariationTerms = {
  ...byRate,
  basis: 'NetMtmAbsolute',
  thresholdMinor: 20_000_000n,
  blockMinor: 5_000_000n,
}

/** GBP 100,000 that has moved against the client. */
const risk = (change: Partial<Risk> & { movePercent?: string } = {}): Risk => ({
  notionalMinor: 10_000_000n,
  mtmMinor: 0n,
  initialHeldMinor: 0n,
  rateMovePercent: new Decimal(change.movePercent ?? 0),
  ...change,
})

describe('the interface’s worked checks', () => {
  const sold = risk({ movePercent: '-2.5', mtmMinor: -243_902n }) // sold at 1.30, market 1.3325

  test('per trade, by rate move: a move of exactly 2.5 % calls for 2,500 GBP', () => {
    expect(marginStep(byRate, sold, 0n, 0n)).toEqual({ callMinor: 250_000n, releaseMinor: 0n, withdrawMinor: 0n })
  })

  test('per trade, by value: the loss is 2.44 % only and calls for nothing', () => {
    expect(adversePercent(byValue, sold).toFixed(2)).toBe('2.44')
    expect(requiredMargin(byValue, sold)).toBe(0n)
  })

  test('net: +12, -50, -72, +10, -105 thousand are -205 against 200: call 50', () => {
    const net = [12n, -50n, -72n, 10n, -105n].reduce((sum, each) => sum + each * 100_000n, 0n)
    expect(net).toBe(-20_500_000n)
    expect(requiredMargin(byNet, risk({ mtmMinor: net }))).toBe(5_000_000n)
    expect(requiredMargin(byNet, risk({ mtmMinor: -20_000_000n }))).toBe(0n)
    expect(requiredMargin(byNet, risk({ mtmMinor: -25_000_001n }))).toBe(10_000_000n)
  })
})

describe('variation margin', () => {
  test.each([
    ['-2.4999', 0n],
    ['-2.5', 250_000n],
    ['-4.99', 250_000n],
    ['-5', 500_000n],
    ['3', 0n],
  ])('a rate move of %s %% calls for %i', (movePercent, expected) => {
    expect(requiredMargin(byRate, risk({ movePercent }))).toBe(expected)
  })

  test('initial margin held covers a loss by value, and does not change a rate', () => {
    expect(requiredMargin(byValue, risk({ mtmMinor: -250_000n }))).toBe(250_000n)
    expect(requiredMargin(byValue, risk({ mtmMinor: -250_000n, initialHeldMinor: 500_000n }))).toBe(0n)
    expect(requiredMargin(byRate, risk({ movePercent: '-2.5', initialHeldMinor: 500_000n }))).toBe(250_000n)
  })

  test('is not called again for amounts already held or called', () => {
    const far = risk({ movePercent: '-5.2' })
    expect(marginStep(byRate, far, 0n, 250_000n).callMinor).toBe(250_000n)
    expect(marginStep(byRate, far, 250_000n, 250_000n).callMinor).toBe(0n)
  })

  test('a call below the minimum transfer is not made', () => {
    const small = risk({ notionalMinor: 3_900_000n, movePercent: '-2.6' })
    expect(requiredMargin(byRate, small)).toBe(97_500n)
    expect(marginStep(byRate, small, 0n, 0n).callMinor).toBe(0n)
  })

  test.each([
    ['-2.5', 0n],
    ['-2.4', 0n],
    ['-1.51', 0n], // 1.51 % and the minimum of 1 % are above the threshold still
    ['-1.49', 250_000n],
    ['0', 250_000n],
    ['2', 250_000n],
  ])('held margin is released with hysteresis: at %s %% %i', (movePercent, expected) => {
    expect(marginStep(byRate, risk({ movePercent }), 250_000n, 0n).releaseMinor).toBe(expected)
  })

  test('is released from the latest call first', () => {
    expect(marginStep(byRate, risk({ movePercent: '-3' }), 500_000n, 0n).releaseMinor).toBe(250_000n)
  })

  test('a call that the market has overtaken is withdrawn', () => {
    expect(marginStep(byRate, risk({ movePercent: '-1' }), 0n, 250_000n).withdrawMinor).toBe(250_000n)
    expect(marginStep(byRate, risk({ movePercent: '-2' }), 0n, 250_000n).withdrawMinor).toBe(0n)
  })

  test('net margin is kept until the loss is below the threshold by the minimum', () => {
    expect(marginStep(byNet, risk({ mtmMinor: -19_950_000n }), 5_000_000n, 0n).releaseMinor).toBe(0n)
    expect(marginStep(byNet, risk({ mtmMinor: -19_900_000n }), 5_000_000n, 0n).releaseMinor).toBe(5_000_000n)
  })

  test('law: a second run changes nothing, and no run both calls and releases', () => {
    const terms = fc.constantFrom(byRate, byValue, byNet)
    const minor = fc.bigInt(0n, 50_000_000n)
    fc.assert(
      fc.property(terms, fc.integer({ min: -200, max: 200 }), minor, minor, (by, tenths, held, outstanding) => {
        const at = risk({ movePercent: (tenths / 10).toFixed(1), mtmMinor: BigInt(tenths) * 250_000n })
        const first = marginStep(by, at, held, outstanding)
        expect(first.callMinor > 0n && first.releaseMinor + first.withdrawMinor > 0n).toBe(false)
        expect(keptMargin(by, at)).toBeGreaterThanOrEqual(requiredMargin(by, at))
        const second = marginStep(
          by,
          at,
          held - first.releaseMinor,
          outstanding + first.callMinor - first.withdrawMinor,
        )
        expect(second).toEqual({ callMinor: 0n, releaseMinor: 0n, withdrawMinor: 0n })
      }),
    )
  })
})

describe('the deadline of a call', () => {
  const calendars = shippedCalendars()
  test.each([
    ['2 business days', 2, 'GBP', '2026-11-25T10:00:00Z', '2026-11-27'],
    ['2 business days over a weekend', 2, 'GBP', '2026-11-26T10:00:00Z', '2026-11-30'],
    ['1 business day over Christmas', 1, 'GBP', '2026-12-24T10:00:00Z', '2026-12-29'],
    ['1 business day over Thanksgiving', 1, 'USD', '2026-11-25T15:00:00Z', '2026-11-27'],
    ['at once', 0, 'GBP', '2026-11-25T10:00:00Z', '2026-11-25'],
    ['at once, after the cut-off', 0, 'GBP', '2026-11-25T20:00:00Z', '2026-11-26'],
    ['called on a Saturday', 1, 'GBP', '2026-11-28T10:00:00Z', '2026-11-30'],
  ])('%s', (_name, days, currency, at, expected) => {
    expect(deadline(calendars, currency, days, new Date(at)).toISOString().slice(0, 10)).toBe(expected)
  })
})
