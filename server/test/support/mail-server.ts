import { createServer, type Socket } from 'node:net'
import { closeAfterFile } from './database.ts'

/** A message as a mail server received it. */
export interface ReceivedMail {
  from: string
  to: string
  /** Headers and body as they came, decoded from quoted-printable. */
  text: string
}

/**
 * Opens a mail server as far as a client needs one: it takes every message, or rejects addresses at invalid.example, and
 * the next `failures` messages.
 */
export async function openMailServer() {
  const opened = { url: '', received: [] as ReceivedMail[], failures: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, (mail) => {
      if (opened.failures-- > 0) return '451 try again later'
      opened.received.push(mail)
      return '250 taken'
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  opened.url = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
  return opened
}

/** Speaks SMTP with a client. `take` returns the answer to a message. */
function converse(socket: Socket, take: (mail: ReceivedMail) => string): void {
  let rest = ''
  let lines: string[] | undefined
  let [from, to] = ['', '']
  const answer = (line: string): string | undefined => {
    if (lines) {
      if (line !== '.') return void lines.push(line.replace(/^\.\./, '.'))
      const text = decoded(lines.join('\n'))
      lines = undefined
      return take({ from, to, text })
    }
    if (line.startsWith('MAIL FROM')) from = addressIn(line)
    if (line.startsWith('RCPT TO')) to = addressIn(line)
    if (line.includes('@invalid.example')) return '550 no such user'
    if (line.startsWith('QUIT')) return '221 bye'
    if (!line.startsWith('DATA')) return '250 ok'
    lines = []
    return '354 continue'
  }
  socket.write('220 test\r\n')
  socket.on('data', (data) => {
    const received = (rest + data.toString()).split('\r\n')
    rest = received.pop()!
    for (const line of received) {
      const said = answer(line)
      if (said !== undefined) socket.write(`${said}\r\n`)
      if (said === '221 bye') socket.end()
    }
  })
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

const decoded = (text: string): string =>
  text
    .replaceAll(/=\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
