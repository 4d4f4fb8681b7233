import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, parseDate } from './dates.ts'

test.each([
  ['2016-01-01T10:40:00', '2016-01-01T10:40:00.000Z'],
  ['20160101T104012.345Z', '2016-01-01T10:40:12.345Z'],
  ['2016-01-01T10:40:12.34567+01', '2016-01-01T10:40:12.345Z'],
  ['20160101T104012.567+01', '2016-01-01T10:40:12.567Z'],
  ['2025-04-23T15:47:00.999', '2025-04-23T15:47:00.999Z'],
  ['2016-01-01T10:40:00 01:00', '2016-01-01T10:40:00.000Z'], // a plus that was decoded as a blank
  ['2016-01-01T10:40:00-0530', '2016-01-01T10:40:00.000Z'],
  ['2016-01-01', '2016-01-01T00:00:00.000Z'],
])('3.6: the query date %s is read without its zone', (text, expected) => {
  expect(parseDate(text, 'ignore')?.at.toISOString()).toBe(expected)
})

test.each([
  ['2016-01-01T10:40:00+01:00', '2016-01-01T09:40:00.000Z'],
  ['2016-01-01T10:40:00-0530', '2016-01-01T16:10:00.000Z'],
  ['20160101T1040Z', '2016-01-01T10:40:00.000Z'],
  ['2016-01-01T10,5', '2016-01-01T10:30:00.000Z'],
  ['2016-01-01T24:00', '2016-01-02T00:00:00.000Z'],
  ['2016-060T10:00:00Z', '2016-02-29T10:00:00.000Z'],
  ['2016-W01-1', '2016-01-04T00:00:00.000Z'],
  ['2015-W53-7', '2016-01-03T00:00:00.000Z'],
])('3.6: the date %s of a body is read with its zone', (text, expected) => {
  expect(parseDate(text, 'read')?.at.toISOString()).toBe(expected)
})

test.each([
  ['0001-01-01T00:00:00', '1900-01-01T00:00:00.000Z'],
  ['0050-001', '1900-01-01T00:00:00.000Z'],
  ['1899-12-31', '1900-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31T24:00', '9999-12-31T23:59:59.999Z'],
])('3.6: the query date %s, outside all data, is valid', (text, expected) => {
  expect(parseDate(text, 'ignore')?.at.toISOString()).toBe(expected)
})

test.each([
  ['9999-12-31T00:00:00+00:00', '9999-12-31T00:00:00.000Z'],
  ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59.999Z'],
  ['1899-12-31T00:00:00Z', undefined],
])('3.6: the date %s of a body, which stands for no end, is valid; one before 1900 is not', (text, expected) => {
  expect(parseDate(text, 'read')?.at.toISOString()).toBe(expected)
})

test.each([
  '',
  'yesterday',
  '2016-02-30',
  '2016-13-01T00:00:00',
  '2016-01-01T25:00:00',
  '2016-01-01T10:61:00',
  '2015-366',
  '2016-W53-1',
  '2016-W54-1',
  '2016-01-01T10:00:00+99:00',
  '2016-01-01T',
  '2016-01-01T10:00:00T11',
])('a date that does not exist is no date: "%s"', (text) => {
  expect(parseDate(text, 'read')).toBeUndefined()
})

test('every instant that goes out carries a zone and is read back as itself', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), (at) => {
      expect(formatDate(at)).toMatch(/\+00:00$/)
      expect(parseDate(formatDate(at), 'read')?.at.getTime()).toBe(at.getTime())
    }),
  )
})
