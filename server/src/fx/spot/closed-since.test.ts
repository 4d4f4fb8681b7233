import { expect, test } from 'vitest'
import { errorCode } from '../../../test/support/codes.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'

const db = await testDatabase()

test('a spot quote whose value date an imported holiday has closed cannot be booked, and stays unused', async () => {
  const desk = await openDesk(db, 'RM', { now: '2026-11-25T10:00:00.000Z' }) // a Wednesday; the 26th is Thanksgiving
  const { quoteId } = (await desk.quote({ valueDate: '2026-11-27' })).body
  await db.pool.query(`update fx_quotes set value_date = '2026-11-26' where entity_id = $1`, [desk.entityId])
  const { status, body } = await desk.book(quoteId)
  expect([status, errorCode(body)]).toEqual([422, 'value_date_unavailable'])
  expect(body.params).toMatchObject({
    valueDate: '2026-11-26',
    reasons: [{ currency: 'USD', code: 'BankHoliday' }],
    nextAvailable: '2026-11-27',
  })
  await db.pool.query(`update fx_quotes set value_date = '2026-11-27' where entity_id = $1`, [desk.entityId])
  expect((await desk.book(quoteId)).status).toBe(201)
})
