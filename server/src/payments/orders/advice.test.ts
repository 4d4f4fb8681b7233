import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import type { Mail } from '../../kernel/mail/mailer.ts'

const db = await testDatabase()

test('each address that a payment names gets one advice, though the mail server failed once in between', async () => {
  const sent: Mail[] = []
  let failures = 1
  const send = async (advice: Mail) => {
    if (advice.to === 'second@example.com' && failures-- > 0) throw new Error('451 try again later')
    sent.push(advice)
  }
  const service = await openPayments(db, 'RM', { mailer: { institution: 'Example Bank', send } })
  await service.fund('EUR', 1_000_00n)
  const notifyEmails = ['first@example.com', 'second@example.com', 'first@example.com']
  const { body } = await service.create({ notifyEmails, amount: '12.50' })
  await service.advance(60_000)
  for (let i = 0; i < 8 && sent.length < 2; i++) {
    await service.settle().catch(() => {})
    await db.pool.query(`update due_work set retry_at = null where kind = 'payment.sendAdvice'`)
  }
  await service.settle()
  expect(sent.map(({ to }) => to)).toEqual(['first@example.com', 'second@example.com'])
  expect(sent[0]!.subject).toContain('12.50 EUR')
  expect(sent[0]!.text).toContain(body.uetr)
  expect(sent[0]!.text).toContain('Example Bank')
})

test('without a mail server a payment with advices is rejected, not made without them', async () => {
  const service = await openPayments(db, 'RM', { mailer: null })
  await service.fund('EUR', 1_000_00n)
  const { status, body } = await service.create({ notifyEmails: ['first@example.com'] })
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'notify_emails_not_available', '/notifyEmails'])
  expect((await service.create()).status).toBe(201)
})
