import { expect, test } from 'vitest'
import { clientAddressReader } from './client-address.ts'

const PROXIES = ['10.0.0.0/24', 'fd00::7', '127.0.0.1']
const read = (peer: string | undefined, header?: string, proxies: readonly string[] = PROXIES) =>
  clientAddressReader(proxies)({
    headers: header === undefined ? {} : { 'x-forwarded-for': header },
    socket: { remoteAddress: peer } as never,
  })

test.each([
  ['the only hop', '10.0.0.9', '203.0.113.5', '203.0.113.5'],
  ['a proxy over IPv6', 'fd00::7', '2001:db8::1', '2001:db8::1'],
  ['a proxy seen as IPv4 in IPv6', '::ffff:10.0.0.9', '203.0.113.5', '203.0.113.5'],
  ['several proxies of ours', '10.0.0.9', '203.0.113.5, 10.0.0.3,127.0.0.1', '203.0.113.5'],
  ['a port, as some proxies write it', '10.0.0.9', '203.0.113.5:51234', '203.0.113.5'],
  ['a port after IPv6', '10.0.0.9', '[2001:db8::1]:443', '2001:db8::1'],
])("behind a proxy the client's address counts: %s", (_case, peer, header, expected) => {
  expect(read(peer, header)).toBe(expected)
})

test.each([
  ['from a stranger', '198.51.100.1', '203.0.113.5', '198.51.100.1'],
  ['from a stranger who claims to be behind our proxy', '198.51.100.1', '203.0.113.5, 10.0.0.9', '198.51.100.1'],
  ['sent by the client through the proxy', '10.0.0.9', '192.0.2.66, 203.0.113.5', '203.0.113.5'],
  ['naming the proxy, sent through the proxy', '10.0.0.9', '10.0.0.3, 203.0.113.5', '203.0.113.5'],
])('a forged header is ignored: %s', (_case, peer, header, expected) => {
  expect(read(peer, header)).toBe(expected)
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['no address', 'unknown, é'],
  ['no address at the end', '203.0.113.5, _hidden'],
  ['commas', ',,,'],
])("a proxy's header without an address leaves the proxy's address: %s", (_case, header) => {
  expect(read('10.0.0.9', header)).toBe('10.0.0.9')
})

test('without configured proxies every header is ignored', () => {
  expect(read('127.0.0.1', '203.0.113.5', [])).toBe('127.0.0.1')
  expect(read(undefined, '203.0.113.5', [])).toBe('')
})
