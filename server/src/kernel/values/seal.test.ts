import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { createSeal, secretsKey } from './seal.ts'

const key = (byte: number) => () => Buffer.alloc(32, byte)
const seal = createSeal(key(1))

test('a sealed secret opens for its owner, and is sealed in another form each time', () => {
  const [one, two] = [seal.seal('sécret', 'user 1'), seal.seal('sécret', 'user 1')]
  expect([seal.open(one, 'user 1'), seal.open(two, 'user 1')]).toEqual(['sécret', 'sécret'])
  expect(one.equals(two)).toBe(false)
  expect(one.includes('sécret')).toBe(false)
})

test('moved to another row, changed, cut short or under another key it does not open', () => {
  const sealed = seal.seal('secret', 'user 1')
  expect(() => seal.open(sealed, 'user 2')).toThrow()
  expect(() => createSeal(key(2)).open(sealed, 'user 1')).toThrow()
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(() => seal.open(changed, 'user 1')).toThrow()
    expect(() => seal.open(sealed.subarray(0, i), 'user 1')).toThrow()
  }
})

const dataDir = temporaryDirectory()
afterAll(() => rmSync(dataDir, { recursive: true }))

test('the key is drawn once, kept for its owner alone, and a configured one comes before it', () => {
  const drawn = secretsKey(dataDir)
  expect([drawn.length, secretsKey(dataDir).equals(drawn)]).toEqual([32, true])
  const file = path.join(dataDir, 'secrets.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(drawn.toString('base64'))
  expect(secretsKey(dataDir, Buffer.alloc(32, 7).toString('base64')).equals(Buffer.alloc(32, 7))).toBe(true)
})

test('a key that is too short is refused, not filled up', () => {
  writeFileSync(path.join(dataDir, 'secrets.key'), 'c2hvcnQ=')
  expect(() => createSeal(() => secretsKey(dataDir)).seal('a', 'b')).toThrow(/32 bytes/)
})

test.skipIf(process.platform === 'win32')(
  'a key that a full disk cuts off is not left behind for the next start',
  () => {
    const folder = path.join(dataDir, 'full')
    mkdirSync(folder)
    const bundle = path.join(folder, 'seal.mjs')
    const entry = path.join(import.meta.dirname, 'seal.ts')
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
    const program = `import { secretsKey } from ${JSON.stringify(bundle)}; secretsKey(${JSON.stringify(folder)})`
    const limited = ['-c', 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"', process.execPath, program]
    const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
    expect(readdirSync(folder)).toEqual(['seal.mjs'])
    expect(secretsKey(folder)).toHaveLength(32)
  },
)
