import { expect, test } from 'vitest'
import { openMailServer } from '../../../test/support/mail-server.ts'
import { smtpMailer } from './mailer.ts'

const server = await openMailServer()
const mailer = smtpMailer({ url: server.url, from: 'payments@bank.example' }, 'Example Bank')
const advice = { messageId: '<pay_1.61@payment-advice>', subject: 'Payment of 1.00 EUR', text: 'Amount sent: 1.00 EUR' }

test('a message reaches the mail server with sender, receiver and text', async () => {
  await mailer.send({ ...advice, to: 'payee@example.com' })
  const [mail, ...more] = server.received
  expect(more).toEqual([])
  expect(mail).toMatchObject({ from: 'payments@bank.example', to: 'payee@example.com' })
  expect(mail!.text).toContain('Message-ID: <pay_1.61@payment-advice>')
  expect(mail!.text).toContain('Amount sent: 1.00 EUR')
})

test('a rejected address is an error, so that the job is tried again', async () => {
  await expect(mailer.send({ ...advice, to: 'payee@invalid.example' })).rejects.toThrow('550')
})
