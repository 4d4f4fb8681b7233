import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { loadCalendars } from '../../fx/calendar/holidays/holidays.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { operatorCommand } from '../operator.ts'
import { testInstitution } from '../../../test/support/accounts.ts'

const db = await testDatabase()
await loadCalendars(db)
const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}

const isClosed = async (calendar: string, day: string) => (await loadCalendars(db)).closure(calendar, day) !== undefined
const audited = async () =>
  (await db.pool.query("select count(*)::int as count from audited_acts where action = 'holidays.imported'")).rows[0]
    .count

test('an import lists the booked trades that it touches, a preview changes nothing', async () => {
  const desk = await openDesk(db, 'RM')
  const quote = await desk.quote({ valueDate: '2026-11-27' })
  const touched = await desk.book(quote.body.quoteId)
  const sooner = await desk.book((await desk.quote({ valueDate: '2026-11-25' })).body.quoteId)
  expect([touched.status, sooner.status]).toEqual([201, 201])
  const file = path.join(folder, 'november.csv')
  writeFileSync(
    file,
    'calendar,day,name,source,as_of\nUSD,2026-11-26,Thanksgiving Day,the bank,2026-11-20\nUSD,2026-11-27,A day of mourning,the bank,2026-11-20\n',
  )
  const options = ['--file', file, '--from', '2026-11-23', '--to', '2026-11-30']

  const preview = await run('import-holidays', ...options, '--preview')
  expect(preview).toMatchObject({ preview: true, added: ['USD 2026-11-27 A day of mourning'], removed: [] })
  expect(preview.touchedTrades).toEqual([
    `${touched.body.tradeId} ${desk.wire.entityId} Spot Executed EUR/USD for 2026-11-27, closed in USD`,
  ])
  expect([await isClosed('USD', '2026-11-27'), await audited()]).toEqual([false, 0])

  expect((await run('import-holidays', ...options)).touchedTrades).toEqual(preview.touchedTrades)
  expect([await isClosed('USD', '2026-11-27'), await audited()]).toEqual([true, 1])
  const again = await run('import-holidays', ...options)
  expect([again.added, again.removed, again.touchedTrades]).toEqual([[], [], []])
})

test('an import lists the open held rates whose delivery date it closes: none can be booked for that day', async () => {
  const desk = await openDesk(db, 'ABS')
  const { body: held, status } = await desk.post('/v1/fx/quotes/held-rate', {
    ...desk.wire,
    buyCurrency: 'EUR',
    sellCurrency: 'USD',
    fixedSide: 'Buy',
    estimatedAmount: '100000.00',
    tenor: 'PT1H',
    postExpiryAction: 'Reject',
  })
  expect([status, held.code]).toEqual([201, undefined])
  const day = held.deliveryDates.at(-1)
  const file = path.join(folder, 'held.csv')
  writeFileSync(file, `calendar,day,name,source,as_of\nEUR,${day},A day of mourning,the bank,2026-11-20\n`)
  const imported = await run('import-holidays', '--file', file, '--from', day, '--to', day, '--preview')
  expect(imported.touchedHeldRates).toEqual([
    `${held.quoteId} ${desk.wire.entityId} Active EUR/USD for ${day}, closed in EUR`,
  ])
})

test('an import lists the unsent payments that are dated on a day which it closes, and moves none', async () => {
  const service = await openPayments(db, 'RM')
  const monday = { paymentDate: '2026-12-14' }
  const { body: touched } = await service.create(monday, 'USD')
  const { body: cancelled } = await service.create(monday, 'USD')
  await service.post(`/v1/payments/${cancelled.paymentId}/cancel`, {})
  await service.create(monday, 'GBP')
  const file = path.join(folder, 'december.csv')
  writeFileSync(file, 'calendar,day,name,source,as_of\nUSD,2026-12-14,A day of mourning,the bank,2026-11-20\n')
  const imported = await run('import-holidays', '--file', file, '--from', '2026-12-14', '--to', '2026-12-14')
  expect(imported.touchedPayments).toEqual([
    `${touched.paymentId} ${service.wireEntity} Scheduled USD on 2026-12-14, closed in USD`,
  ])
  expect((await service.read(touched.paymentId)).paymentDate).toBe('2026-12-14')
})

test('an import of holidays lists no payment whose rail is open every day', async () => {
  const service = await openPayments(db, 'RM')
  const tuesday = { paymentDate: '2026-12-15' }
  const { body: faster } = await service.create(tuesday, 'GBP')
  const { body: chaps } = await service.create({ ...tuesday, rail: 'Chaps' }, 'GBP')
  expect([faster.rail, chaps.rail]).toEqual(['Fps', 'Chaps'])
  const file = path.join(folder, 'tuesday.csv')
  writeFileSync(file, 'calendar,day,name,source,as_of\nGBP,2026-12-15,A day of mourning,the bank,2026-11-20\n')
  const options = ['--file', file, '--from', '2026-12-15', '--to', '2026-12-15', '--preview']
  expect((await run('import-holidays', ...options)).touchedPayments).toEqual([
    `${chaps.paymentId} ${service.wireEntity} Scheduled GBP on 2026-12-15, closed in GBP`,
  ])
})

test('the rules’ holidays of another year make a file that can be imported', async () => {
  const file = path.join(folder, '2028.csv')
  const made = await run('generate-holidays', '--calendar', 'EUR,USD', '--year', '2028', '--out', file)
  expect(made).toMatchObject({ calendars: ['EUR', 'USD'] })
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(made.holidays + 2)
  const imported = await run('import-holidays', '--file', file, '--from', '2028-01-01', '--to', '2028-12-31')
  expect(imported.calendars).toEqual(['EUR 2026-01-01 to 2028-12-31', 'USD 2026-01-01 to 2028-12-31'])
  expect(await isClosed('EUR', '2028-04-14')).toBe(true) // Good Friday
  await expect(run('generate-holidays', '--calendar', 'EUR', '--year', '28', '--out', file)).rejects.toThrow(
    'not a year',
  )
})

test('the operator sees how far each calendar reaches and which ends soon', async () => {
  const { calendars, endingSoon } = await run('list-calendars')
  expect(calendars).toContain('AED to 2028-12-31, announced to 2026-12-31')
  expect(calendars).toContain('KWD to 2028-12-31, announced to none')
  expect(endingSoon.every((line: string) => / on \d{4}-\d\d-\d\d$/.test(line))).toBe(true)
})
