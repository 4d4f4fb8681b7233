import { expect, test } from 'vitest'
import { figuresOf, passedBetween } from './passed.ts'

test('a year passes four changes of the clock, month ends, a year end and the holidays of each currency', () => {
  const holidays = new Map([
    ['GBP', ['2026-12-25', '2026-12-26', '2027-03-29', '2028-01-03']],
    ['USD', ['2027-07-05']],
  ])
  const passed = passedBetween(
    '2026-11-30',
    '2027-11-12',
    ['Europe/London', 'America/New_York', 'Asia/Tokyo'],
    holidays,
  )
  expect(Object.fromEntries(passed.daylightSaving)).toEqual({
    'Europe/London': ['2027-03-28', '2027-10-31'],
    'America/New_York': ['2027-03-14', '2027-11-07'],
    'Asia/Tokyo': [],
  })
  expect(passed).toMatchObject({ monthEnds: 12, yearEnds: 1, weekends: 49 })
  expect(figuresOf(passed)).toMatchObject({
    'clock changes in Europe/London': '2027-03-28, 2027-10-31',
    'holidays on weekdays': 'GBP 2, USD 1', // 26 December 2026 is a Saturday
  })
})
