import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from './days.ts'

test('whatever was asked before, the day is that of the instant', () => {
  const instants = fc.array(
    fc.date({ min: new Date('1969-12-30Z'), max: new Date('2030-01-01Z'), noInvalidDate: true }),
  )
  const nearMidnight = fc.array(fc.integer({ min: -3, max: 3 }).map((ms) => new Date(Date.UTC(2026, 10, 20) + ms)))
  fc.assert(
    fc.property(instants, nearMidnight, (some, others) => {
      for (const at of [...some, ...others]) expect(dayOf(at)).toBe(at.toISOString().slice(0, 10))
    }),
  )
  expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError)
})
