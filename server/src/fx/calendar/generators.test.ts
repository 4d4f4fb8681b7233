import { expect, test } from 'vitest'
import { addDays } from '../../kernel/days.ts'
import { easterSunday, generatedCalendars, generateHolidays } from './generators.ts'
import { isWeekend } from './conventions.ts'
import { shippedCalendars } from './holidays.ts'

const calendars = shippedCalendars()

test.each(generatedCalendars())('the rules of %s give the published weekdays of 2026 and 2027', (calendar) => {
  const made = [2026, 2027].flatMap((year) => generateHolidays(calendar, year, '2026-11-20'))
  const published: [string, string][] = []
  for (let day = '2026-01-01'; day <= '2027-12-31'; day = addDays(day, 1)) {
    const closure = calendars.closure(calendar, day)
    if (closure?.code === 'BankHoliday') published.push([day, closure.name])
  }
  expect(made.map(({ day, name }) => [day, name])).toEqual(published)
  expect(made.some(({ day }) => isWeekend(calendar, day))).toBe(false)
})

test.each([
  [2019, '2019-04-21'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2028, '2028-04-16'],
  [2035, '2035-03-25'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
])('Easter of %i is %s', (year, day) => {
  expect(easterSunday(year)).toBe(day)
})

test('years with a holiday on a weekend give it back only where the law does', () => {
  const days = (calendar: string, year: number) => generateHolidays(calendar, year, '2026-11-20').map(({ day }) => day)
  expect(days('USD', 2028)).not.toContain('2027-12-31') // 1 January 2028 is a Saturday: the Fed is open on Friday
  expect(days('USD', 2028)).not.toContain('2028-01-03')
  expect(days('GBP', 2028)).toContain('2028-01-03')
  expect(days('EUR', 2028)).not.toContain('2028-01-03')
})

test('a calendar that follows no rule is refused', () => {
  expect(() => generateHolidays('JPY', 2028, '2026-11-20')).toThrow('JPY follows no rule known here')
})
