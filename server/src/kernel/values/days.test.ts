import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, instantText, isDay } from './days.ts'

test('the day is that of the instant, whichever days were cached before', () => {
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

test('the text of an instant is that of toISOString, to the millisecond', () => {
  const years = { min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), (at) => {
      expect(instantText(at)).toBe(at.toISOString())
    }),
    { examples: [[years.min], [years.max], [new Date(-1)], [new Date(0)]] },
  )
})

test('a text is a day only if the calendar has it', () => {
  const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'))
  const years = fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, '0'))
  const months = fc.oneof(two, fc.constantFrom('01', '02', '04', '12'))
  const last = fc.oneof(two, fc.constantFrom('00', '01', '28', '29', '30', '31', '32'))
  fc.assert(
    fc.property(
      fc.oneof(years, fc.constantFrom('1900', '2000', '2024', '2027', '0000')),
      months,
      last,
      (year, month, day) => {
        const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
        const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`)
        expect(isDay(`${year}-${month}-${day}`)).toBe(exists)
      },
    ),
    { numRuns: 2000 },
  )
  expect(['2026-2-03', '2026-02-3', '20260203', ' 2026-02-03', '2026-02-03T00', ''].filter(isDay)).toEqual([])
})
