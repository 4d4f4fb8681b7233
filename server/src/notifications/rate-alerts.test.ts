import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openDesk } from '../../test/support/desk.ts'
import { PRICES } from '../../test/support/market.ts'
import type { Mail } from '../kernel/mail/mailer.ts'

const db = await testDatabase()

test('a triggered alert is sent to the recipients of its topic, with pair, level, middle and note', async () => {
  const sent: Mail[] = []
  const mailer = { institution: 'Example Bank', send: async (mail: Mail) => void sent.push(mail) }
  const desk = await openDesk(db, 'RM', { given: { mailer } })
  for (const [email, topics] of [
    ['treasury@example.com', ['RateAlerts']],
    ['cfo@example.com', ['Approvals']],
  ] as const) {
    expect((await desk.post('/v1/notification-recipients', { email, topics })).status).toBe(201)
  }
  const order = { currencyPair: 'EURUSD', rate: '1.18', direction: 'AtOrAbove', note: 'Pay June' }
  const { body } = await desk.post('/v1/fx/rate-alerts', order)
  await desk.post('/v1/fx/rate-alerts', { ...order, rate: '1.3' })
  desk.market.prices = { ...PRICES, EUR: ['1.1801', '1.180104', '1.1802'] }
  await desk.advance(desk.time.now.toISOString())
  expect(sent).toMatchObject([{ to: 'treasury@example.com', subject: 'Rate alert: EUR/USD is at or above 1.18000' }])
  for (const line of [
    `Rate alert: ${body.rateAlertId}`,
    'Alert: EUR/USD at or above 1.18000',
    'Middle: 1.180104 at ',
    'Source: a standing market',
    'Note: Pay June',
  ]) {
    expect(sent[0]!.text).toContain(line)
  }
})
