import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { loadCalendars } from './holidays.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'

const db = await testDatabase()

test('an empty table is filled from the shipped files once, by the first process that starts', async () => {
  const [one, other] = await Promise.all([loadCalendars(db), loadCalendars(db)])
  for (const calendars of [one, other, shippedCalendars()]) {
    expect(calendars.closure('USD', '2026-11-26')).toEqual({
      currency: 'USD',
      code: 'BankHoliday',
      name: 'Thanksgiving Day',
    })
    expect(calendars.coverage('HKD')).toMatchObject({ toDay: '2028-12-31', announcedTo: '2026-12-31' })
    expect(calendars.closure('HKD', '2027-02-08')).toMatchObject({ code: 'BankHoliday', expected: true })
    expect(calendars.closure('HKD', '2026-10-19')?.expected).toBeUndefined()
  }
})

test('a calendar that a later release ships is added, the others are left as they are', async () => {
  await db.pool.query("delete from fx_holidays where calendar = 'MYR'")
  await db.pool.query("delete from fx_calendar_coverage where calendar = 'MYR'")
  await db.pool.query("delete from fx_holidays where calendar = 'JPY'")
  const calendars = await loadCalendars(db)
  expect(calendars.closure('MYR', '2026-08-31')?.name).toBe('National Day')
  expect(calendars.closure('JPY', '2026-11-23')).toBeUndefined()
})

test('loading calendars keeps holidays that an operator has changed', async () => {
  await db.pool.query("insert into fx_holidays values ('EUR', '2026-11-24', 'Test day', 'operator', '2026-11-20')")
  expect((await loadCalendars(db)).closure('EUR', '2026-11-24')?.name).toBe('Test day')
})
