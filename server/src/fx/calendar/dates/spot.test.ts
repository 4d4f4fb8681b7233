import { expect, test } from 'vitest'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { parsePair } from '../pairs.ts'
import { spotDate } from './spot.ts'
import { endOfTradingDay, marketSession, tradeDateOf } from './trading-day.ts'

const calendars = shippedCalendars()

test.each([
  ['EURUSD', '2026-11-24', '2026-11-27', 'T+2 is Thanksgiving'],
  ['EURUSD', '2026-11-25', '2026-11-27', 'a US holiday on T+1 is ignored'],
  ['USDCAD', '2026-11-25', '2026-11-27', 'T+1 is a US holiday'],
  ['USDMXN', '2026-11-25', '2026-11-30', 'Latin America: the US holiday on T+1 counts'],
  ['EURUSD', '2026-12-23', '2026-12-28', 'Christmas'],
  ['GBPUSD', '2026-12-23', '2026-12-29', 'Boxing Day substitute'],
  ['AUDUSD', '2026-12-23', '2026-12-29', 'Boxing Day substitute'],
  ['USDJPY', '2026-12-30', '2027-01-05', '31 December is a bank holiday in Japan'],
  ['EURUSD', '2027-03-24', '2027-03-30', 'Good Friday and Easter Monday of TARGET'],
  ['USDJPY', '2027-03-24', '2027-03-26', 'Good Friday is no Fed and no Japanese holiday'],
  ['USDCAD', '2027-03-25', '2027-03-29', 'Easter Monday is good in CAD and USD'],
  ['EURNOK', '2027-03-23', '2027-03-30', 'Maundy Thursday'],
  ['GBPJPY', '2027-04-29', '2027-05-06', 'Golden Week and UK early May'],
  ['USDJPY', '2027-04-30', '2027-05-07', 'Golden Week 3-5 May'],
  ['EURJPY', '2027-04-30', '2027-05-07', 'Golden Week 3-5 May'],
  ['EURCHF', '2027-05-04', '2027-05-07', 'Ascension'],
  ['EURUSD', '2027-05-27', '2027-06-01', 'Memorial Day'],
  ['GBPUSD', '2027-05-27', '2027-06-01', 'Memorial Day and spring bank holiday'],
  ['EURUSD', '2027-06-16', '2027-06-18', 'Juneteenth is a Saturday: the Fed is open on Friday'],
  ['GBPUSD', '2027-06-16', '2027-06-18', 'Juneteenth is a Saturday: the Fed is open on Friday'],
  ['USDSEK', '2027-06-23', '2027-06-28', 'Midsummer Eve'],
  ['GBPCAD', '2027-06-29', '2027-07-02', 'Canada Day'],
  ['EURUSD', '2027-07-01', '2027-07-06', '4 July is a Sunday: Monday'],
  ['USDMXN', '2027-07-02', '2027-07-07', 'Latin America: 5 July counts'],
  ['USDJPY', '2027-10-07', '2027-10-12', '11 October is closed in both'],
  ['EURUSD', '2027-12-22', '2027-12-24', 'Christmas is a Saturday: the Fed and T2 are open on 24 December'],
  ['EURGBP', '2027-12-22', '2027-12-24', 'Christmas is a Saturday: the Fed and T2 are open on 24 December'],
  ['GBPUSD', '2027-12-23', '2027-12-29', 'two substitute days'],
])('spot of %s dealt on %s is %s: %s', (pair, tradeDate, expected) => {
  expect(spotDate(calendars, parsePair(pair), tradeDate)).toBe(expected)
})

test.each([
  ['2026-11-25T21:59:59Z', '2026-11-25', '2026-11-26'],
  ['2026-11-25T22:00:00Z', '2026-11-26', '2026-11-26'],
  ['2026-11-27T22:00:00Z', '2026-11-30', '2026-11-30'],
  ['2027-03-15T20:59:59Z', '2027-03-15', '2027-03-16'],
  ['2027-03-15T21:00:00Z', '2027-03-16', '2027-03-16'],
])('a deal struck at %s has trade date %s, in NZD pairs %s', (at, newYork, auckland) => {
  expect(tradeDateOf(parsePair('EURUSD'), new Date(at))).toBe(newYork)
  expect(tradeDateOf(parsePair('NZDUSD'), new Date(at))).toBe(auckland)
  expect(tradeDateOf(parsePair('EURNZD'), new Date(at))).toBe(auckland)
})

test.each([
  ['2026-11-20T21:59:59Z', true, '2026-11-20T22:00:00Z'],
  ['2026-11-20T22:00:00Z', false, '2026-11-22T22:00:00Z'],
  ['2026-11-22T21:59:59Z', false, '2026-11-22T22:00:00Z'],
  ['2026-11-22T22:00:00Z', true, '2026-11-27T22:00:00Z'],
  ['2027-03-12T23:00:00Z', false, '2027-03-14T21:00:00Z'], // New York moves its clocks on that Sunday
  ['2027-07-07T12:00:00Z', true, '2027-07-09T21:00:00Z'],
])('at %s the market is open: %s, until %s', (at, isOpen, until) => {
  expect(marketSession(new Date(at))).toMatchObject({ isOpen, to: new Date(until) })
})

test('a trading day ends where the next begins', () => {
  for (const pair of [parsePair('EURUSD'), parsePair('NZDUSD')]) {
    const end = endOfTradingDay(pair.turn, '2027-03-12').at
    expect(tradeDateOf(pair, new Date(end.getTime() - 1))).toBe('2027-03-12')
    expect(tradeDateOf(pair, end)).toBe('2027-03-15')
  }
})

test('a date past the known holidays is refused, not guessed', () => {
  expect(() => spotDate(calendars, parsePair('EURUSD'), '2027-12-30')).toThrow(
    expect.objectContaining({ code: 'value_date_beyond_coverage' }),
  )
})
