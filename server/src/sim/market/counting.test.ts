import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { createSandboxMarket } from './index.ts'
import { knownCurrencies, pairOf } from '../../fx/calendar/index.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { shippedInterestRates, takeSnapshot } from '../../fx/pricing/index.ts'
import { countingRates, openReferenceRates } from '../../fx/reference-rates/index.ts'
import { shippedReferenceRates } from '../../fx/reference-rates/counting.ts'

const db = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')

describe('in the sandbox', async () => {
  const market = await createSandboxMarket({
    db,
    clock: { now: () => now, wall: () => now } as never,
    seed: 1,
    listener: { on: () => {} },
  })
  const shipped = new Map(shippedReferenceRates(now).map((rate) => [rate.currency, rate]))
  const counting = countingRates(market, await openReferenceRates(db, { on: () => {} }, { fill: true }))
  const calendars = shippedCalendars()
  const payable = knownCurrencies().filter((currency) => calendars.coverage(currency) !== undefined)

  test.each(payable)('a payment that has a valid date has a value: %s', (currency) => {
    expect(counting.dollarsPer(currency, now)?.gt(0)).toBe(true)
  })

  test('a reference rate is in dollars per unit, whichever way the pair is quoted', () => {
    expect(counting.dollarsPer('SAR', now)?.toFixed(6)).toBe('0.266667')
    const euro = countingRates({ leg: () => undefined }, { rate: () => market.leg('EUR', now)!.mid })
    expect(euro.dollarsPer('EUR', now)).toEqual(market.leg('EUR', now)!.mid)
  })

  test('a rate of the market is used before one of the operator', () => {
    const other = countingRates(market, { rate: () => market.leg('JPY', now)!.mid.mul(2) })
    expect(other.dollarsPer('JPY', now)).toEqual(counting.dollarsPer('JPY', now))
  })

  test.each([...shipped.keys()])(
    'the shipped rates are marked as approximate and make %s not tradeable',
    (currency) => {
      expect(shipped.get(currency)!.source).toContain('general knowledge')
      expect(market.leg(currency, now)).toBeUndefined()
      const sources = { calendars, market, rates: shippedInterestRates() }
      expect(() => takeSnapshot(sources, { pairs: [], currencies: [currency] }, now)).toThrow(currency)
      expect(() => takeSnapshot(sources, { pairs: [pairOf('USD', currency)] }, now)).toThrow()
    },
  )
})
