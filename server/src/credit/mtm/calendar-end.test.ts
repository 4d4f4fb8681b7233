import { expect, test } from 'vitest'
import { openCreditDesk } from '../../../test/support/credit.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { endingOn } from '../../../test/support/calendars.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'

const db = await testDatabase()

test('on the last days of the AED calendar an open AED forward stops neither facility, valuation nor margin', async () => {
  const desk = await openCreditDesk(db, {
    now: '2026-12-14T10:00:00.000Z',
    mids: { AED: '3.6725' },
    calendars: endingOn(shippedCalendars(), 'AED', '2026-12-31'),
  })
  await desk.reserve({ pair: 'USD/AED', base: '100000', rate: '3.6725', valueDate: '2026-12-31' })
  await desk.reserve({ pair: 'GBP/USD', base: '100000', rate: '1.3124', valueDate: '2027-02-26' })
  const before = (await desk.get(`/v1/credit/mtm/trades?entityId=${desk.wire.entityId}`)).body
  expect(before.data.map(({ datedBy }: { datedBy: string }) => datedBy)).toEqual(['Calendar', 'Calendar'])

  desk.time.now = new Date('2026-12-30T10:00:00.000Z') // spot of USD/AED would lie in 2027
  const reads = [
    `/v1/credit/facilities?entityId=${desk.wire.entityId}`,
    `/v1/credit/facilities/${desk.wireFacilityId}/terms?entityId=${desk.wire.entityId}`,
    `/v1/credit/mtm/currency-pairs?entityId=${desk.wire.entityId}`,
  ]
  for (const url of reads) expect([url, (await desk.get(url)).status]).toEqual([url, 200])
  const { status, body } = await desk.get(`/v1/credit/mtm/trades?entityId=${desk.wire.entityId}`)
  expect(status).toBe(200)
  const byPair = new Map(body.data.map((line: { currencyPair: string }) => [line.currencyPair, line]))
  expect(byPair.get('USD/AED')).toMatchObject({
    datedBy: 'LastKnownDate',
    pricedAtDate: '2026-12-31',
    forwardPoints: '0.0000',
  })
  expect(byPair.get('GBP/USD')).toMatchObject({ datedBy: 'Calendar' })
  const shocks = [{ currencyPair: 'GBP/USD', percent: '5' }]
  expect((await desk.post('/v1/credit/simulate', { ...desk.wire, shocks })).status).toBe(200)
  expect((await desk.run()).status).toBe(200)
  await desk.reserve({ pair: 'GBP/USD', base: '1000', rate: '1.3124', valueDate: '2027-02-26' })
})

test('a margin call that is issued past the known holidays of its currency still has a deadline', async () => {
  const desk = await openCreditDesk(db, {
    now: '2026-12-30T10:00:00.000Z',
    calendars: endingOn(shippedCalendars(), 'GBP', '2026-12-31'),
  })
  const term = { pair: 'EUR/USD', side: 'Buy' as const, rate: '1.30', valueDate: '2027-02-26' }
  await desk.reserve(term)
  const { status } = await desk.run()
  expect(status).toBe(200)
  const calls = (await desk.get(`/v1/credit/margin-calls?entityId=${desk.wire.entityId}`)).body.data
  expect(calls).toHaveLength(1)
  expect(calls[0].dueAt.slice(0, 10)).toBe('2027-01-01') // two weekdays on
})
