import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { systemClock } from '../../../kernel/values/clock.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { createListener } from '../../../kernel/db/notifications.ts'
import { openCalendars } from './live.ts'
import { loadCalendars } from './holidays.ts'
import { importHolidays, parseHolidays } from './import.ts'
import { parsePair } from '../pairs.ts'
import { spotDate } from '../dates/spot.ts'

const db = await testDatabase()
await loadCalendars(db)
const HEADER = 'calendar,day,name,source,as_of'
const file = (...lines: string[]) => parseHolidays([HEADER, ...lines].join('\n'))
const run = (lines: string[], fromDay: string, toDay: string) =>
  inTransaction(db, (tx) => importHolidays(tx, { holidays: file(...lines), fromDay, toDay, source: 'the bank' }))

test.each([
  ['calendar,day,name', 'The first line'],
  [`${HEADER}\nEUR,2028-01-03,New Year`, 'Line 2 has not five values'],
  [`${HEADER}\nEUR,2028-01-03,New Year,ECB,2027-06-01\nXYZ,2028-01-03,New Year,ECB,2027-06-01`, 'Line 3 names XYZ'],
  [`${HEADER}\nEUR,2028-02-30,New Year,ECB,2027-06-01`, 'Line 2 has a day'],
  [`${HEADER}\nEUR,2028-01-03,,ECB,2027-06-01`, 'Line 2 lacks the name'],
  [`${HEADER}\nEUR,2028-01-03,A,B,2027-06-01\nEUR,2028-01-03,C,D,2027-06-01`, 'Line 3 names a day'],
])('an invalid file is rejected with the line: %j', (text, message) => {
  expect(() => parseHolidays(text)).toThrow(message)
})

test('running servers use the new holidays immediately, and dates past the old coverage become possible', async () => {
  const listener = createListener(db)
  const calendars = await openCalendars(db, listener, systemClock)
  await listener.start()
  const pair = parsePair('EURUSD')
  expect(spotDate(calendars, pair, '2026-12-08')).toBe('2026-12-10')
  const kept = (
    await db.pool.query(
      "select day from fx_holidays where calendar = 'EUR' and day between '2026-12-01' and '2026-12-31'",
    )
  ).rows
  const [change] = await run(
    ['EUR,2026-12-10,A new day,the bank,2026-11-20', 'EUR,2026-12-25,Christmas Day,the bank,2026-11-20'],
    '2026-12-01',
    '2026-12-31',
  )
  expect(change).toMatchObject({ calendar: 'EUR', added: [{ day: '2026-12-10' }], coveredTo: '2027-12-31' })
  expect(change!.removed.map(({ day }) => day)).toEqual(
    kept.map((row: { day: string }) => row.day).filter((day: string) => day !== '2026-12-25'),
  )
  await expect.poll(() => spotDate(calendars, pair, '2026-12-08')).toBe('2026-12-11')
  await run(['EUR,2028-01-03,A day,the bank,2027-06-01'], '2028-01-01', '2028-12-31')
  await run(['USD,2028-01-17,A day,the bank,2027-06-01'], '2028-01-01', '2028-12-31')
  await expect.poll(() => calendars.closure('USD', '2028-01-17')?.name).toBe('A day')
  expect(spotDate(calendars, pair, '2027-12-30')).toBe('2028-01-04')
  await listener.close()
})

test('a gap in what is known, a day outside the range and an empty file change nothing', async () => {
  const day = 'CHF,2029-01-02,A day,the bank,2027-06-01'
  await expect(run([day], '2029-01-01', '2029-12-31')).rejects.toThrow('those between would stay unknown')
  await expect(run([day], '2028-01-01', '2028-12-31')).rejects.toThrow('lies outside')
  await expect(run([], '2028-01-01', '2028-12-31')).rejects.toThrow('names no holiday')
  const { rows } = await db.pool.query("select to_day from fx_calendar_coverage where calendar = 'CHF'")
  expect(rows[0].to_day).toBe('2027-12-31')
})
