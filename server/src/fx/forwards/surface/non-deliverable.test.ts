import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'

const db = await testDatabase()
const WINDOW = { forwardType: 'Window', accessDate: '2026-12-07', valueDate: '2026-12-18', amount: '1000.00' }

test('a client that looks for forwards to draw is not led to one that is settled in cash', async () => {
  const desk = await openForwardDesk(db)
  const inCash = await desk.forward(WINDOW, { fundsDelivery: 'NonDeliverable' })
  const delivered = await desk.forward(WINDOW)
  const spent = await desk.forward(WINDOW)
  await desk.draw(spent.tradeId, '1000.00')
  const list = async (isDrawable: boolean) => {
    const { body } = await desk.get(`/v1/fx/trades?tradeType=Forward&drawable=${isDrawable}`)
    return body.data.map(({ tradeId }: { tradeId: string }) => tradeId)
  }
  expect(await list(true)).toEqual([delivered.tradeId])
  expect(await list(false)).toEqual([spent.tradeId, inCash.tradeId])

  await desk.advance('2026-12-07T10:00:00.000Z')
  const { body } = await desk.get('/v1/events?types=forward.windowOpened')
  const opened = body.data.map(({ resource }: { resource: { id: string } }) => resource.id)
  expect(opened).toEqual([delivered.tradeId])
})
