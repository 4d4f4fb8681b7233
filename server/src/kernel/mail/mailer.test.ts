import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

const received: string[] = []
/** A mail server as far as a client needs one: it takes every message, or refuses addresses at invalid.example. */
const server = createServer((socket: Socket) => {
  let isBody = false
  socket.write('220 test\r\n')
  socket.on('data', (data) => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      received.push(line)
      if (isBody) {
        if (line !== '.') continue
        isBody = false
        socket.write('250 taken\r\n')
      } else if (line.startsWith('DATA')) {
        isBody = true
        socket.write('354 go on\r\n')
      } else if (line.includes('invalid.example')) socket.write('550 no such user\r\n')
      else if (line.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    }
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const { port } = server.address() as { port: number }
const port25 = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'payments@bank.example' }, 'Example Bank')
const advice = { messageId: '<pay_1.61@payment-advice>', subject: 'Payment of 1.00 EUR', text: 'Amount sent: 1.00 EUR' }

test('a message reaches the mail server with sender, receiver and text', async () => {
  await port25.send({ ...advice, to: 'payee@example.com' })
  const text = received.join('\n')
  expect(text).toContain('MAIL FROM:<payments@bank.example>')
  expect(text).toContain('RCPT TO:<payee@example.com>')
  expect(text).toContain('Message-ID: <pay_1.61@payment-advice>')
  expect(text).toContain('Amount sent: 1.00 EUR')
})

test('a refused address is an error, so that the job is tried again', async () => {
  await expect(port25.send({ ...advice, to: 'payee@invalid.example' })).rejects.toThrow('550')
})
