import { expect, test } from 'vitest'
import { expectedDates } from './dates.ts'

const dates = (rail: 'Fps' | 'Chaps' | 'Swift' | 'Fedwire', currency: string, leavesOn: string, arrivesOn = leavesOn) =>
  Object.values(expectedDates({ rail, currency, leavesOn, arrivesOn }, new Date('2026-07-03T16:30:00Z'))).map((at) =>
    at.toISOString(),
  )

test('a payment that leaves on the current day of its rail leaves now', () => {
  expect(dates('Fps', 'GBP', '2026-07-03')).toEqual(['2026-07-03T16:30:00.000Z', '2026-07-03T16:30:00.000Z'])
})

test('a later day begins at midnight where the rail is', () => {
  expect(dates('Chaps', 'GBP', '2026-07-06')).toEqual(['2026-07-05T23:00:00.000Z', '2026-07-05T23:00:00.000Z'])
  expect(dates('Chaps', 'GBP', '2026-11-30')).toEqual(['2026-11-30T00:00:00.000Z', '2026-11-30T00:00:00.000Z'])
  expect(dates('Fedwire', 'USD', '2026-07-06')).toEqual(['2026-07-06T04:00:00.000Z', '2026-07-06T04:00:00.000Z'])
  expect(dates('Swift', 'NZD', '2026-07-06', '2026-07-07')).toEqual([
    '2026-07-05T12:00:00.000Z',
    '2026-07-06T12:00:00.000Z',
  ])
})

test('a day that has begun where the rail is lasts from now', () => {
  expect(dates('Swift', 'NZD', '2026-07-04')).toEqual(['2026-07-03T16:30:00.000Z', '2026-07-03T16:30:00.000Z'])
})
