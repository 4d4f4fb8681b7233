import type { JSONWebKeySet, JWK } from 'jose'
import { expect, test } from 'vitest'
import { createKeySets } from '../keys.ts'
import { createSoftwareKeys } from './software-keys.ts'

const [first, second, moved] = ['1', '2', '1'].map((n, i): JWK => ({ kty: 'RSA', kid: `key-${i}`, n, e: 'AQAB' }))
const AT = { jwksUri: 'https://directory/live', revokedUris: ['https://directory/software', 'https://directory/org'] }

function keysOf(whenUnknown: 'accept' | 'reject' = 'reject') {
  const sets: Record<string, JSONWebKeySet | undefined> = {
    [AT.jwksUri]: { keys: [first!, second!] },
    [AT.revokedUris[0]!]: { keys: [] },
    [AT.revokedUris[1]!]: { keys: [] },
  }
  const state = { now: 0, errors: [] as string[], asked: 0 }
  const read = async (address: string) => {
    state.asked++
    return sets[address] ?? Promise.reject(new Error('it answered 404'))
  }
  const now = () => state.now
  const onError = (address: string, reason: string) => void state.errors.push(`${address} ${reason}`)
  const keys = createSoftwareKeys(createKeySets(read, now), { whenUnknown, now, onError })
  const kids = async () => (await keys.get(AT)).keys.map(({ kid }) => kid)
  return { sets, state, kids, read, now }
}

test.each([
  ['software', { kid: 'key-0', kty: 'RSA', n: 'x', e: 'AQAB' }],
  ['organisation', moved!],
])('a key in the revoked set of the %s does not count, by its id or by its numbers', async (_of, bad) => {
  const { kids, sets, state } = keysOf()
  expect(await kids()).toEqual(['key-0', 'key-1'])
  sets[AT.revokedUris[_of === 'software' ? 0 : 1]!] = { keys: [bad] }
  state.now = 5 * 60_000
  expect(await kids()).toEqual(['key-1'])
})

test('while a set of revoked keys cannot be read, the last one counts for a day, and then it is as configured', async () => {
  const { kids, sets, state } = keysOf()
  sets[AT.revokedUris[0]!] = { keys: [first!] }
  expect(await kids()).toEqual(['key-1'])
  delete sets[AT.revokedUris[0]!]
  state.now = 23 * 3_600_000
  expect([await kids(), state.errors]).toEqual([['key-1'], []])
  state.now = 25 * 3_600_000
  await expect(kids()).rejects.toThrow('the set of revoked keys cannot be read: it answered 404')
})

test('a set that was never read is logged, asked for once a minute, and treated as configured', async () => {
  const { kids, sets, state } = keysOf('accept')
  delete sets[AT.revokedUris[0]!]
  expect(await kids()).toEqual(['key-0', 'key-1'])
  const asked = state.asked
  expect([await kids(), state.asked - asked]).toEqual([['key-0', 'key-1'], 0])
  state.now = 60_000
  await kids()
  expect(state.errors).toEqual(Array(2).fill('https://directory/software it answered 404'))
})

test('without a source of the directory, sets of revoked keys are not read', async () => {
  const { read, now, sets } = keysOf()
  sets[AT.revokedUris[0]!] = { keys: [first!] }
  expect((await createSoftwareKeys(createKeySets(read, now)).get(AT)).keys).toHaveLength(2)
})
