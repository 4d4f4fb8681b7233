import { expect, test } from 'vitest'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { weekdayOf } from '../../kernel/values/days.ts'
import { arrivalDate, earliestPayment, handOverBy, paymentDateError } from './payment-dates.ts'
import { businessDays } from '../../../test/support/calendars.ts'
import type { Rail } from '../schemes/index.ts'

/** Weekends, Christmas Day everywhere, Thanksgiving in the US. */
const isBusinessDay = (currency: string, day: string) =>
  weekdayOf(day) < 6 && day !== '2026-12-25' && !(currency === 'USD' && day === '2026-11-26')

test.each<[string, Rail | undefined, string, string, string, string]>([
  // currency, rail, at, payment date, cut-off, arrival
  ['GBP', undefined, '2026-11-28T12:00:00Z', '2026-11-28', '2026-11-29T00:00:00.000Z', '2026-11-28'], // a Saturday
  ['GBP', 'Chaps', '2026-11-24T17:39:59Z', '2026-11-24', '2026-11-24T17:40:00.000Z', '2026-11-24'],
  ['GBP', 'Chaps', '2026-11-24T17:40:00Z', '2026-11-25', '2026-11-25T17:40:00.000Z', '2026-11-25'],
  ['EUR', undefined, '2026-11-27T14:59:59Z', '2026-11-27', '2026-11-27T15:00:00.000Z', '2026-11-30'],
  ['EUR', undefined, '2026-11-27T15:00:00Z', '2026-11-30', '2026-11-30T15:00:00.000Z', '2026-12-01'],
  ['EUR', undefined, '2026-12-24T16:00:00Z', '2026-12-28', '2026-12-28T15:00:00.000Z', '2026-12-29'],
  ['EUR', 'SepaInstant', '2026-12-25T22:59:59Z', '2026-12-25', '2026-12-25T23:00:00.000Z', '2026-12-25'],
  ['USD', 'Fedwire', '2026-11-25T22:00:00Z', '2026-11-27', '2026-11-27T22:00:00.000Z', '2026-11-27'],
  ['USD', undefined, '2026-11-25T19:59:59Z', '2026-11-25', '2026-11-25T20:00:00.000Z', '2026-11-27'],
  ['AUD', undefined, '2026-11-24T22:00:00Z', '2026-11-25', '2026-11-25T04:00:00.000Z', '2026-11-26'], // Sydney is a day ahead
  ['CHF', undefined, '2026-07-01T11:59:59Z', '2026-07-01', '2026-07-01T12:00:00.000Z', '2026-07-02'], // summer time
])('%s by %s at %s leaves on %s until %s and arrives on %s', (currency, rail, at, day, cutOff, arrival) => {
  const found = earliestPayment({ currency, ...(rail ? { rail } : {}), at: new Date(at) }, isBusinessDay)
  expect([found.earliestPaymentDate, found.cutOffAt.toISOString(), found.expectedArrivalDate]).toEqual([
    day,
    cutOff,
    arrival,
  ])
})

test('the cut-off is also stated in the time zone of the rail', () => {
  const found = earliestPayment(
    { currency: 'USD', rail: 'Fedwire', at: new Date('2026-07-01T12:00:00Z') },
    isBusinessDay,
  )
  expect(found).toMatchObject({
    cutOffLocalTime: '17:00',
    zone: 'America/New_York',
    cutOffAt: new Date('2026-07-01T21:00:00Z'),
  })
})

test.each<[Rail, string, string, string]>([
  ['Sepa', 'EUR', '2026-11-24', '2026-11-24T15:15:00.000Z'], // the cut-off is at 16:00 in Brussels
  ['Sepa', 'EUR', '2026-07-01', '2026-07-01T14:15:00.000Z'], // summer time
  ['Chaps', 'GBP', '2026-12-31', '2026-12-31T17:55:00.000Z'],
  ['Swift', 'AUD', '2026-11-25', '2026-11-25T04:15:00.000Z'], // Sydney is ahead
  ['Fedwire', 'USD', '2026-11-25', '2026-11-25T22:15:00.000Z'], // New York is behind
  ['SepaInstant', 'EUR', '2026-12-31', '2026-12-31T23:00:00.000Z'], // open at all times: a message has the day on which it is written
  ['Fps', 'GBP', '2026-11-28', '2026-11-29T00:00:00.000Z'],
])('a message by %s in %s dated %s is late from %s on', (rail, currency, day, instant) => {
  expect(handOverBy(rail, currency, day).toISOString()).toBe(instant)
})

test.each([
  ['2026-11-25', undefined],
  ['2026-11-23', { reason: 'Past', nextAvailable: '2026-11-25' }],
  ['2026-11-24', { reason: 'CutOffPassed', nextAvailable: '2026-11-25' }],
  ['2026-11-28', { reason: 'NotABusinessDay', nextAvailable: '2026-11-30' }],
  ['2027-11-24', undefined],
  ['2027-11-25', { reason: 'TooFarAhead', nextAvailable: '2027-11-24' }],
])('a SEPA payment given on 24 November after the cut-off and dated %s: %j', (paymentDate, error) => {
  const at = new Date('2026-11-24T15:00:00Z')
  expect(paymentDateError({ rail: 'Sepa', currency: 'EUR', paymentDate, at }, isBusinessDay)).toEqual(error)
})

test('the shipped holiday tables serve: TARGET is closed on Good Friday 2027, the Fed is not', () => {
  const isOpenDay = businessDays(shippedCalendars())
  const at = new Date('2027-03-26T09:00:00Z')
  const dates = (['EUR', 'USD'] as const).map(
    (currency) => earliestPayment({ currency, at }, isOpenDay).earliestPaymentDate,
  )
  expect(dates).toEqual(['2027-03-30', '2027-03-26'])
})

test('a payment that arrives the next business day passes over the holiday', () => {
  expect(arrivalDate('Sepa', 'EUR', '2026-12-24', isBusinessDay)).toBe('2026-12-28')
  expect(arrivalDate('Fps', 'GBP', '2026-12-24', isBusinessDay)).toBe('2026-12-24')
})
