import { expect, test } from 'vitest'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'

const db = await testDatabase()

test('a forward quote whose value date an imported holiday has closed cannot be booked, and stays unused', async () => {
  const desk = await openForwardDesk(db)
  const { quoteId } = (await desk.quoteForward({ valueDate: '2026-12-23' })).body
  await db.pool.query(`update fx_quotes set value_date = '2026-12-25' where entity_id = $1`, [desk.entityId])
  const { status, body } = await desk.bookForward(quoteId)
  expect([status, errorCode(body)]).toEqual([422, 'value_date_unavailable'])
  expect(body.params).toMatchObject({ valueDate: '2026-12-25', nextAvailable: '2026-12-28' })
  await db.pool.query(`update fx_quotes set value_date = '2026-12-23' where entity_id = $1`, [desk.entityId])
  expect((await desk.bookForward(quoteId)).status).toBe(201)
})
