import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { givenPolicy } from '../../test/support/four-eyes.ts'
import { openOrderDesk } from '../../test/support/order-desk.ts'
import type { Mail } from '../kernel/mail/mailer.ts'

const db = await testDatabase()

/** A desk with a recipient of one topic, and its e-mails. */
async function mailedDesk(topic: string) {
  const sent: Mail[] = []
  const mailer = { institution: 'Example Bank', send: async (mail: Mail) => void sent.push(mail) }
  const desk = await openOrderDesk(db, 'ABS', { given: { mailer } })
  const recipient = { email: 'treasury@example.com', topics: [topic] }
  expect((await desk.post('/v1/notification-recipients', recipient)).status).toBe(201)
  return { ...desk, time: desk.time, sent }
}

test('a recipient of orders hears of one that is filled, one that is rejected and one that expires', async () => {
  const desk = await mailedDesk('Orders')
  await desk.fund('USD', 12_000_000n)
  const filled = await desk.placed({ rate: '1.15000' })
  await desk.moveTo('1.14000')
  const rejected = await desk.placed({ rate: '1.12000' })
  const expired = await desk.placed({ rate: '1.01000', expiresAt: '2026-11-25T11:00:00.000Z' })
  await desk.moveTo('1.10000')
  await desk.advance('2026-11-25T11:00:00.000Z')
  const deal = (dollars: string) => `limit order: buy 100,000.00 EUR, sell ${dollars} USD`
  expect(desk.sent.map(({ subject }) => subject)).toEqual([
    `Filled ${deal('115,000.00')}`,
    `Rejected ${deal('112,000.00')}`,
    `Expired ${deal('101,000.00')}`,
  ])
  const [first, second, third] = desk.sent.map(({ text }) => text) as [string, string, string]
  expect(first).toContain(`Order: ${filled}`)
  expect(first).toContain(`Trade: ${(await desk.order(filled)).tradeId}`)
  expect(first).toContain('is filled at 1.14291.')
  expect(second).toContain(`Order: ${rejected}`)
  expect(second).toContain('is rejected with insufficient_funds.')
  expect(third).toContain(`Order: ${expired}`)
  expect(third).toContain('Nothing was dealt.')
})

test('a recipient of approvals hears of an order that awaits one', async () => {
  const desk = await mailedDesk('Approvals')
  await givenPolicy(db, desk)
  const orderId = await desk.placed({ type: 'Stop', rate: '1.20000' })
  await desk.run()
  expect(desk.sent).toMatchObject([
    { subject: 'Approval required: stop order: buy 100,000.00 EUR, sell 120,000.00 USD' },
  ])
  for (const line of [`Stop order: ${orderId}`, 'Rate: EUR/USD 1.20000', 'Expires: '])
    expect(desk.sent[0]!.text).toContain(line)
})
