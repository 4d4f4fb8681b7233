import { expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../../kernel/values/days.ts'
import { easterSunday } from './easter.ts'
import { generatedCalendars, generateHolidays } from './generators.ts'
import { isWeekend } from '../conventions.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'

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

test('a holiday on a weekend moves to a weekday only where the law says so', () => {
  const days = (calendar: string, year: number) => generateHolidays(calendar, year, '2026-11-20').map(({ day }) => day)
  expect(days('USD', 2028)).not.toContain('2027-12-31') // 1 January 2028 is a Saturday: the Fed is open on Friday
  expect(days('USD', 2028)).not.toContain('2028-01-03')
  expect(days('GBP', 2028)).toContain('2028-01-03')
  expect(days('EUR', 2028)).not.toContain('2028-01-03')
})

test.each([
  ['JPY', 2030, '2030-03-20', 'Vernal Equinox Day'],
  ['JPY', 2028, '2028-09-22', 'Autumnal Equinox Day'],
  ['JPY', 2044, '2044-09-22', 'Autumnal Equinox Day'],
  ['JPY', 2032, '2032-09-21', "Citizens' Holiday"], // between Respect for the Aged Day and the equinox
  ['JPY', 2030, '2030-02-12', undefined], // the 11th is a Monday
  ['JPY', 2029, '2029-02-12', 'National Foundation Day (substitute)'],
  ['JPY', 2029, '2029-04-30', 'Showa Day (substitute)'],
  ['JPY', 2028, '2028-02-14', undefined], // a Saturday's holiday is not given back
  ['JPY', 2023, '2023-01-04', undefined], // New Year's Day was a Sunday: the 2nd and 3rd are closed anyway
  ['NZD', 2022, '2022-01-04', "Day after New Year's Day (observed)"],
  ['NZD', 2023, '2023-01-03', "New Year's Day (observed)"],
  ['NZD', 2028, '2028-07-14', 'Matariki'],
  ['NZD', 2038, '2038-04-26', 'Easter Monday'], // Anzac Day falls on Easter Sunday: its Monday is a holiday already
  ['NZD', 2038, '2038-04-27', undefined],
  ['AUD', 2028, '2028-01-03', "New Year's Day (observed)"],
  ['AUD', 2028, '2028-04-25', 'Anzac Day'],
  ['AUD', 2032, '2032-04-26', undefined], // Anzac Day is a Sunday, and lost in Sydney
  ['MXN', 2030, '2030-10-01', 'Inauguration Day'],
  ['MXN', 2028, '2028-10-02', undefined],
  ['MXN', 2028, '2028-12-12', 'Our Lady of Guadalupe'],
  ['CZK', 2028, '2028-07-05', 'Saints Cyril and Methodius Day'],
  ['CZK', 2028, '2028-12-26', 'Boxing Day'],
])('%s in %i: %s is %s', (calendar, year, day, name) => {
  const made = generateHolidays(calendar, year, '2026-11-20')
  expect(made.find((holiday) => holiday.day === day)?.name).toBe(name)
  expect(new Set(made.map((holiday) => holiday.day)).size).toBe(made.length)
})

test('Matariki is a Friday in every year that its law lists', () => {
  for (let year = 2022; year <= 2052; year++) {
    const found = generateHolidays('NZD', year, '2026-11-20').filter(({ name }) => name === 'Matariki')
    expect(found.map(({ day }) => weekdayOf(day))).toEqual([5])
  }
})

test('a year after the last known one is rejected, not guessed', () => {
  expect(() => generateHolidays('NZD', 2053, '2026-11-20')).toThrow('hold from 2022 to 2052')
  expect(() => generateHolidays('JPY', 2100, '2026-11-20')).toThrow('hold from 2022 to 2099')
})

test('a calendar that follows no rule is refused', () => {
  expect(() => generateHolidays('INR', 2028, '2026-11-20')).toThrow('INR follows no rule known here')
})

test('the calendars that follow a rule are those of the EUR, USD, GBP, JPY, CAD, CHF, AUD, NZD, SEK, NOK, DKK, PLN, CZK and MXN', () => {
  const expected = 'EUR USD GBP JPY CAD CHF AUD NZD SEK NOK DKK PLN CZK MXN'.split(' ')
  expect(generatedCalendars().toSorted()).toEqual(expected.toSorted())
})
