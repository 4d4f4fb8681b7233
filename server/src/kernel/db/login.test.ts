import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openDb } from './db.ts'

/** Settings that PgBouncer accepts at login. It rejects a connection with any other one. */
const ACCEPTED = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone']

/** A server that notes the first message of each connection, and ends it. */
const messages: Buffer[] = []
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (data) => {
    messages.push(data)
    socket.destroy()
  })
})
afterAll(() => server.close())

test('a pooler such as PgBouncer, which rejects settings that it does not know at login, accepts our connections', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await openDb({ host: '127.0.0.1', port, user: 'cambist', database: 'cambist', ssl: false }).catch(() => {})
  const pairs = messages[0]!.subarray(8).toString('utf8').split('\0')
  const names = pairs.filter((name, i) => i % 2 === 0 && name !== '')
  expect(names).toContain('application_name')
  expect(names.filter((name) => !ACCEPTED.includes(name))).toEqual([])
})
