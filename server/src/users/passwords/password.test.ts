import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashPassword, matchesPassword } from './password.ts'

test('a server’s password hashes cost at least 32 MiB', () => {
  const text = readFileSync(new URL('password-cost.ts', import.meta.url), 'utf8')
  const [, exponent, block] = /N: 2 \*\* (\d+), r: (\d+)/.exec(text)!
  expect(128 * 2 ** Number(exponent) * Number(block)).toBeGreaterThanOrEqual(32 * 1024 * 1024)
})

test('a hash of another cost than today’s is still matched', async () => {
  const hash = await hashPassword('correct horse')
  expect(await matchesPassword('correct horse', hash)).toBe(true)
  expect(await matchesPassword('correct horse ', hash)).toBe(false)
  const ofServer = 'scrypt$32768$8$1$BwcHBwcHBwcHBwcHBwcHBw$DwyUzmUaiGFG9yz8ckTfVXofGXa5D5aJ1NY15rEoFJ0'
  expect(await matchesPassword('correct horse', ofServer)).toBe(true)
})
