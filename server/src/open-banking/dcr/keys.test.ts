import { expect, test } from 'vitest'
import { createKeySets, fetchKeySet, parseKeySet } from './keys.ts'

const setOf = (...kids: string[]) => ({ keys: kids.map((kid) => ({ kty: 'RSA', kid })) })

function harness(answers: (ReturnType<typeof setOf> | Error)[]) {
  const time = { now: 0 }
  let reads = 0
  const read = async () => {
    const answer = answers[Math.min(reads++, answers.length - 1)]!
    if (answer instanceof Error) throw answer
    return answer
  }
  return { time, reads: () => reads, sets: createKeySets(read, () => time.now) }
}
const kids = ({ keys }: { keys: { kid?: string }[] }) => keys.map(({ kid }) => kid)

test('a key set is read once in five minutes, for any number of uses', async () => {
  const { time, reads, sets } = harness([setOf('a')])
  await Promise.all([sets.get('x'), sets.get('x', 'a'), sets.get('x')])
  time.now = 299_999
  await sets.get('x')
  expect(reads()).toBe(1)
  time.now = 300_000
  await sets.get('x')
  expect(reads()).toBe(2)
})

test('a third party can sign with a new key immediately, but cannot make the service fetch keys again and again', async () => {
  const { time, reads, sets } = harness([setOf('a'), setOf('a', 'b')])
  await sets.get('x')
  time.now = 9_999
  expect(kids(await sets.get('x', 'b'))).toEqual(['a'])
  time.now = 10_000
  expect(kids(await sets.get('x', 'b'))).toEqual(['a', 'b'])
  time.now = 15_000
  await sets.get('x', 'nonsense')
  expect(reads()).toBe(2)
})

test('keys are used for a day while their address is unavailable, and no longer', async () => {
  const { time, sets } = harness([setOf('a'), new Error('away')])
  await sets.get('x')
  time.now = 3_600_000
  expect(kids(await sets.get('x'))).toEqual(['a'])
  time.now = 25 * 3_600_000
  await expect(sets.get('x')).rejects.toThrow('away')
})

test.each([
  [
    'a private key',
    JSON.stringify({ keys: [{ kty: 'RSA', n: 'x', e: 'AQAB', d: 'secret' }] }),
    'it publishes a private key',
  ],
  [
    'a private prime',
    JSON.stringify({ keys: [{ kty: 'RSA', n: 'x', e: 'AQAB', p: 'x' }] }),
    'it publishes a private key',
  ],
  ['no set', '{"keys":{}}', 'it is not a JSON Web Key Set'],
])('a key set with %s is rejected', (_what, text, reason) => {
  expect(() => parseKeySet(text)).toThrow(reason)
})

test('an answer that is not JSON is not quoted: the error goes to the third party that named the address', () => {
  expect(() => parseKeySet('secret of another service')).toThrow(/^it is not JSON$/)
})

test('keys are never read over plain HTTP', async () => {
  await expect(fetchKeySet('http://127.0.0.1/keys')).rejects.toThrow(/https/)
})

test('an address that does not respond is asked once in ten seconds: each request would wait for it', async () => {
  const { time, reads, sets } = harness([setOf('a'), new Error('away'), new Error('still away'), setOf('a', 'b')])
  await sets.get('x')
  time.now = 300_000
  expect(kids(await sets.get('x', 'a'))).toEqual(['a'])
  time.now = 309_999
  expect(kids(await sets.get('x', 'b'))).toEqual(['a'])
  await expect(sets.get('y')).rejects.toThrow('still away')
  await expect(sets.get('y')).rejects.toThrow('still away')
  expect(reads()).toBe(3)
  time.now = 310_000
  expect(kids(await sets.get('x', 'b'))).toEqual(['a', 'b'])
})
