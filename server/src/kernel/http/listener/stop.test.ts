import { once } from 'node:events'
import { createServer as createPlain, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { serverLimits } from './limits.ts'
import { trackConnections } from './stop.ts'

/** First bytes of a client's part of a TLS handshake. */
const HELLO = Buffer.from('1603010200010001fc0303', 'hex')
const REQUEST = Buffer.from('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n1')

const plain = () => createPlain(serverLimits, () => {})
const secure = () => createSecure(serverLimits)

test.each<[string, () => Server, Buffer]>([
  ['a silent client, before its TLS handshake', secure, Buffer.alloc(0)],
  ['an unfinished TLS handshake', secure, HELLO],
  ['a silent client', plain, Buffer.alloc(0)],
  ['an unfinished request', plain, REQUEST],
])('a closing server ends, after a time, %s', async (_what, create, sent) => {
  const server = create()
  const endSoon = trackConnections(server, 20)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {}).resume()
  client.write(sent)
  await accepted
  const ended = Promise.all([once(client, 'close'), once(server, 'close')])
  server.close()
  endSoon()
  await ended
  expect(server.listening).toBe(false)
})
